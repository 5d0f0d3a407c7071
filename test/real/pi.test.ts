/** pi on the real CLI, in each of its modes. */
import { describeAgent } from './support/describe-agent.ts';
import { piStage } from './support/stages/pi.ts';

describeAgent(piStage);
