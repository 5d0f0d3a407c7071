/** Sessions, follow-ups, limits and failures, on the real omp. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { ompStage } from './support/stages/omp.ts';

describeAgent(ompStage, { scenarios: [...SESSIONS, ...LIMITS] });
