/** omp on the real CLI, in each of its modes. */
import { describeAgent } from './support/describe-agent.ts';
import { ompStage } from './support/stages/omp.ts';

describeAgent(ompStage);
