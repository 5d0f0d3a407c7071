/** What stands around the agent, and what it asks, on the real pi. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { piStage } from './support/stages/pi.ts';

describeAgent(piStage, { scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
