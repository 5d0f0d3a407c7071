/** omp: a conversation over its RPC mode, or one prompt and its answer. */
import { type Adapter, type Capabilities, defineAdapter, type Mode } from '@agent-mux/core';
import { FAMILY_CAPABILITIES } from '../pi-family/capabilities.ts';
import type { FamilyMode } from '../pi-family/family.ts';
import { createFamilyDialect } from '../pi-family/family-dialect.ts';
import { recognizeWords } from '../pi-family/recognize-words.ts';
import { FAMILY_RESERVED } from '../pi-family/reserved-options.ts';
import { PROVIDER_KEYS } from '../shared/provider-keys.ts';
import { ompCommand, ompNotes } from './command.ts';
import { AUTH_GUIDANCE, JSON_EVENTS, OMP, RPC_EVENTS, TESTED_VERSIONS } from './dialect/index.ts';
import { ompSessions } from './session.ts';

const RPC: Capabilities = {
  ...FAMILY_CAPABILITIES.rpc,
  supportsMCP: true,
  supportsHostTools: true,
  events: RPC_EVENTS,
};
const JSON_LINES: Capabilities = {
  ...FAMILY_CAPABILITIES.json,
  supportsMCP: true,
  // Its lines do not say to which call a piece of input belongs.
  supportsToolCallStreaming: false,
  events: JSON_EVENTS,
};

export const omp: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'omp',
  displayName: 'omp',
  cliCommand: 'omp',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['OMPCODE'],
  modes: [mode('rpc', RPC), mode('json', JSON_LINES)],
  sessions: ompSessions,
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
});

function mode(name: FamilyMode, capabilities: Capabilities): Mode {
  return {
    name,
    capabilities,
    transport: 'lines',
    command: (options, context) => ompCommand(name, options, context),
    dialect: (options) => createFamilyDialect(OMP, name, options),
    notes: (options) => ompNotes(name, options),
    refusals: {
      sandbox: 'omp has no sandbox of its own',
      nativeConfig: 'omp reads settings from its files only',
    },
    reserved: FAMILY_RESERVED,
    recognize: (argv) => recognizeWords(name, afterProgram(argv)),
  };
}

/** The program may be bun with omp's script. */
function afterProgram(argv: readonly string[]): readonly string[] {
  return argv.slice(argv[1]?.endsWith('.js') === true ? 2 : 1);
}
