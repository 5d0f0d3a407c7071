/** Answers and tools, on the real Gemini CLI in its one-shot mode. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['stream-json'], scenarios: [...ANSWERS, ...TOOLS] });
