/** Sessions, follow-ups, limits and failures, on the real pi. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { piStage } from './support/stages/pi.ts';

describeAgent(piStage, { scenarios: [...SESSIONS, ...LIMITS] });
