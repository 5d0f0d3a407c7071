/** Subagents, skills, plugins and hooks; and what the agent asks, on the real Claude Code. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeClaude } from './support/describe-claude.ts';

describeClaude([...SUBAGENTS_AND_SURROUNDINGS, ...ASKING], '2.1.329');
