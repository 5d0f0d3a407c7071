/** opencode on the real CLI, in each of its modes. */
import { describeAgent } from './support/describe-agent.ts';
import { opencodeStage } from './support/stages/opencode.ts';

describeAgent(opencodeStage);
