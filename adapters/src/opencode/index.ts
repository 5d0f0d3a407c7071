/** opencode: a conversation over the Agent Client Protocol, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';

import { NO_TOOLS_OVER_ACP, READS_NOTHING, USAGE_BY_PROMPT } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { acpQuirks } from './acp/dialect.ts';
import { acpCommand, OPENCODE_RESERVED, opencodeNotes, runCommand } from './command.ts';
import { createRunDialect } from './run/dialect.ts';
import { ACP_EVENTS, RUN_EVENTS } from './shared/events.ts';
import { recognizeCommand } from './shared/recognize.ts';

const COMMON = {
  canResume: true,
  canFork: true,
  supportsNoSession: true,
  nativeOptions: ['args', 'config', 'env'],
  supportsThinking: true,
  supportsMCP: true,
  supportsSkills: true,
} as const satisfies Partial<CapabilityClaims>;

const ACP: CapabilityClaims = {
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

const RUN: CapabilityClaims = {
  ...COMMON,
  // Parts come whole.
  supportsTextStreaming: false,
  // Nobody can be asked, so opencode refuses what it would ask about.
  approvalModes: ['yolo', 'deny'],
  supportsMaxTokens: true,
  maxCost: 'told',
  events: RUN_EVENTS,
};

const REFUSALS = {
  outputSchema: 'neither `opencode run` nor `opencode acp` takes a schema of the answer',
  sandbox: 'opencode has no sandbox of its own',
};

export const opencode: Adapter = defineAdapter({
  ...ABOUT,
  modes: [
    {
      name: 'acp',
      capabilities: ACP,
      command: acpCommand,
      dialect: (options) => createAcpDialect(acpQuirks(), options),
      notes: opencodeNotes,
      refusals: { ...REFUSALS, ...USAGE_BY_PROMPT, ...NO_TOOLS_OVER_ACP },
      reserved: OPENCODE_RESERVED,
      recognize: (argv) => recognizeCommand('acp', argv),
    },
    {
      name: 'run',
      capabilities: RUN,
      command: runCommand,
      dialect: createRunDialect,
      notes: opencodeNotes,
      refusals: { ...REFUSALS, ...READS_NOTHING },
      reserved: OPENCODE_RESERVED,
      recognize: (argv) => recognizeCommand('run', argv),
    },
  ],
});
