/** opencode: a conversation over the Agent Client Protocol, or one prompt and its answer. */
import { type Adapter, type Capabilities, defineAdapter } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { PROVIDER_KEYS } from '../shared/provider-keys.ts';
import { USAGE_BY_PROMPT } from '../shared/untold-usage.ts';
import { acpCommand, OPENCODE_RESERVED, opencodeNotes, runCommand } from './command.ts';
import {
  ACP_EVENTS,
  AUTH_GUIDANCE,
  acpQuirks,
  createRunDialect,
  RUN_EVENTS,
  recognizeCommand,
  TESTED_VERSIONS,
} from './dialect/index.ts';

const COMMON = {
  canResume: true,
  canFork: true,
  supportsNoSession: true,
  supportsSteering: false,
  nativeOptions: ['args', 'config', 'env'],
  supportsToolCallStreaming: false,
  supportsQuestions: false,
  supportsThinking: true,
  thinkingEffortLevels: [],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: [],
  supportsMCP: true,
  supportsSkills: true,
  supportsAgentsMd: false,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
} as const satisfies Partial<Capabilities>;

const ACP: Capabilities = {
  ...COMMON,
  priorTurns: 'told',
  supportsMultiTurn: true,
  supportsTextStreaming: true,
  supportsThinkingStreaming: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  supportsImageInput: true,
  interrupt: 'protocol',
  events: ACP_EVENTS,
};

const RUN: Capabilities = {
  ...COMMON,
  supportsMultiTurn: false,
  // Parts come whole.
  supportsTextStreaming: false,
  supportsThinkingStreaming: false,
  // Nobody can be asked: what would be asked about is refused.
  approvalModes: ['yolo', 'deny'],
  supportsImageInput: false,
  supportsMaxTokens: true,
  maxCost: 'told',
  interrupt: 'signal',
  events: RUN_EVENTS,
};

const REFUSALS = { sandbox: 'opencode has no sandbox of its own' };

export const opencode: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'opencode',
  displayName: 'opencode',
  cliCommand: 'opencode',
  testedVersions: TESTED_VERSIONS,
  hostMarkers: ['OPENCODE'],
  modes: [
    {
      name: 'acp',
      capabilities: ACP,
      transport: 'lines',
      command: acpCommand,
      dialect: (options) => createAcpDialect(acpQuirks(), options),
      notes: opencodeNotes,
      refusals: { ...REFUSALS, ...USAGE_BY_PROMPT },
      reserved: OPENCODE_RESERVED,
      recognize: (argv) => recognizeCommand('acp', argv),
    },
    {
      name: 'run',
      capabilities: RUN,
      transport: 'lines',
      command: runCommand,
      dialect: createRunDialect,
      notes: opencodeNotes,
      refusals: REFUSALS,
      reserved: OPENCODE_RESERVED,
      recognize: (argv) => recognizeCommand('run', argv),
    },
  ],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g opencode-ai' }],
  authGuidance: AUTH_GUIDANCE,
  auth: {
    variables: PROVIDER_KEYS,
    files: [
      {
        path: '.local/share/opencode/auth.json',
        folderVariable: 'XDG_DATA_HOME',
        folderPath: 'opencode/auth.json',
      },
    ],
    settings: ['opencode.json', 'opencode.jsonc'].map((name) => ({
      path: `.config/opencode/${name}`,
      folderVariable: 'XDG_CONFIG_HOME',
      folderPath: `opencode/${name}`,
    })),
  },
});
