/** Answers and tools, on the real omp. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { ompStage } from './support/stages/omp.ts';

describeAgent(ompStage, { scenarios: [...ANSWERS, ...TOOLS] });
