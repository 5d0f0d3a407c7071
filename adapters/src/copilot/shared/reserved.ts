/** Options of Copilot CLI that agent-mux sets itself, or that would break the conversation. */
import type { ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../../shared/index.ts';

const ITSELF = 'agent-mux says so itself';
const APPROVALS = 'give `approvalMode`';
const SESSION = 'give `sessionId` or `forkSessionId`';

export const COPILOT_RESERVED: ReservedOptions = {
  args: {
    '--headless': ITSELF,
    '--stdio': ITSELF,
    '--port': 'agent-mux talks to it over its standard input and output',
    '--acp': ITSELF,
    '--output-format': 'agent-mux reads json',
    '--stream': 'give `stream`',
    '-s': 'nothing would be told',
    '--silent': 'nothing would be told',
    '-p': 'give `prompt`',
    '--prompt': 'give `prompt`',
    '-i': 'give `prompt`',
    '--interactive': 'give `prompt`',
    '--model': 'give `model`',
    '--reasoning-effort': 'give `thinkingEffort`',
    '--allow-all': APPROVALS,
    '--allow-all-tools': APPROVALS,
    '--allow-all-paths': APPROVALS,
    '--allow-all-urls': APPROVALS,
    '--allow-tool': APPROVALS,
    '--allow-url': APPROVALS,
    '--mode': APPROVALS,
    '--yolo': APPROVALS,
    '--assisted-approval': APPROVALS,
    '--autopilot': APPROVALS,
    '--sandbox': 'give `sandbox`',
    '-r': SESSION,
    '--resume': SESSION,
    '--continue': SESSION,
    '--connect': SESSION,
    '--session-id': SESSION,
    '-C': 'give `cwd`',
    '--worktree': 'the run would be in another folder than `cwd`',
    '--additional-mcp-config': 'give `mcpServers`',
    '--attachment': 'give `attachments`',
    '--trust-folder': 'Copilot CLI takes it beside `-p` alone',
    '--dynamic-retrieval': "it writes into the user's settings",
    '--remote': 'what it asks is answered by the program that runs Copilot CLI',
    '--log-level': ITSELF,
    '--environment-host': 'the work would be done for somebody else',
    ...printsAndEnds('-v'),
  },
  // A model decides what this mode grants.
  granting: {
    // A hook of a plugin grants what it likes, in every mode (1.0.102).
    args: { '--plugin-dir': 'what it brings may grant what `approvalMode` denies' },
    env: { COPILOT_ALLOW_ALL: APPROVALS, COPILOT_ASSISTED_APPROVAL: APPROVALS },
  },
};
