/** opencode over the Agent Client Protocol, on the real CLI. */
import { SCENARIOS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { opencodeStage } from './support/stages/opencode.ts';

describeAgent(opencodeStage, { scenarios: SCENARIOS, modes: ['acp'] });
