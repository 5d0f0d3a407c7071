/** Subagents, skills, plugins and hooks; and what the agent asks, on the real Claude Code. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage } from './support/stages/claude.ts';

describeAgent(claudeStage, { scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
