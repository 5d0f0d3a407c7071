/** Answers and tools, on the real pi. */
import { ANSWERS, TOOLS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { piStage } from './support/stages/pi.ts';

describeAgent(piStage, { scenarios: [...ANSWERS, ...TOOLS] });
