/** OpenClaw: a conversation with its gateway, or one prompt and its answer without one. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { BASICS, NO_TOOLS_OVER_ACP, NO_USAGE, READS_NOTHING, USAGE_BY_RUN } from '../shared/index.ts';

import { ABOUT } from './about.ts';
import { gatewayQuirks } from './acp/dialect.ts';
import {
  type DocumentMode,
  documentCommand,
  documentNotes,
  gatewayCommand,
  gatewayNotes,
  OPENCLAW_RESERVED,
  recognizeDocument,
  recognizeGateway,
} from './command.ts';
import { createDocumentDialect } from './local/dialect.ts';
import { GATEWAY_EVENTS } from './shared/events.ts';

const GATEWAY: CapabilityClaims = {
  canResume: true,
  priorTurns: 'told',
  supportsMultiTurn: true,
  // A second prompt cancels the first (2026.9.6).
  supportsSteering: false,
  supportsTextStreaming: true,
  // The gateway sends its clients only the text of an answer, whatever the session's settings for reasoning (2026.9.6).
  supportsThinkingStreaming: false,
  // The gateway's own settings say which commands are asked about, and no client can keep it from writing files.
  approvalModes: ['prompt', 'yolo'],
  nativeOptions: ['args', 'env'],
  supportsThinking: true,
  // Only some models have the level `max`.
  thinkingEffortLevels: ['low', 'medium', 'high'],
  supportsModelChoice: false,
  supportsImageInput: true,
  interrupt: 'protocol',
  events: GATEWAY_EVENTS,
};

const COMMON = {
  // The configuration of OpenClaw says what its tools may do; without a gateway nobody is asked, and no flag restricts it.
  approvalModes: ['yolo'],
  nativeOptions: ['args', 'env'],
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
} as const satisfies Partial<CapabilityClaims>;

const EVENTS = [
  ...BASICS,
  'token_usage',
  'cost',
  'stream_fallback',
  'debug',
  'log',
] as const satisfies CapabilityClaims['events'];

const REFUSALS = {
  outputSchema: 'no client or flag of OpenClaw sets a schema of the answer',
  sandbox: 'the configuration of OpenClaw says where its agents work, and no client or flag',
  nativeConfig: 'OpenClaw reads settings from its own files only',
};

export const openclaw: Adapter = defineAdapter({
  ...ABOUT,
  modes: [
    {
      name: 'acp',
      capabilities: GATEWAY,
      // The gateway starts the commands. Its client, ended by SIGTERM, leaves without a word if it has not come to hear of the
      // signal, and the commands run on (2026.9.6).
      worksElsewhere: true,
      command: gatewayCommand,
      dialect: (options) => createAcpDialect(gatewayQuirks(options), options),
      reserved: OPENCLAW_RESERVED,
      refusals: {
        ...REFUSALS,
        ...NO_USAGE,
        ...NO_TOOLS_OVER_ACP,
        noSession: 'the gateway keeps its sessions; mode "exec" keeps none',
        model: 'the gateway has a model of its own, set with `openclaw models set`; modes "exec" and "local" take one',
        mcp: 'the gateway has MCP servers of its own, set with `openclaw mcp`, and takes none from a client',
      },
      notes: gatewayNotes,
      recognize: recognizeGateway,
    },
    // This mode comes before the other one without a gateway, since only its sessions can be resumed.
    documentMode('local', {
      ...COMMON,
      canResume: true,
      events: [...EVENTS, 'session_resume', 'agentdoc_read', 'auth_error', 'error', 'interrupted', 'aborted'],
    }),
    documentMode('exec', {
      ...COMMON,
      supportsNoSession: true,
      events: [...EVENTS, 'auth_error', 'context_exceeded', 'error', 'crash', 'paused', 'resumed', 'timeout'],
    }),
  ],
});

function documentMode(name: DocumentMode, capabilities: CapabilityClaims): ModeDefinition {
  return {
    name,
    capabilities,
    transport: 'document',
    command: (options, context) => documentCommand(name, options, context),
    dialect: (options) => createDocumentDialect(options),
    // 2026.9.6 moves its state folder only with everything in it, the logins too; `agent exec` makes one of its own.
    reserved: OPENCLAW_RESERVED,
    refusals: {
      ...REFUSALS,
      ...USAGE_BY_RUN,
      ...READS_NOTHING,
      noSession: 'it keeps its session in the database of the logins; mode "exec" keeps none',
    },
    notes: (options) => documentNotes(name, options),
    recognize: (argv) => recognizeDocument(name, argv),
  };
}
