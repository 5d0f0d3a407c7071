/** Sessions, limits and failures, on the real Codex app-server. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, { modes: ['app-server'], scenarios: [...SESSIONS, ...LIMITS] });
