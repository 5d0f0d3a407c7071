/** pi: a conversation over its RPC mode, or one prompt and its answer. */
import { type Adapter, type Capabilities, defineAdapter, type Mode } from '@agent-mux/core';
import { FAMILY_CAPABILITIES } from '../pi-family/capabilities.ts';
import type { FamilyMode } from '../pi-family/family.ts';
import { createFamilyDialect } from '../pi-family/family-dialect.ts';
import { recognizeWords } from '../pi-family/recognize-words.ts';
import { FAMILY_RESERVED } from '../pi-family/reserved-options.ts';
import { PROVIDER_KEYS } from '../shared/provider-keys.ts';
import { piCommand, piNotes } from './command.ts';
import { AUTH_GUIDANCE, JSON_EVENTS, PI, RPC_EVENTS, TESTED_VERSIONS } from './dialect/index.ts';
import { piSessions } from './session.ts';

// The questions are those of its extensions: none comes with it that asks.
const RPC: Capabilities = { ...FAMILY_CAPABILITIES.rpc, supportsMCP: false, events: RPC_EVENTS };
const JSON_LINES: Capabilities = { ...FAMILY_CAPABILITIES.json, supportsMCP: false, events: JSON_EVENTS };

export const pi: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'pi',
  displayName: 'pi',
  cliCommand: 'pi',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['PI_CODING_AGENT'],
  modes: [mode('rpc', RPC), mode('json', JSON_LINES)],
  sessions: piSessions,
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @mariozechner/pi-coding-agent' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [{ path: '.pi/agent/auth.json', folderVariable: 'PI_CODING_AGENT_DIR' }],
    settings: [{ path: '.pi/agent/models.json', folderVariable: 'PI_CODING_AGENT_DIR' }],
  },
});

function mode(name: FamilyMode, capabilities: Capabilities): Mode {
  return {
    name,
    capabilities,
    transport: 'lines',
    command: (options, context) => piCommand(name, options, context),
    dialect: (options) => createFamilyDialect(PI, name, options),
    notes: (options) => piNotes(name, options),
    refusals: {
      sandbox: 'pi has no sandbox of its own',
      nativeConfig: 'pi reads settings from its files only',
    },
    reserved: FAMILY_RESERVED,
    recognize: (argv) => recognizeWords(name, argv.slice(1)),
  };
}
