/** Chooses the parts of the proof to run. */
import type { NamedGround, PartState } from './judge-parts.ts';

export interface Choice {
  /** Names of parts, and beginnings of names: `live`, `mutants:events`. @defaultValue all */
  readonly only?: readonly string[];
  /** Whether to run valid parts too. @defaultValue false */
  readonly force?: boolean;
}

export function chooseParts<Part extends NamedGround>(
  states: readonly PartState<Part>[],
  { only, force = false }: Choice,
): readonly PartState<Part>[] {
  const names = states.map(({ part }) => part.name);
  const unknown = only?.filter((wanted) => !names.some((name) => isNamed(name, wanted))) ?? [];
  if (unknown.length > 0) {
    throw new Error(`The proof has no part ${unknown.join(', ')}. It has: ${names.join(', ')}.`);
  }
  return states
    .filter(({ part }) => only === undefined || only.some((wanted) => isNamed(part.name, wanted)))
    .filter(({ state }) => force || state !== 'fresh');
}

function isNamed(name: string, wanted: string): boolean {
  return name === wanted || name.startsWith(`${wanted}:`);
}
