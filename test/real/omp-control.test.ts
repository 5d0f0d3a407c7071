/** Control and the process, on the real omp. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { ompStage } from './support/stages/omp.ts';

describeAgent(ompStage, { scenarios: CONTROL });
