/** pi as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';
import { PROVIDER_KEYS } from '../shared/index.ts';

/** What to do when pi has no key, or one that is refused. */
export const AUTH_GUIDANCE =
  'Start `pi` and type /login, or set the API key of the provider in the environment, e.g. ANTHROPIC_API_KEY.';

/** Versions of pi that the fixtures were recorded with, newest first. */
const TESTED_VERSIONS: readonly string[] = ['0.73.1'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'pi',
  displayName: 'pi',
  cliCommand: 'pi',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['PI_CODING_AGENT'],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @mariozechner/pi-coding-agent' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [{ path: '.pi/agent/auth.json', folderVariable: 'PI_CODING_AGENT_DIR' }],
    settings: [{ path: '.pi/agent/models.json', folderVariable: 'PI_CODING_AGENT_DIR' }],
  },
};
