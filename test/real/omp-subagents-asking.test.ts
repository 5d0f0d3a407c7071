/** What stands around the agent, and what it asks, on the real omp. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { ompStage } from './support/stages/omp.ts';

describeAgent(ompStage, { scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
