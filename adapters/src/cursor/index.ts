/**
 * Cursor CLI: a conversation over the Agent Client Protocol, or one prompt and its answer. It follows public samples and was never run
 * here.
 */
import { type Adapter, type CapabilityClaims, defineAdapter } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { NO_TOOLS_OVER_ACP, NO_USAGE, READS_NOTHING, USAGE_BY_PROMPT } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { acpQuirks } from './acp/dialect.ts';
import {
  acpCommand,
  CURSOR_RESERVED,
  cursorNotes,
  recognizeCursor,
  streamJsonCommand,
  streamJsonNotes,
} from './command.ts';
import { ACP_EVENTS, STREAM_JSON_EVENTS } from './shared/events.ts';
import { createStreamJsonDialect } from './stream-json/dialect.ts';

const COMMON = {
  canResume: true,
  supportsTextStreaming: true,
  supportsThinkingStreaming: true,
  sandboxes: ['workspace-write', 'off'],
  nativeOptions: ['args', 'env'],
  supportsThinking: true,
} as const satisfies Partial<CapabilityClaims>;

const ACP: CapabilityClaims = {
  ...COMMON,
  supportsMultiTurn: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  // Users report that the servers of session/new are blocked without a word: forum.cursor.com/t/153823.
  supportsMCP: false,
  supportsImageInput: true,
  interrupt: 'protocol',
  events: ACP_EVENTS,
};

const STREAM_JSON: CapabilityClaims = {
  ...COMMON,
  // Nobody can be asked in this mode.
  approvalModes: ['yolo', 'deny'],
  events: STREAM_JSON_EVENTS,
};

const REFUSALS = {
  outputSchema: 'Cursor CLI has no flag that is known to take a schema of the answer',
  noSession: 'Cursor CLI has no flag or setting that is known to keep a session off the disk',
  sandbox: 'Cursor CLI has a flag for one sandbox only: commands write to the folder and reach no network',
  nativeConfig: 'Cursor CLI reads settings from its files only',
};

export const cursor: Adapter = defineAdapter({
  ...ABOUT,
  modes: [
    {
      name: 'acp',
      capabilities: ACP,
      command: acpCommand,
      dialect: (options) => createAcpDialect(acpQuirks(), options),
      refusals: { ...REFUSALS, ...NO_USAGE, ...NO_TOOLS_OVER_ACP },
      notes: cursorNotes,
      reserved: CURSOR_RESERVED,
      recognize: (argv) => recognizeCursor('acp', argv),
    },
    {
      name: 'stream-json',
      capabilities: STREAM_JSON,
      command: streamJsonCommand,
      dialect: createStreamJsonDialect,
      refusals: { ...REFUSALS, ...USAGE_BY_PROMPT, ...READS_NOTHING },
      notes: streamJsonNotes,
      reserved: CURSOR_RESERVED,
      recognize: (argv) => recognizeCursor('stream-json', argv),
    },
  ],
});
