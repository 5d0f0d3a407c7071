/** Answers and tools, on the real Claude Code. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeClaude } from './support/describe-claude.ts';

describeClaude([...ANSWERS, ...TOOLS], '2.1.329');
