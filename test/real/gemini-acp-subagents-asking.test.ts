/** Subagents, surroundings and questions, on the real Gemini CLI over ACP. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['acp'], scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
