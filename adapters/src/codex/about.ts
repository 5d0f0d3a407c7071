/** Codex as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';

/** What to do when Codex is not logged in. Codex 0.169.0 takes no key of OpenAI's from the environment. */
export const AUTH_GUIDANCE =
  'Run `codex login` (with `--with-api-key` it reads a key from stdin), or set the variable that `env_key` of your model provider names.';

/** Versions of Codex that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['0.169.0'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'codex',
  displayName: 'Codex',
  cliCommand: 'codex',
  testedVersions: TESTED_VERSIONS,
  // Codex gives these variables to the commands that it runs, and its wrapper gives them to Codex.
  hostMarkers: [
    'CODEX_CI',
    'CODEX_SANDBOX',
    'CODEX_SANDBOX_NETWORK_DISABLED',
    'CODEX_SESSION_ID',
    'CODEX_THREAD_ID',
    'CODEX_TOOL_CALL_ID',
    'CODEX_VERSION',
    'CODEX_INTERNAL_ORIGINATOR_OVERRIDE',
    'CODEX_MANAGED_BY_NPM',
    'CODEX_MANAGED_BY_BUN',
    'CODEX_MANAGED_BY_PNPM',
    'CODEX_MANAGED_PACKAGE_ROOT',
  ],
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @openai/codex' },
    { platform: 'darwin', type: 'brew', command: 'brew install --cask codex' },
  ],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    // 0.169 takes CODEX_API_KEY only for exec, and OPENAI_API_KEY only at `codex login --with-api-key`.
    variables: [],
    files: [{ path: '.codex/auth.json', folderVariable: 'CODEX_HOME' }],
    settings: [{ path: '.codex/config.toml', folderVariable: 'CODEX_HOME' }],
  },
};
