/** Claude Code: one conversation over stream-json with its control protocol, or one prompt and its answer. */
import { type Adapter, type CapabilityClaims, defineAdapter, type ModeDefinition } from '@agent-mux/core';
import { READS_NOTHING, TOLD_BY_PROMPT } from '../shared/index.ts';
import { ABOUT } from './about.ts';
import { claudeCommand, claudeNotes } from './command.ts';
import { claudeSessions } from './session.ts';
import { BIDI_EVENTS, ONESHOT_EVENTS, WHOLE_EVENTS } from './shared/events.ts';
import { recognizeCommand } from './shared/recognize.ts';
import { CLAUDE_RESERVED, ONESHOT_RESERVED } from './shared/reserved.ts';
import { createClaudeDialect } from './stream-json/dialect.ts';
import type { ClaudeMode } from './stream-json/parts.ts';

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
} as const satisfies Partial<CapabilityClaims>;

const BIDI: CapabilityClaims = {
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

const ONESHOT: CapabilityClaims = {
  ...COMMON,
  // Nobody can be asked in this mode.
  approvalModes: ['yolo', 'deny'],
  events: ONESHOT_EVENTS,
};

// Answers come whole: there is less output, and nothing to see until a message is complete.
const WHOLE: CapabilityClaims = {
  ...ONESHOT,
  supportsTextStreaming: false,
  supportsToolCallStreaming: false,
  supportsThinkingStreaming: false,
  supportsMaxTokens: false,
  events: WHOLE_EVENTS,
};

export const claude: Adapter = defineAdapter({
  ...ABOUT,
  modes: [
    mode('bidi', BIDI),
    // 2.1.197 drops what a slow reader has not taken when it exits.
    { ...mode('oneshot', ONESHOT), eagerRead: true },
    { ...whole(mode('oneshot', WHOLE)), eagerRead: true },
  ],
  sessions: claudeSessions,
});

function mode(name: ClaudeMode, capabilities: CapabilityClaims): ModeDefinition {
  return {
    name,
    capabilities,
    command: (options, context) => claudeCommand(name, options, context),
    dialect: (options, context) => createClaudeDialect(name, options, context),
    notes: (options) => claudeNotes(name, options),
    refusals: name === 'bidi' ? {} : READS_NOTHING,
    reserved: name === 'bidi' ? CLAUDE_RESERVED : ONESHOT_RESERVED,
    recognize: (argv) => recognizeCommand(name, argv),
  };
}

// The same command without partial messages, which is what `stream: false` asks of it.
function whole({ recognize: _, ...mode }: ModeDefinition): ModeDefinition {
  return {
    ...mode,
    name: 'oneshot-whole',
    command: (options, context) => mode.command({ ...options, stream: false }, context),
    dialect: (options, context) => mode.dialect({ ...options, stream: false }, context),
    refusals: { ...mode.refusals, maxTokens: TOLD_BY_PROMPT },
  };
}
