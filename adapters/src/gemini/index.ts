/** Gemini CLI: a conversation over the Agent Client Protocol, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { NO_TOOLS_OVER_ACP, READS_NOTHING, USAGE_BY_PROMPT, USAGE_BY_RUN } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { acpQuirks } from './acp/dialect.ts';
import { acpCommand, acpNotes, streamJsonCommand, streamJsonNotes } from './command.ts';
import { geminiSessions } from './session.ts';
import { ACP_EVENTS, STREAM_JSON_EVENTS } from './shared/events.ts';
import { recognizeCommand } from './shared/recognize.ts';
import { GEMINI_RESERVED } from './shared/reserved.ts';
import { createStreamJsonDialect } from './stream-json/dialect.ts';

const ACP: CapabilityClaims = {
  canResume: true,
  priorTurns: 'told',
  supportsMultiTurn: true,
  supportsTextStreaming: true,
  // Each thought comes whole, and is a block of its own (0.61.0).
  supportsThinkingStreaming: false,
  approvalModes: ['prompt', 'yolo', 'deny'],
  sandboxes: ['off'],
  nativeOptions: ['args', 'env'],
  supportsThinking: true,
  systemPromptModes: ['replace'],
  supportsMCP: true,
  supportsSkills: true,
  supportsImageInput: true,
  supportsFileAttachments: true,
  // Gemini CLI's own limit stands in settings, and 0.61.0 reads those of a run only from files and folders that are root's.
  supportsMaxTurns: false,
  interrupt: 'protocol',
  events: ACP_EVENTS,
};

const STREAM_JSON: CapabilityClaims = {
  ...ACP,
  priorTurns: 'read',
  supportsMultiTurn: false,
  // Nobody can be asked in this mode.
  approvalModes: ['yolo', 'deny'],
  supportsThinking: false,
  // The servers of the user's settings are there; a single run has no way to name one.
  supportsMCP: false,
  supportsImageInput: false,
  interrupt: 'signal',
  events: STREAM_JSON_EVENTS,
};

// As seen in 0.61.0, only GEMINI_CLI_HOME moves the chats, and it moves the login and the settings with them.
const REFUSALS = {
  outputSchema: 'Gemini CLI has no flag that takes a schema of the answer, and ACP has no field for one',
  noSession: 'Gemini CLI writes every session below its home folder, where its login and settings are kept too',
  sandbox:
    'for its sandbox Gemini CLI reads all of its input, starts itself anew in a container or under Seatbelt, and puts what it has read on the command line there, so that nobody can talk to it',
  nativeConfig: 'Gemini CLI reads settings from files of the user, of the project, and of root only',
};

const acp: ModeDefinition = {
  name: 'acp',
  capabilities: ACP,
  command: acpCommand,
  dialect: (options) => createAcpDialect(acpQuirks(options), options),
  refusals: { ...REFUSALS, ...USAGE_BY_PROMPT, ...NO_TOOLS_OVER_ACP },
  notes: acpNotes,
  reserved: GEMINI_RESERVED,
  recognize: (argv) => recognizeCommand('acp', argv),
};

const streamJson: ModeDefinition = {
  name: 'stream-json',
  capabilities: STREAM_JSON,
  // Gemini CLI drops at its exit what a pipe has not taken yet, however fast somebody reads: of 2 MB a few hundred KB arrive (0.61.0). A file
  // takes all.
  stdout: 'file',
  eagerRead: true,
  command: streamJsonCommand,
  dialect: (options) => createStreamJsonDialect(options),
  refusals: { ...REFUSALS, ...USAGE_BY_RUN, ...READS_NOTHING },
  notes: streamJsonNotes,
  reserved: GEMINI_RESERVED,
  recognize: (argv) => recognizeCommand('stream-json', argv),
};

export const gemini: Adapter = defineAdapter({
  ...ABOUT,
  modes: [acp, streamJson],
  sessions: geminiSessions,
});
