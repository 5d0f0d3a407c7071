/** Options of Codex that agent-mux sets itself, or that would break the conversation. */
import type { ReservedNames, ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../../shared/index.ts';

const APPROVALS = 'give `approvalMode`';

const CONFIG: Readonly<Record<string, string>> = {
  approval_policy: APPROVALS,
  approvals_reviewer: 'approvals are answered by the program that runs Codex',
  'mcp_servers.*.default_tools_approval_mode': APPROVALS,
  'mcp_servers.*.tools.*.approval_mode': APPROVALS,
  'apps.*.default_tools_approval_mode': APPROVALS,
  'apps.*.tools.*.approval_mode': APPROVALS,
  sandbox_mode: 'give `sandbox`',
  default_permissions: 'give `sandbox`',
  'sandbox_workspace_write.network_access': 'give `network`',
  model: 'give `model`',
  developer_instructions: 'give `systemPrompt` or `agentsDoc`',
  model_instructions_file: "give `systemPrompt` with `systemPromptMode: 'replace'`",
  'features.unbounded_connection_retries': 'without a network Codex would try again for ever',
};

const BOTH: Readonly<Record<string, string>> = {
  '-c': 'give `native.config`',
  '--config': 'give `native.config`',
  '--enable': 'give `features` of `native.config`',
  '--disable': 'give `features` of `native.config`',
  // Codex takes each of these flags before and after `app-server` and `exec`.
  '-a': APPROVALS,
  '--ask-for-approval': APPROVALS,
  '--full-auto': APPROVALS,
  '--approve-for-me': APPROVALS,
  '--dangerously-bypass-approvals-and-sandbox': "give `approvalMode: 'yolo'`",
  '--yolo': "give `approvalMode: 'yolo'`",
  '-s': 'give `sandbox`',
  '--sandbox': 'give `sandbox`',
  ...printsAndEnds('-V'),
};

const HOOKS = 'its hooks may grant what `approvalMode` denies';
/** Hooks are refused because one may answer what Codex asks, once it is trusted (0.169.0). */
const GRANTING: ReservedNames = {
  args: { '--dangerously-bypass-hook-trust': HOOKS },
  config: { hooks: HOOKS, bypass_hook_trust: HOOKS },
};

export const APP_SERVER_RESERVED: ReservedOptions = {
  args: {
    ...BOTH,
    '--listen': 'agent-mux talks to it over its standard input and output',
    '--stdio': 'agent-mux says so itself',
    '--code-mode-host': 'the work would be done elsewhere',
    '--startup-sign-out': 'it signs the user out',
    '--print-startup-config': 'it prints its settings and ends',
  },
  config: CONFIG,
  granting: GRANTING,
};

export const EXEC_RESERVED: ReservedOptions = {
  args: {
    ...BOTH,
    '--json': 'agent-mux says so itself',
    '-m': 'give `model`',
    '--model': 'give `model`',
    '-C': 'give `cwd`',
    '--cd': 'give `cwd`',
    '--worktree': 'the run would be in another folder than `cwd`',
    '-i': 'give `attachments`',
    '--image': 'give `attachments`',
    '--last': 'give `sessionId`',
    '--all': 'give `sessionId`',
    '--ephemeral': 'give `noSession`',
    '--trust': "it writes into the user's configuration",
    '--skip-git-repo-check': 'agent-mux says so itself',
    '--output-schema': 'give `outputSchema`',
  },
  config: CONFIG,
  granting: GRANTING,
};
