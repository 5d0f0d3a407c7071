/** Answers and tools, on the real Gemini CLI over ACP. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['acp'], scenarios: [...ANSWERS, ...TOOLS] });
