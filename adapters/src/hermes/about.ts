/** Hermes Agent as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';

/** What to do when Hermes Agent has no model to ask. */
export const AUTH_GUIDANCE = 'Run `hermes model` to choose a provider and to store its key, or `hermes acp --setup`.';

/** The version of the samples: the adapter was never run on a real one. */
const TESTED_VERSIONS: readonly string[] = ['0.17.0'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'hermes',
  displayName: 'Hermes Agent',
  cliCommand: 'hermes',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: [],
  install: [
    {
      platform: 'all',
      type: 'manual',
      command: 'https://github.com/NousResearch/hermes-agent',
      notes: 'The npm package hermes-agent is a launcher by somebody else.',
    },
  ],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: [],
    files: [],
    // The first file contains the model, the second the keys, if they are not in the environment.
    settings: ['config.yaml', '.env'].map((name) => ({ path: `.hermes/${name}`, folderVariable: 'HERMES_HOME' })),
  },
};
