/** Subagents and skills; and what the agent asks, on the real Copilot CLI. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

describeAgent(copilotStage, { scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
