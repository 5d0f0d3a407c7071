/** omp as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { PROVIDER_KEYS } from '../shared/index.ts';

/** What to do when omp has no key, or one that is refused. */
export const AUTH_GUIDANCE =
  'Start `omp` and type /login, or set the API key of the provider in the environment, e.g. ANTHROPIC_API_KEY.';

/** Versions of omp that the fixtures were recorded with, newest first. */
const TESTED_VERSIONS: readonly string[] = ['18.2.3'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'omp',
  displayName: 'omp',
  cliCommand: 'omp',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['OMPCODE'],
  install: [
    {
      platform: 'all',
      type: 'npm',
      command: 'npm install -g @oh-my-pi/pi-coding-agent',
      notes: 'Needs bun 1.3.14 or later on the PATH.',
    },
  ],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [],
    elsewhere: {
      linux: 'omp keeps its logins in a database, which is not looked at.',
      darwin: 'omp keeps its logins in a database, which is not looked at.',
      win32: 'omp keeps its logins in a database, which is not looked at.',
    },
  },
};
