/** What the two modes of pi and of omp can do, except for their events and MCP. */
import type { CapabilityClaims } from '@agent-mux/core';
import type { FamilyMode } from './family.ts';

type FamilyCapabilities = Omit<CapabilityClaims, 'events'>;

const COMMON = {
  canResume: true,
  canFork: true,
  priorTurns: 'read',
  supportsNoSession: true,
  nativeOptions: ['args', 'env'],
  supportsTextStreaming: true,
  supportsToolCallStreaming: true,
  supportsThinkingStreaming: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low', 'medium', 'high', 'max'],
  systemPromptModes: ['append', 'replace'],
  supportsSkills: true,
  supportsAgentsMd: true,
  supportsFileAttachments: true,
  supportsMaxTokens: true,
  maxCost: 'told',
} as const satisfies Partial<CapabilityClaims>;

export const FAMILY_CAPABILITIES: Readonly<Record<FamilyMode, FamilyCapabilities>> = {
  rpc: {
    ...COMMON,
    // Both agents begin a session of their own where they rewind.
    rewinds: ['fork'],
    supportsMultiTurn: true,
    supportsSteering: true,
    approvalModes: ['prompt', 'yolo', 'deny'],
    supportsQuestions: true,
    supportsImageInput: true,
    interrupt: 'protocol',
  },
  json: {
    ...COMMON,
    // Nobody can be asked in this mode.
    approvalModes: ['yolo', 'deny'],
  },
};
