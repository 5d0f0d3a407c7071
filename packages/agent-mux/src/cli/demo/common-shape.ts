/** What several streams have in common: the event types of all of them, and the longest order that they share. */
import type { AgentEvent } from '@agent-mux/events';
import { align } from './align.ts';

type Type = AgentEvent['type'];

export interface CommonShape {
  /** The types in the order that all streams share; direct repetitions count once. */
  readonly order: readonly Type[];
  /** Types that every stream has. */
  readonly shared: readonly Type[];
  /** Types of all streams together. */
  readonly all: readonly Type[];
}

/** Types whose number depends on the network, not on what was done. */
const UNSTEADY: ReadonlySet<Type> = new Set([
  'text_delta',
  'thinking_delta',
  'tool_input_delta',
  'shell_stdout_delta',
  'shell_stderr_delta',
  'debug',
  'log',
]);

export function findCommonShape(streams: readonly (readonly Type[])[]): CommonShape {
  const [first = [], ...others] = streams.map(outline);
  const sets = streams.map((types) => new Set(types));
  const all = [...new Set(streams.flat())].sort();
  return {
    order: others.reduce(longestCommon, first),
    shared: all.filter((type) => sets.every((set) => set.has(type))),
    all,
  };
}

function outline(types: readonly Type[]): readonly Type[] {
  const steady = types.filter((type) => !UNSTEADY.has(type));
  return steady.filter((type, index) => type !== steady[index - 1]);
}

/** The longest sequence that occurs in both, possibly with gaps; direct repetitions count once. */
function longestCommon(a: readonly Type[], b: readonly Type[]): readonly Type[] {
  const common = align(a, b).flatMap(({ item, in: place }) => (place === 'both' ? [item] : []));
  return common.filter((type, index) => type !== common[index - 1]);
}
