/** pi: a conversation over its RPC mode, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import {
  createFamilyDialect,
  FAMILY_CAPABILITIES,
  FAMILY_RESERVED,
  type FamilyMode,
  recognizeWords,
} from '../pi-family/index.ts';
import { READS_NOTHING } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { piCommand, piNotes } from './command.ts';
import { PI } from './rpc/dialect.ts';
import { piSessions } from './session.ts';
import { JSON_EVENTS, RPC_EVENTS } from './shared/events.ts';

// Only extensions ask, and pi comes with none that does.
const RPC: CapabilityClaims = { ...FAMILY_CAPABILITIES.rpc, events: RPC_EVENTS };
const JSON_LINES: CapabilityClaims = { ...FAMILY_CAPABILITIES.json, events: JSON_EVENTS };

export const pi: Adapter = defineAdapter({
  ...ABOUT,
  modes: [mode('rpc', RPC), mode('json', JSON_LINES)],
  sessions: piSessions,
});

function mode(name: FamilyMode, capabilities: CapabilityClaims): ModeDefinition {
  return {
    name,
    capabilities,
    command: (options, context) => piCommand(name, options, context),
    dialect: (options) => createFamilyDialect(PI, name, options),
    notes: (options) => piNotes(name, options),
    refusals: {
      ...(name === 'rpc' ? { hostTools: 'its RPC takes no tools; extensions of pi add some' } : READS_NOTHING),
      outputSchema: 'pi has no flag or command that takes a schema of the answer',
      sandbox: 'pi has no sandbox of its own',
      nativeConfig: 'pi reads settings from its files only',
    },
    reserved: FAMILY_RESERVED,
    recognize: (argv) => recognizeWords(name, argv.slice(1)),
  };
}
