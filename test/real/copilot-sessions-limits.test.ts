/** Sessions, follow-ups, limits and failures, on the real Copilot CLI. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { copilotStage } from './support/stages/copilot.ts';

describeAgent(copilotStage, { scenarios: [...SESSIONS, ...LIMITS] });
