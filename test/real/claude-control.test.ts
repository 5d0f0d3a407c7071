/** Interrupt, abort, kill, pause and time-outs, on the real Claude Code. */
import { CONTROL } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage } from './support/stages/claude.ts';

describeAgent(claudeStage, { scenarios: CONTROL });
