/** omp: a conversation over its RPC mode, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import {
  createFamilyDialect,
  FAMILY_CAPABILITIES,
  type FamilyMode,
  OMP_RESERVED,
  recognizeWords,
} from '../pi-family/index.ts';
import { READS_NOTHING } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { ompCommand, ompNotes } from './command.ts';
import { OMP } from './rpc/dialect.ts';
import { ompSessions } from './session.ts';
import { JSON_EVENTS, RPC_EVENTS } from './shared/events.ts';

const RPC: CapabilityClaims = {
  ...FAMILY_CAPABILITIES.rpc,
  supportsMCP: true,
  supportsHostTools: true,
  events: RPC_EVENTS,
};
const JSON_LINES: CapabilityClaims = {
  ...FAMILY_CAPABILITIES.json,
  supportsMCP: true,
  // The lines do not say to which call a piece of input belongs.
  supportsToolCallStreaming: false,
  events: JSON_EVENTS,
};

export const omp: Adapter = defineAdapter({
  ...ABOUT,
  modes: [mode('rpc', RPC), mode('json', JSON_LINES)],
  sessions: ompSessions,
});

function mode(name: FamilyMode, capabilities: CapabilityClaims): ModeDefinition {
  return {
    name,
    capabilities,
    command: (options, context) => ompCommand(name, options, context),
    dialect: (options) => createFamilyDialect(OMP, name, options),
    notes: (options) => ompNotes(name, options),
    refusals: {
      ...(name === 'rpc' ? {} : READS_NOTHING),
      outputSchema: 'omp has no flag or command that takes a schema of the answer',
      sandbox: 'omp has no sandbox of its own',
      nativeConfig: 'omp reads settings from its files only',
    },
    reserved: OMP_RESERVED,
    recognize: (argv) => recognizeWords(name, afterProgram(argv)),
  };
}

/** The words after the program, which may be bun with omp's script. */
function afterProgram(argv: readonly string[]): readonly string[] {
  return argv.slice(argv[1]?.endsWith('.js') === true ? 2 : 1);
}
