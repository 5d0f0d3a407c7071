/** Gemini CLI as a program: its name and versions, how it is installed, and how one logs in. */
import type { AdapterDefinition } from '@agent-mux/core';

/** What to do when Gemini CLI is not logged in. */
export const AUTH_GUIDANCE =
  'Run `gemini` once and log in, or set GEMINI_API_KEY (or GOOGLE_API_KEY with GOOGLE_GENAI_USE_VERTEXAI=true for Vertex AI).';

/** The versions of Gemini CLI that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['0.61.0'];

export const ABOUT: Omit<AdapterDefinition, 'modes' | 'sessions'> = {
  specVersion: 1,
  agent: 'gemini',
  displayName: 'Gemini CLI',
  cliCommand: 'gemini',
  testedVersions: TESTED_VERSIONS,
  // What Gemini CLI gives to the shells and MCP servers that it starts.
  hostMarkers: ['GEMINI_CLI'],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @google/gemini-cli' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    files: [{ path: '.gemini/oauth_creds.json', homeVariable: 'GEMINI_CLI_HOME' }],
    settings: [{ path: '.gemini/settings.json', homeVariable: 'GEMINI_CLI_HOME', field: 'security.auth.selectedType' }],
  },
};
