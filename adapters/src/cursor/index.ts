/** Cursor CLI: a conversation over the Agent Client Protocol, or one prompt and its answer. Not run here: after public samples. */
import { type Adapter, type Capabilities, defineAdapter } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { NO_USAGE, USAGE_BY_PROMPT } from '../shared/untold-usage.ts';
import {
  acpCommand,
  CURSOR_RESERVED,
  cursorNotes,
  recognizeCursor,
  streamJsonCommand,
  streamJsonNotes,
} from './command.ts';
import { ACP_EVENTS, AUTH_GUIDANCE, acpQuirks, createStreamJsonDialect, STREAM_JSON_EVENTS } from './dialect/index.ts';

const COMMON = {
  canResume: true,
  canFork: false,
  supportsNoSession: false,
  supportsSteering: false,
  supportsTextStreaming: true,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: true,
  sandboxes: ['workspace-write', 'off'],
  nativeOptions: ['args', 'env'],
  supportsQuestions: false,
  supportsThinking: true,
  thinkingEffortLevels: [],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: [],
  supportsSkills: false,
  supportsAgentsMd: false,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
} as const satisfies Partial<Capabilities>;

const ACP: Capabilities = {
  ...COMMON,
  supportsMultiTurn: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  // Users report that the servers of session/new are blocked without a word: forum.cursor.com/t/153823.
  supportsMCP: false,
  supportsImageInput: true,
  interrupt: 'protocol',
  events: ACP_EVENTS,
};

const STREAM_JSON: Capabilities = {
  ...COMMON,
  supportsMultiTurn: false,
  // Nobody can be asked.
  approvalModes: ['yolo', 'deny'],
  supportsMCP: false,
  supportsImageInput: false,
  interrupt: 'signal',
  events: STREAM_JSON_EVENTS,
};

const LOGINS = '`cursor-agent login` keeps its login where it is not looked for.';

const REFUSALS = {
  noSession: 'Cursor CLI has no flag or setting that is known to keep a session off the disk',
  sandbox: 'Cursor CLI has a flag for one sandbox only: commands write to the folder and reach no network',
  nativeConfig: 'Cursor CLI reads settings from its files only',
};

export const cursor: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'cursor',
  displayName: 'Cursor CLI',
  cliCommand: 'cursor-agent',
  // That of the samples: the adapter was never run on a real one.
  testedVersions: ['2026.07.20'],
  hostMarkers: ['CURSOR_AGENT'],
  modes: [
    {
      name: 'acp',
      capabilities: ACP,
      transport: 'lines',
      command: acpCommand,
      dialect: (options) => createAcpDialect(acpQuirks(), options),
      refusals: { ...REFUSALS, ...NO_USAGE },
      notes: cursorNotes,
      reserved: CURSOR_RESERVED,
      recognize: (argv) => recognizeCursor('acp', argv),
    },
    {
      name: 'stream-json',
      capabilities: STREAM_JSON,
      transport: 'lines',
      command: streamJsonCommand,
      dialect: createStreamJsonDialect,
      refusals: { ...REFUSALS, ...USAGE_BY_PROMPT },
      notes: streamJsonNotes,
      reserved: CURSOR_RESERVED,
      recognize: (argv) => recognizeCursor('stream-json', argv),
    },
  ],
  install: [{ platform: 'all', type: 'curl', command: 'curl https://cursor.com/install -fsS | bash' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: ['CURSOR_API_KEY'],
    files: [],
    // There before anybody logs in: it holds the permissions too.
    settings: [{ path: '.cursor/cli-config.json', folderVariable: 'CURSOR_CONFIG_DIR' }],
    elsewhere: { linux: LOGINS, darwin: LOGINS, win32: LOGINS },
  },
});
