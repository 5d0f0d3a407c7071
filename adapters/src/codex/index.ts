/** OpenAI Codex: a conversation over its app-server, or one prompt and its answer. */
import { type Adapter, type Capabilities, defineAdapter, type Mode } from '@agent-mux/core';
import { appServerCommand, codexNotes } from './command.ts';
import { AUTH_GUIDANCE } from './dialect/auth-guidance.ts';
import { APP_SERVER_EVENTS } from './dialect/event-claims.ts';
import { EXEC_MODE } from './dialect/exec-mode.ts';
import { createAppServerDialect, recognizeAppServer } from './dialect/index.ts';
import { APP_SERVER_RESERVED } from './dialect/reserved-options.ts';
import { TESTED_VERSIONS } from './dialect/tested-versions.ts';
import { codexSessions } from './session.ts';

const APP_SERVER: Capabilities = {
  canResume: true,
  canFork: true,
  rewinds: ['resume', 'fork'],
  priorTurns: 'read',
  supportsNoSession: true,
  supportsMultiTurn: true,
  supportsSteering: true,
  supportsTextStreaming: true,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  sandboxes: ['read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off'],
  nativeOptions: ['args', 'config', 'env'],
  supportsQuestions: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: ['append', 'replace'],
  supportsMCP: true,
  supportsHostTools: true,
  supportsOutputSchema: true,
  supportsSkills: true,
  supportsAgentsMd: true,
  supportsImageInput: true,
  supportsFileAttachments: true,
  supportsMaxTurns: false,
  supportsMaxTokens: true,
  maxCost: 'priced',
  interrupt: 'protocol',
  events: APP_SERVER_EVENTS,
};

const appServer: Mode = {
  name: 'app-server',
  capabilities: APP_SERVER,
  transport: 'lines',
  command: appServerCommand,
  dialect: createAppServerDialect,
  notes: codexNotes,
  reserved: APP_SERVER_RESERVED,
  recognize: recognizeAppServer,
};

export const codex: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'codex',
  displayName: 'Codex',
  cliCommand: 'codex',
  testedVersions: TESTED_VERSIONS,
  // What Codex gives to the commands that it runs, and its wrapper to it.
  hostMarkers: [
    'CODEX_CI',
    'CODEX_SANDBOX',
    'CODEX_SANDBOX_NETWORK_DISABLED',
    'CODEX_SESSION_ID',
    'CODEX_THREAD_ID',
    'CODEX_TOOL_CALL_ID',
    'CODEX_VERSION',
    'CODEX_INTERNAL_ORIGINATOR_OVERRIDE',
    'CODEX_MANAGED_BY_NPM',
    'CODEX_MANAGED_BY_BUN',
    'CODEX_MANAGED_BY_PNPM',
    'CODEX_MANAGED_PACKAGE_ROOT',
  ],
  modes: [appServer, EXEC_MODE],
  sessions: codexSessions,
  install: [
    { platform: 'all', type: 'npm', command: 'npm install -g @openai/codex' },
    { platform: 'darwin', type: 'brew', command: 'brew install --cask codex' },
  ],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    // 0.169 takes CODEX_API_KEY only for exec, and OPENAI_API_KEY only at `codex login --with-api-key`.
    variables: [],
    files: [{ path: '.codex/auth.json', folderVariable: 'CODEX_HOME' }],
    settings: [{ path: '.codex/config.toml', folderVariable: 'CODEX_HOME' }],
  },
});
