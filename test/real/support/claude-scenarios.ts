/** Which scenarios Claude Code is played through, in which modes, and which of them on the older version too. */
import { SCENARIOS, type Scenario } from '@agent-mux/testkit';

export type ClaudeMode = 'bidi' | 'oneshot' | 'oneshot-whole';

/** They need somebody to talk to: follow-ups, questions, hooks of the host, a control protocol. */
const ONLY_BIDI: ReadonlySet<string> = new Set([
  'agentdoc',
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
]);

/** They end before a conversation begins. */
const ONLY_ONESHOT: ReadonlySet<string> = new Set(['auth-missing', 'bad-flag']);

/** They need a mode that does not stream. */
const ONLY_WHOLE: ReadonlySet<string> = new Set(['text-buffered']);

/** The most telling ones: the versions differ in each of them, or much hangs on it. */
export const OLDER_CLAUDE_SCENARIOS: readonly string[] = [
  'text',
  'thinking',
  'tool-shell-fail',
  'tools-parallel',
  'file-edit',
  'mcp-tool',
  'mcp-tool-error',
  'subagent',
  'subagent-background',
  'approval-granted',
  'input-required',
  'auth-error',
  'refusal',
  'stream-cut',
  'interrupt-continue',
  'interrupt-tool',
  'compaction',
];

export function claudeModesOf({ name }: Pick<Scenario, 'name'>): readonly ClaudeMode[] {
  if (ONLY_WHOLE.has(name)) return ['oneshot-whole'];
  if (ONLY_BIDI.has(name)) return ['bidi'];
  return ONLY_ONESHOT.has(name) ? ['oneshot'] : ['bidi', 'oneshot'];
}

/** All of them, each with its modes. */
export const CLAUDE_SCENARIOS: readonly (readonly [Scenario, readonly ClaudeMode[]])[] = SCENARIOS.map((scenario) => [
  scenario,
  claudeModesOf(scenario),
]);
