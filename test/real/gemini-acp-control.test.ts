/** What takes hold of a run, on the real Gemini CLI over ACP. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

describeAgent(geminiStage, { modes: ['acp'], scenarios: [...CONTROL] });
