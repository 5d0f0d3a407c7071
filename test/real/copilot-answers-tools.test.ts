/** Answers and tools, on the real Copilot CLI. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

describeAgent(copilotStage, { scenarios: [...ANSWERS, ...TOOLS] });
