/** Cursor CLI as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';

/** What to do when nobody is logged in. */
export const AUTH_GUIDANCE = 'Run `cursor-agent login`, or set CURSOR_API_KEY.';

const LOGINS = '`cursor-agent login` keeps its login where it is not looked for.';

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'cursor',
  displayName: 'Cursor CLI',
  cliCommand: 'cursor-agent',
  // This is the version of the samples: the adapter was never run on a real one.
  testedVersions: ['2026.07.20'],
  hostMarkers: ['CURSOR_AGENT'],
  install: [{ platform: 'all', type: 'curl', command: 'curl https://cursor.com/install -fsS | bash' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: ['CURSOR_API_KEY'],
    files: [],
    // The file exists before anybody logs in, because it contains the permissions too.
    settings: [{ path: '.cursor/cli-config.json', folderVariable: 'CURSOR_CONFIG_DIR' }],
    elsewhere: { linux: LOGINS, darwin: LOGINS, win32: LOGINS },
  },
};
