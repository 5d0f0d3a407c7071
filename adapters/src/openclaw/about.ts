/** OpenClaw as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { PROVIDER_KEYS } from '../shared/index.ts';

/** What to do when OpenClaw has no usable key. */
export const AUTH_GUIDANCE =
  'Put a key for the model provider into openclaw.json or the environment (`openclaw configure`). After a refused key OpenClaw waits about a minute before it tries it again.';

/** What to do when the gateway does not let its client in. */
export const GATEWAY_GUIDANCE =
  'Give the secret of the gateway: `gateway.auth.token` in the openclaw.json that the client reads, or OPENCLAW_GATEWAY_TOKEN in its environment. `openclaw gateway status` shows what is wrong.';

/** The versions of OpenClaw that recordings were made with. */
export const TESTED_VERSIONS: readonly string[] = ['2026.9.6'];

const LOGINS =
  'OpenClaw keeps its logins in a database and may have keys in openclaw.json, neither of which is looked at.';

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'openclaw',
  displayName: 'OpenClaw',
  cliCommand: 'openclaw',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: [],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g openclaw', notes: 'Needs Node 24.16 or later.' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [],
    elsewhere: { linux: LOGINS, darwin: LOGINS, win32: LOGINS },
  },
};
