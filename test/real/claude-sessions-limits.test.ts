/** Sessions, follow-ups, limits and failures, on the real Claude Code. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage } from './support/stages/claude.ts';

describeAgent(claudeStage, { scenarios: [...SESSIONS, ...LIMITS] });
