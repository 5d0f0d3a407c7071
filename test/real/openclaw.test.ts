/** OpenClaw on the real one. A run takes 20 s to a minute: how many are played follows from what changed, as for all agents. */
import { SCENARIOS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { openclawStage } from './support/stages/openclaw.ts';

describeAgent(openclawStage, { scenarios: SCENARIOS });
