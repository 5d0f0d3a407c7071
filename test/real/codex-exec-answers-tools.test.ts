/** Answers and tools, on the real `codex exec`. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, { modes: ['exec'], scenarios: [...ANSWERS, ...TOOLS] });
