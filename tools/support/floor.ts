/** The least that is expected of each agent, by category: the levels of the event specification. */
import type { EventCategory } from '@agent-mux/events';

export type Level = 'Full' | 'Partial' | 'Minimal' | 'Turn only' | 'No';

/** The agents in the order of the columns. */
const AGENTS = [
  'claude',
  'codex',
  'gemini',
  'copilot',
  'cursor',
  'opencode',
  'pi',
  'omp',
  'openclaw',
  'hermes',
] as const;

const F = 'Full';
const P = 'Partial';
const N = 'No';
const M = 'Minimal';
const T = 'Turn only';

/** The levels by category, under the names of the specification and ours. */
const ROWS: readonly (readonly [EventCategory, readonly Level[]])[] = [
  ['session', [F, P, P, M, P, F, F, F, F, F]],
  ['turn', [F, F, F, T, T, F, F, F, F, F]],
  ['text', [F, F, F, F, F, F, F, F, F, F]],
  ['thinking', [F, F, F, N, N, F, F, F, F, F]],
  ['tool', [F, F, F, P, F, F, F, F, F, F]],
  ['file', [F, F, F, F, P, F, F, F, F, F]],
  ['shell', [F, F, F, N, P, F, F, F, F, F]],
  ['mcp', [F, N, P, N, F, F, F, F, F, F]],
  ['subagent', [F, N, N, N, N, N, P, P, F, N]],
  ['plugin', [P, N, N, N, F, F, F, F, F, N]],
  ['skill', [F, N, N, N, F, F, F, F, F, N]],
  ['multimodal', [F, P, F, N, F, P, P, P, F, P]],
  ['cost', [F, F, F, N, N, F, F, F, F, F]],
  ['interaction', [F, F, F, P, F, F, F, F, F, F]],
  ['rate_limit', [F, F, F, P, P, F, F, F, F, F]],
  ['run_lifecycle', [F, F, F, F, F, F, F, F, F, F]],
  ['error', [F, F, F, F, F, F, F, F, F, F]],
  ['debug', [F, F, F, F, F, F, F, F, F, F]],
];

export const FLOOR_AGENTS: readonly string[] = AGENTS;

/** The level; undefined for an agent that the specification does not contain. */
export function floorOf(agent: string, category: EventCategory): Level | undefined {
  const column = FLOOR_AGENTS.indexOf(agent);
  return ROWS.find(([name]) => name === category)?.[1][column];
}
