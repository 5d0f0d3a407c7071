/** Subagents, skills and hooks, and what the agent asks, on the real Codex app-server. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, { modes: ['app-server'], scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
