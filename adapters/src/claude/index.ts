/** Claude Code: one conversation over stream-json with its control protocol, or one prompt and its answer. */
import { type Adapter, type Capabilities, defineAdapter, type Mode } from '@agent-mux/core';
import { TOLD_BY_PROMPT } from '../shared/untold-usage.ts';
import { claudeCommand, claudeNotes } from './command.ts';
import { AUTH_GUIDANCE } from './dialect/auth-guidance.ts';
import { BIDI_EVENTS, ONESHOT_EVENTS, WHOLE_EVENTS } from './dialect/event-claims.ts';
import {
  CHECKPOINTS,
  CLAUDE_RESERVED,
  type ClaudeMode,
  createClaudeDialect,
  recognizeCommand,
} from './dialect/index.ts';
import { TESTED_VERSIONS } from './dialect/tested-versions.ts';
import { claudeSessions } from './session.ts';

const COMMON = {
  canResume: true,
  canFork: true,
  rewinds: ['resume', 'fork'],
  priorTurns: 'read',
  supportsNoSession: true,
  supportsTextStreaming: true,
  supportsToolCallStreaming: true,
  supportsThinkingStreaming: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  supportsThinkingBudgetTokens: true,
  systemPromptModes: ['append', 'replace'],
  sandboxes: ['read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off'],
  nativeOptions: ['args', 'config', 'env'],
  supportsMCP: true,
  supportsOutputSchema: true,
  supportsSkills: true,
  supportsAgentsMd: true,
  supportsFileAttachments: true,
  supportsMaxTurns: true,
  supportsMaxTokens: true,
  maxCost: 'native',
} as const satisfies Partial<Capabilities>;

const BIDI: Capabilities = {
  ...COMMON,
  supportsMultiTurn: true,
  supportsSteering: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  supportsQuestions: true,
  supportsHostTools: true,
  supportsImageInput: true,
  interrupt: 'protocol',
  events: BIDI_EVENTS,
};

const ONESHOT: Capabilities = {
  ...COMMON,
  supportsMultiTurn: false,
  supportsSteering: false,
  // Nobody can be asked.
  approvalModes: ['yolo', 'deny'],
  supportsQuestions: false,
  supportsImageInput: false,
  interrupt: 'signal',
  events: ONESHOT_EVENTS,
};

// Answers come whole: less output, and nothing to see until a message is complete.
const WHOLE: Capabilities = {
  ...ONESHOT,
  supportsTextStreaming: false,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: false,
  supportsMaxTokens: false,
  events: WHOLE_EVENTS,
};

export const claude: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'claude',
  displayName: 'Claude Code',
  cliCommand: 'claude',
  testedVersions: TESTED_VERSIONS,
  recordedEnv: [CHECKPOINTS],
  // What Claude Code gives to the shells, MCP servers and IDE terminals that it starts, and looks for at its own start.
  hostMarkers: [
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_CODE_SESSION_ATTENDED',
    'CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS',
    'CLAUDE_CODE_CHILD_NOTES_DIR',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'CLAUDE_CODE_SSE_PORT',
    'CLAUDE_AGENT_SDK_VERSION',
  ],
  modes: [
    mode('bidi', BIDI),
    // 2.1.197 drops what a slow reader has not taken when it exits.
    { ...mode('oneshot', ONESHOT), eagerRead: true },
    { ...whole(mode('oneshot', WHOLE)), eagerRead: true },
  ],
  sessions: claudeSessions,
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g @anthropic-ai/claude-code' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
      'CLAUDE_CODE_USE_FOUNDRY',
    ],
    files: [
      { path: '.claude/.credentials.json', folderVariable: 'CLAUDE_CONFIG_DIR', field: 'claudeAiOauth' },
      { path: '.claude/settings.json', folderVariable: 'CLAUDE_CONFIG_DIR', field: 'apiKeyHelper' },
    ],
    elsewhere: { darwin: 'On macOS Claude Code keeps its login in the Keychain, which is not looked at.' },
  },
});

function mode(name: ClaudeMode, capabilities: Capabilities): Mode {
  return {
    name,
    capabilities,
    transport: 'lines',
    command: (options, context) => claudeCommand(name, options, context),
    dialect: (options, context) => createClaudeDialect(name, options, context),
    notes: (options) => claudeNotes(name, options),
    reserved: CLAUDE_RESERVED,
    recognize: (argv) => recognizeCommand(name, argv),
  };
}

// The same command without partial messages, which is what `stream: false` asks of it.
function whole({ capabilities, transport, command, dialect, notes, reserved }: Mode): Mode {
  return {
    name: 'oneshot-whole',
    capabilities,
    transport,
    command: (options, context) => command({ ...options, stream: false }, context),
    dialect: (options, context) => dialect({ ...options, stream: false }, context),
    notes: (options) => notes?.(options) ?? [],
    ...(reserved === undefined ? {} : { reserved }),
    refusals: { maxTokens: TOLD_BY_PROMPT },
  };
}
