/** Claude Code as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { CHECKPOINTS } from './shared/checkpoints.ts';

/** What to do when Claude Code is not logged in. */
export const AUTH_GUIDANCE =
  'Run `claude` once and log in with /login, or set ANTHROPIC_API_KEY (or CLAUDE_CODE_OAUTH_TOKEN from `claude setup-token`).';

/** Versions of Claude Code that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['2.1.329', '2.1.197'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'claude',
  displayName: 'Claude Code',
  cliCommand: 'claude',
  testedVersions: TESTED_VERSIONS,
  recordedEnv: [CHECKPOINTS],
  // What Claude Code gives to the shells, MCP servers and IDE terminals that it starts, and looks for at its own start.
  hostMarkers: [
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_SESSION_ATTENDED',
    'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS',
    'CLAUDE_CODE_CHILD_NOTES_DIR',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'CLAUDE_CODE_SSE_PORT',
    'CLAUDE_AGENT_SDK_VERSION',
  ],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
      'CLAUDE_CODE_USE_FOUNDRY',
    ],
    files: [
      { path: '.claude/.credentials.json', folderVariable: 'CLAUDE_CONFIG_DIR', field: 'claudeAiOauth' },
      { path: '.claude/settings.json', folderVariable: 'CLAUDE_CONFIG_DIR', field: 'apiKeyHelper' },
    ],
    elsewhere: { darwin: 'On macOS Claude Code keeps its login in the Keychain, which is not looked at.' },
  },
};
