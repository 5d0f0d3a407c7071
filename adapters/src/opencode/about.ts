/** opencode as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { PROVIDER_KEYS } from '../shared/index.ts';

/** What to do when the provider has no usable key. */
export const AUTH_GUIDANCE =
  'Run `opencode auth login`, or set the key of the provider in the environment or in opencode.json.';

/** Versions that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['1.18.33'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'opencode',
  displayName: 'opencode',
  cliCommand: 'opencode',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['OPENCODE'],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g opencode-ai' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [
      {
        path: '.local/share/opencode/auth.json',
        folderVariable: 'XDG_DATA_HOME',
        folderPath: 'opencode/auth.json',
      },
    ],
    settings: ['opencode.json', 'opencode.jsonc'].map((name) => ({
      path: `.config/opencode/${name}`,
      folderVariable: 'XDG_CONFIG_HOME',
      folderPath: `opencode/${name}`,
    })),
  },
};
