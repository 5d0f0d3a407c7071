/** Which scenarios Claude Code is played through, in which modes, and which of them on the older version too. */
import { SCENARIOS, type Scenario } from '@agent-mux/testkit';

export type ClaudeMode = 'bidi' | 'oneshot';

/** They need somebody to talk to: follow-ups, questions, a control protocol. */
const ONLY_BIDI: readonly string[] = [
  'approval-subagent',
  'image-input',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-modified-input',
  'approval-parallel',
  'approval-interrupt',
  'approval-timeout',
  'input-required',
  'input-required-declined',
  'elicitation',
  'plan-mode',
  'multi-turn',
  'queued',
  'steer',
  'checkpoint',
  'error-then-continue',
  'context-warning',
  'compaction',
  'compaction-auto',
  'interrupt-continue',
];

/** `text-buffered` needs output without deltas; the others end before a conversation begins. */
const ONLY_ONESHOT: readonly string[] = ['text-buffered', 'auth-missing', 'bad-flag'];

/** The most telling ones: the versions differ in each of them, or much hangs on it. */
export const OLDER_CLAUDE_SCENARIOS: readonly string[] = [
  'text',
  'thinking',
  'tools-parallel',
  'file-edit',
  'mcp-tool-error',
  'subagent',
  'subagent-background',
  'approval-granted',
  'input-required',
  'refusal',
  'stream-cut',
  'interrupt-continue',
  'interrupt-tool',
  'compaction',
];

export function claudeModesOf({ name }: Scenario): readonly ClaudeMode[] {
  if (ONLY_BIDI.includes(name)) return ['bidi'];
  return ONLY_ONESHOT.includes(name) ? ['oneshot'] : ['bidi', 'oneshot'];
}

/** All of them, each with its modes. */
export const CLAUDE_SCENARIOS: readonly (readonly [Scenario, readonly ClaudeMode[]])[] = SCENARIOS.map((scenario) => [
  scenario,
  claudeModesOf(scenario),
]);
