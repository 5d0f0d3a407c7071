/** Compares the event types that a mode claims with those that fixtures show. */
import type { Adapter } from '@agent-mux/core';
import type { NormalEvent } from '../fixtures/index.ts';

/** What the fixtures of a mode show: each event type with the first fixture that has it. */
export type ModeEvents = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function listEventTypes(
  fixtures: Iterable<{ readonly modeName: string; readonly title: string; readonly golden: readonly NormalEvent[] }>,
): ModeEvents {
  const modes = new Map<string, Map<string, string>>();
  for (const { modeName, title, golden } of fixtures) {
    const types = modes.get(modeName) ?? new Map<string, string>();
    modes.set(modeName, types);
    for (const { type } of golden) {
      if (typeof type === 'string' && !types.has(type)) {
        types.set(type, title);
      }
    }
  }
  return modes;
}

/** Events that the runtime makes itself, whichever CLI it runs: a mode may claim them, and need not. */
const OF_THE_RUNTIME: ReadonlySet<string> = new Set(['stream_fallback', 'paused', 'resumed', 'aborted', 'timeout']);

/** Finds claims that no fixture proves, and events that no claim has. */
export function findClaimProblems({ modes }: Pick<Adapter, 'modes'>, shown: ModeEvents): string[] {
  return modes.flatMap(({ name, capabilities: { events } }) => {
    const types = shown.get(name) ?? new Map<string, string>();
    const claimed = new Set<string>(events);
    return [
      ...events.filter((type) => !types.has(type)).map((type) => `${name} claims ${type}, and no fixture shows it.`),
      ...[...types]
        .filter(([type]) => !claimed.has(type) && !OF_THE_RUNTIME.has(type))
        .map(([type, title]) => `${name} does not claim ${type}, and ${title} shows it.`),
    ];
  });
}
