/** Options of Codex that agent-mux sets itself, or that would break the conversation. */
import type { ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../../shared/index.ts';

const CONFIG: Readonly<Record<string, string>> = {
  approval_policy: 'give `approvalMode`',
  approvals_reviewer: 'approvals are answered by the program that runs Codex',
  sandbox_mode: 'give `sandbox`',
  'sandbox_workspace_write.network_access': 'give `network`',
  model: 'give `model`',
  developer_instructions: 'give `systemPrompt` or `agentsDoc`',
  model_instructions_file: "give `systemPrompt` with `systemPromptMode: 'replace'`",
  'features.unbounded_connection_retries': 'without a network Codex would try again for ever',
};

const BOTH: Readonly<Record<string, string>> = {
  '-c': 'give `native.config`',
  '--config': 'give `native.config`',
  ...printsAndEnds('-V'),
};

export const APP_SERVER_RESERVED: ReservedOptions = {
  args: {
    ...BOTH,
    '--listen': 'agent-mux talks to it over its standard input and output',
    '--stdio': 'agent-mux says so itself',
  },
  config: CONFIG,
};

export const EXEC_RESERVED: ReservedOptions = {
  args: {
    ...BOTH,
    '--json': 'agent-mux says so itself',
    '-m': 'give `model`',
    '--model': 'give `model`',
    '-s': 'give `sandbox`',
    '--sandbox': 'give `sandbox`',
    '--dangerously-bypass-approvals-and-sandbox': "give `approvalMode: 'yolo'`",
    '--yolo': "give `approvalMode: 'yolo'`",
    '--approve-for-me': 'give `approvalMode`',
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
  },
  config: CONFIG,
};
