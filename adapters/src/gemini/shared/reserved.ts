/** Options of Gemini CLI that agent-mux sets itself, or that would break the conversation. */
import type { ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../../shared/index.ts';

const ITSELF = 'agent-mux says so itself';
const APPROVALS = 'give `approvalMode`';
const SESSION = 'give `sessionId`';
const SANDBOX = 'in its sandbox nobody can talk to Gemini CLI';

export const GEMINI_RESERVED: ReservedOptions = {
  args: {
    '--acp': ITSELF,
    '--experimental-acp': ITSELF,
    '-o': 'agent-mux reads stream-json',
    '--output-format': 'agent-mux reads stream-json',
    '-p': 'give `prompt`',
    '--prompt': 'give `prompt`',
    '-i': 'give `prompt`',
    '--prompt-interactive': 'give `prompt`',
    '-m': 'give `model`',
    '--model': 'give `model`',
    '-y': APPROVALS,
    '--yolo': APPROVALS,
    '--approval-mode': APPROVALS,
    '--allowed-tools': APPROVALS,
    '--policy': APPROVALS,
    '--admin-policy': APPROVALS,
    '-s': SANDBOX,
    '--sandbox': SANDBOX,
    '-r': SESSION,
    '--resume': SESSION,
    '--session-id': SESSION,
    '--session-file': SESSION,
    '--list-sessions': 'it prints a list',
    '--delete-session': 'it deletes a session',
    '-l': 'it prints a list',
    '--list-extensions': 'it prints a list',
    '-w': 'the run would be in another folder than `cwd`',
    '--worktree': 'the run would be in another folder than `cwd`',
    ...printsAndEnds('-v'),
  },
  env: {
    GEMINI_CLI_NO_RELAUNCH: ITSELF,
    GEMINI_PTY_INFO: ITSELF,
    GEMINI_SYSTEM_MD: 'give `systemPrompt`',
    GEMINI_SANDBOX: SANDBOX,
    SANDBOX: 'by it Gemini CLI thinks that it is in its sandbox',
  },
};
