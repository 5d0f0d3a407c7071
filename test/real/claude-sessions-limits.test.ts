/** Sessions, follow-ups, limits and failures, on the real Claude Code. */
import { LIMITS, SESSIONS } from '@agent-mux/testkit';
import { describeClaude } from './support/describe-claude.ts';

describeClaude([...SESSIONS, ...LIMITS], '2.1.329');
