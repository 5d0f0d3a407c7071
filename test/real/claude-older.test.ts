/** The most telling scenarios on the older of the two versions of Claude Code. */
import { getScenario } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage, OLDER_CLAUDE_SCENARIOS } from './support/stages/claude.ts';

describeAgent(claudeStage, { scenarios: OLDER_CLAUDE_SCENARIOS.map(getScenario), version: '2.1.197' });
