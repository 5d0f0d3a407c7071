/** Hermes Agent over the Agent Client Protocol. It follows samples and notes of its users, and was never run here. */
import { type Adapter, type CapabilityClaims, defineAdapter } from '@agent-mux/core';
import { createAcpDialect } from '../acp/index.ts';
import {
  APPROVALS,
  BASICS,
  NO_TOOLS_OVER_ACP,
  SHELL,
  STEPS,
  THINKING,
  TOOLS,
  USAGE_BY_PROMPT,
} from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { hermesQuirks } from './acp/dialect.ts';
import { HERMES_RESERVED, hermesCommand, hermesNotes, recognizeHermes } from './command.ts';

const ACP: CapabilityClaims = {
  canResume: true,
  canFork: true,
  priorTurns: 'told',
  supportsMultiTurn: true,
  supportsSteering: true,
  supportsTextStreaming: true,
  supportsThinkingStreaming: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  nativeOptions: ['args', 'env'],
  supportsThinking: true,
  supportsMCP: true,
  supportsImageInput: true,
  interrupt: 'protocol',
  events: [
    ...BASICS,
    ...STEPS,
    ...THINKING,
    ...TOOLS,
    ...SHELL,
    ...APPROVALS,
    'session_resume',
    'cost',
    'token_usage',
    'interrupted',
    'auth_error',
    'debug',
    'log',
    'stream_fallback',
  ],
};

export const hermes: Adapter = defineAdapter({
  ...ABOUT,
  modes: [
    {
      name: 'acp',
      capabilities: ACP,
      command: hermesCommand,
      dialect: (options) => createAcpDialect(hermesQuirks(options), options),
      refusals: {
        ...USAGE_BY_PROMPT,
        ...NO_TOOLS_OVER_ACP,
        outputSchema: 'Hermes Agent has no flag that is known to take a schema of the answer',
        noSession: 'Hermes Agent has no flag or setting that is known to keep a session off the disk',
        sandbox: 'Hermes Agent works where its own configuration says, and no client or flag',
        nativeConfig: 'Hermes Agent reads settings from its files only',
      },
      reserved: HERMES_RESERVED,
      notes: hermesNotes,
      recognize: recognizeHermes,
    },
  ],
});
