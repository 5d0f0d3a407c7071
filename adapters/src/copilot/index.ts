/** GitHub Copilot CLI: a conversation over its SDK protocol or the Agent Client Protocol, or one prompt and its events. */
import {
  type Adapter,
  type CapabilityClaims,
  type Dialect,
  defineAdapter,
  type ModeContext,
  type ModeDefinition,
  type ResolvedOptions,
} from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import { NO_TOOLS_OVER_ACP, NO_USAGE, READS_NOTHING, USAGE_BY_PROMPT } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { acpQuirks } from './acp/dialect.ts';
import { copilotCommand, copilotNotes } from './command.ts';
import { createJsonlDialect } from './jsonl/dialect.ts';
import { createSdkDialect } from './sdk/dialect.ts';
import { copilotSessions } from './session.ts';
import { ACP_EVENTS, JSONL_EVENTS, SDK_EVENTS } from './shared/events.ts';
import { type CopilotMode, recognizeCommand } from './shared/recognize.ts';
import { COPILOT_RESERVED } from './shared/reserved.ts';

const COMMON = {
  canResume: true,
  nativeOptions: ['args', 'env'],
  supportsTextStreaming: true,
  supportsToolCallStreaming: true,
  supportsThinkingStreaming: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  supportsMCP: true,
  supportsSkills: true,
  supportsFileAttachments: true,
} as const satisfies Partial<CapabilityClaims>;

const SDK: CapabilityClaims = {
  ...COMMON,
  canFork: true,
  rewinds: ['resume', 'fork'],
  priorTurns: 'read',
  supportsHostTools: true,
  supportsMultiTurn: true,
  supportsSteering: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  sandboxes: ['read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off'],
  supportsQuestions: true,
  systemPromptModes: ['append', 'replace'],
  supportsAgentsMd: true,
  supportsImageInput: true,
  supportsMaxTokens: true,
  maxCost: 'told',
  interrupt: 'protocol',
  events: SDK_EVENTS,
};

const JSONL: CapabilityClaims = {
  ...COMMON,
  priorTurns: 'read',
  // Nobody can be asked in this mode.
  approvalModes: ['yolo', 'deny'],
  // Images come only from a file, and one that is given as data has none.
  supportsImageInput: false,
  events: JSONL_EVENTS,
};

// This mode reports less than SDK mode: no names of tools, no pieces of their input, no money.
const ACP: CapabilityClaims = {
  ...COMMON,
  priorTurns: 'told',
  supportsMultiTurn: true,
  supportsToolCallStreaming: false,
  approvalModes: ['prompt', 'yolo', 'deny'],
  supportsImageInput: true,
  interrupt: 'protocol',
  events: ACP_EVENTS,
};

const UNTOLD_USAGE = { sdk: {}, jsonl: NO_USAGE, acp: USAGE_BY_PROMPT } as const satisfies Record<CopilotMode, object>;
const UNTAKEN_TOOLS = { sdk: {}, jsonl: READS_NOTHING, acp: NO_TOOLS_OVER_ACP } as const satisfies Record<
  CopilotMode,
  object
>;

export const copilot: Adapter = defineAdapter({
  ...ABOUT,
  modes: [mode('sdk', SDK), mode('jsonl', JSONL), mode('acp', ACP)],
  sessions: copilotSessions,
});

function mode(name: CopilotMode, capabilities: CapabilityClaims): ModeDefinition {
  return {
    name,
    capabilities,
    transport: name === 'sdk' ? 'content-length' : 'lines',
    command: (options, context) => copilotCommand(name, options, context),
    dialect: (options, context) => createDialect(name, options, context),
    // As seen in 1.0.102, session-state/ and the index of sessions lie in COPILOT_HOME with everything else.
    refusals: {
      ...UNTOLD_USAGE[name],
      ...UNTAKEN_TOOLS[name],
      outputSchema: 'Copilot CLI has no flag that is known to take a schema of the answer',
      noSession: 'Copilot CLI writes every session below COPILOT_HOME, where its login and settings are kept too',
      sandbox: 'Copilot CLI takes what its sandbox allows from the settings of the user in this mode',
      nativeConfig: 'Copilot CLI reads settings from its files only',
    },
    notes: (options) => copilotNotes(name, options),
    reserved: COPILOT_RESERVED,
    recognize: (argv) => recognizeCommand(name, argv),
  };
}

function createDialect(name: CopilotMode, options: ResolvedOptions, context: ModeContext): Dialect {
  switch (name) {
    case 'sdk':
      return createSdkDialect(options, context);
    case 'jsonl':
      return createJsonlDialect(options, context);
    case 'acp':
      return createAcpDialect(acpQuirks(), options);
    default:
      return name satisfies never;
  }
}
