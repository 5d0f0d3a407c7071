/** Copilot CLI as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { PROVIDER_SECRETS, PROVIDER_SETTINGS } from './sdk/provider.ts';

/** What to do when Copilot CLI is not logged in. */
export const AUTH_GUIDANCE =
  'Run `copilot login`, or set COPILOT_GITHUB_TOKEN (or GH_TOKEN, GITHUB_TOKEN). With a model provider of your own set COPILOT_PROVIDER_BASE_URL and COPILOT_PROVIDER_API_KEY.';

/** Versions that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['1.0.102'];

const STORED = '`copilot login` keeps its login where it is not looked for; `gh auth login` counts too.';

const LOGINS = { linux: STORED, darwin: STORED, win32: STORED } as const;

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'copilot',
  displayName: 'GitHub Copilot CLI',
  cliCommand: 'copilot',
  testedVersions: TESTED_VERSIONS,
  recordedEnv: PROVIDER_SETTINGS,
  spokenEnv: PROVIDER_SECRETS,
  hostMarkers: [],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @github/copilot' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_BASE_URL'],
    files: [],
    elsewhere: LOGINS,
  },
};
