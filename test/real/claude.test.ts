/** Claude Code on the real CLI, and the most telling scenarios on the older of its two versions. */
import { getScenario } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { claudeStage, OLDER_CLAUDE_SCENARIOS } from './support/stages/claude.ts';

describeAgent(claudeStage);
describeAgent(claudeStage, { scenarios: OLDER_CLAUDE_SCENARIOS.map(getScenario), version: '2.1.197' });
