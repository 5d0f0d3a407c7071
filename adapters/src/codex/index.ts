/** OpenAI Codex: a conversation over its app-server, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import { ABOUT } from './about.ts';
import { createAppServerDialect } from './app-server/dialect.ts';
import { appServerCommand, codexNotes } from './command.ts';
import { EXEC_MODE } from './exec/mode.ts';
import { codexSessions } from './session.ts';
import { APP_SERVER_EVENTS } from './shared/events.ts';
import { recognizeAppServer } from './shared/recognize.ts';
import { APP_SERVER_RESERVED } from './shared/reserved.ts';

const APP_SERVER: CapabilityClaims = {
  canResume: true,
  canFork: true,
  rewinds: ['resume', 'fork'],
  priorTurns: 'read',
  supportsNoSession: true,
  supportsMultiTurn: true,
  supportsSteering: true,
  supportsTextStreaming: true,
  supportsThinkingStreaming: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  sandboxes: ['read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off'],
  nativeOptions: ['args', 'config', 'env'],
  supportsQuestions: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  systemPromptModes: ['append', 'replace'],
  supportsMCP: true,
  supportsHostTools: true,
  supportsOutputSchema: true,
  supportsSkills: true,
  supportsAgentsMd: true,
  supportsImageInput: true,
  supportsFileAttachments: true,
  supportsMaxTokens: true,
  maxCost: 'priced',
  interrupt: 'protocol',
  events: APP_SERVER_EVENTS,
};

const appServer: ModeDefinition = {
  name: 'app-server',
  capabilities: APP_SERVER,
  command: appServerCommand,
  dialect: createAppServerDialect,
  notes: codexNotes,
  reserved: APP_SERVER_RESERVED,
  recognize: recognizeAppServer,
};

export const codex: Adapter = defineAdapter({
  ...ABOUT,
  modes: [appServer, EXEC_MODE],
  sessions: codexSessions,
});
