/** Interrupt, abort, kill, pause and time-outs, on the real Codex app-server. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { codexStage } from './support/stages/codex.ts';

describeAgent(codexStage, { modes: ['app-server'], scenarios: [...CONTROL] });
