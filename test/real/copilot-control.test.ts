/** Interrupt, abort, kill, pause and time-outs, on the real Copilot CLI. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

describeAgent(copilotStage, { scenarios: CONTROL });
