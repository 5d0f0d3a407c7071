/** OpenClaw: one prompt and its answer, without a gateway. */
import { type Adapter, type Capabilities, defineAdapter, type Mode } from '@agent-mux/core';
import { BASICS } from '../shared/event-families.ts';
import { PROVIDER_KEYS } from '../shared/provider-keys.ts';
import { type OpenclawMode, openclawCommand, openclawNotes, recognizeOpenclaw } from './command.ts';
import { AUTH_GUIDANCE, createOpenclawDialect } from './dialect.ts';

const COMMON = {
  canFork: false,
  supportsMultiTurn: false,
  supportsSteering: false,
  supportsTextStreaming: false,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: false,
  // What its tools may do is in its configuration; without a gateway nobody is asked, and no flag restricts it.
  approvalModes: ['yolo'],
  supportsQuestions: false,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: [],
  supportsMCP: false,
  supportsSkills: false,
  supportsAgentsMd: false,
  supportsImageInput: false,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
  interrupt: 'signal',
} as const satisfies Partial<Capabilities>;

const EVENTS = [
  ...BASICS,
  'token_usage',
  'cost',
  'stream_fallback',
  'debug',
  'log',
] as const satisfies Capabilities['events'];

const LOGINS =
  'OpenClaw keeps its logins in a database and may have keys in openclaw.json, neither of which is looked at.';

export const openclaw: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'openclaw',
  displayName: 'OpenClaw',
  cliCommand: 'openclaw',
  testedVersions: ['2026.9.6'],
  hostMarkers: [],
  modes: [
    // First, since only its sessions can be resumed.
    mode('local', {
      ...COMMON,
      canResume: true,
      supportsNoSession: false,
      events: [...EVENTS, 'session_resume', 'agentdoc_read', 'auth_error', 'error', 'interrupted', 'aborted'],
    }),
    mode('exec', {
      ...COMMON,
      canResume: false,
      supportsNoSession: true,
      events: [...EVENTS, 'auth_error', 'context_exceeded', 'error', 'crash', 'paused', 'resumed', 'timeout'],
    }),
  ],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g openclaw', notes: 'Needs Node 24.16 or later.' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [],
    elsewhere: { linux: LOGINS, darwin: LOGINS, win32: LOGINS },
  },
});

function mode(name: OpenclawMode, capabilities: Capabilities): Mode {
  return {
    name,
    capabilities,
    transport: 'document',
    command: (options, context) => openclawCommand(name, options, context),
    dialect: (options) => createOpenclawDialect(options),
    // 2026.9.6 takes another state folder only with all that lies there, the logins too; `agent exec` makes one of its own.
    refusals: {
      noSession: 'it keeps its session in the database of the logins; mode "exec" keeps none',
    },
    notes: (options) => openclawNotes(name, options),
    recognize: (argv) => recognizeOpenclaw(name, argv),
  };
}
