/** Answers and tools, on the real Claude Code. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage } from './support/stages/claude.ts';

describeAgent(claudeStage, { scenarios: [...ANSWERS, ...TOOLS] });
