/** Sessions, subagents, limits and failures, on the real `codex exec`. */
import { ASKING, LIMITS, SESSIONS, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, {
  modes: ['exec'],
  scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING, ...SESSIONS, ...LIMITS],
});
