/** Subagents, surroundings and questions, on the real Gemini CLI in its one-shot mode. */
import { ASKING, SUBAGENTS_AND_SURROUNDINGS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['stream-json'], scenarios: [...SUBAGENTS_AND_SURROUNDINGS, ...ASKING] });
