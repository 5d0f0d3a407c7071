/** Control and the process, on the real pi. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { piStage } from './support/stages/pi.ts';

describeAgent(piStage, { scenarios: CONTROL });
