/** The most telling scenarios on the older of the two versions of Claude Code. */
import { getScenario } from '@agent-mux/testkit';
import { OLDER_CLAUDE_SCENARIOS } from './support/claude-scenarios.ts';
import { describeClaude } from './support/describe-claude.ts';

describeClaude(OLDER_CLAUDE_SCENARIOS.map(getScenario), '2.1.197');
