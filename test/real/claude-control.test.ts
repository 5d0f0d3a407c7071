/** Interrupt, abort, kill, pause and time-outs, on the real Claude Code. */
import { CONTROL } from '@agent-mux/testkit';
import { describeClaude } from './support/describe-claude.ts';

describeClaude(CONTROL, '2.1.329');
