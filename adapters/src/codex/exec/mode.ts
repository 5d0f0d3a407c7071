/** The mode `exec` of Codex: one prompt, whole items, and nobody to ask. */
import type { CapabilityClaims, ModeDefinition } from '@agent-mux/core';
import { READS_NOTHING, USAGE_BY_RUN } from '../../shared/index.ts';
import { EXEC_EVENTS } from '../shared/events.ts';
import { EXEC_RESERVED } from '../shared/reserved.ts';
import { execCommand, execNotes, recognizeExec } from './command.ts';
import { createExecDialect } from './dialect.ts';
import { EFFORT_LEVELS } from './effort.ts';

const CAPABILITIES: CapabilityClaims = {
  canResume: true,
  canFork: true,
  priorTurns: 'read',
  supportsNoSession: true,
  // The mode never asks: either everything is allowed, or only reading in a sandbox.
  approvalModes: ['yolo', 'deny'],
  sandboxes: ['read-only', 'workspace-write', 'workspace-write+network', 'off'],
  nativeOptions: ['args', 'config', 'env'],
  supportsThinking: true,
  thinkingEffortLevels: EFFORT_LEVELS,
  systemPromptModes: ['append', 'replace'],
  supportsMCP: true,
  supportsOutputSchema: true,
  supportsSkills: true,
  supportsAgentsMd: true,
  // The mode takes images as files only, and reports no more than their names.
  supportsImageInput: false,
  supportsFileAttachments: true,
  events: EXEC_EVENTS,
};

export const EXEC_MODE: ModeDefinition = {
  name: 'exec',
  capabilities: CAPABILITIES,
  command: execCommand,
  dialect: createExecDialect,
  notes: execNotes,
  refusals: {
    ...USAGE_BY_RUN,
    ...READS_NOTHING,
    sandbox: 'codex exec has a network in its sandbox only where it may write to the folder',
  },
  reserved: EXEC_RESERVED,
  recognize: recognizeExec,
};
