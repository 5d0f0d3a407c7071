/** Answers and tools, on the real Codex app-server. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, { modes: ['app-server'], scenarios: [...ANSWERS, ...TOOLS] });
