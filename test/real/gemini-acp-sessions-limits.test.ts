/** Sessions, limits and failures, on the real Gemini CLI over ACP. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['acp'], scenarios: [...SESSIONS, ...LIMITS] });
