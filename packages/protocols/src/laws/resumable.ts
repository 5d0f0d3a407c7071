/** The state is plain JSON, and a stream that is cut off still ends well. */
import type { SourceEntry } from '../model/index.ts';
import { type Broken, createChance, findDifference, foldAll, pickPlaces, type Subject, toLines } from './subject.ts';

export interface Places {
  /** How many places of a long journal are tried; a shorter one is tried everywhere. @defaultValue 50 */
  readonly places?: number;
  /** The seed of the random places. @defaultValue 1 */
  readonly seed?: number;
}

/** A state that is written down after an entry and read again gives the same outputs. */
export function isResumable<Out, State>(
  subject: Subject<Out, State>,
  entries: readonly SourceEntry[],
  { places = 50, seed = 1 }: Places = {},
): Broken {
  const { projection } = subject;
  const whole = toLines(foldAll(subject, entries));
  const wanted = new Set(pickPlaces(entries.length, places, createChance(seed)));
  const outputs: Out[] = [];
  let state = projection.init();
  for (let place = 0; place <= entries.length; place += 1) {
    if (wanted.has(place)) {
      const odd = findOdd(state, 'state');
      if (odd !== undefined) {
        return [`After ${place} entries ${odd} is no plain JSON.`];
      }
      state = JSON.parse(JSON.stringify(state));
    }
    const entry = entries[place];
    if (entry !== undefined) {
      projection.step(state, entry, (out) => outputs.push(out));
    }
  }
  projection.end(state, (out) => outputs.push(out));
  const difference = findDifference(whole, toLines(outputs));
  return difference === undefined ? [] : [`With its state through JSON ${difference}`];
}

/** A stream that is cut anywhere satisfies the checker once the end has added its outputs. */
export function endsWell<Out, State>(
  subject: Subject<Out, State>,
  entries: readonly SourceEntry[],
  { places = 50, seed = 1 }: Places = {},
): Broken {
  const broken: string[] = [];
  for (const place of new Set([...pickPlaces(entries.length, places, createChance(seed)), entries.length])) {
    const found = subject.check(foldAll(subject, entries.slice(0, place)));
    for (const { rule, message, place: at } of found) {
      broken.push(`Cut after ${place} entries, output ${at ?? 'at the end'} breaks ${rule}: ${message}`);
    }
  }
  return broken;
}

/** The path of a value that JSON does not have: a Map, a class, undefined, NaN. */
function findOdd(value: unknown, path: string): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') {
    return undefined;
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : path;
  }
  if (typeof value !== 'object') {
    return path;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
    return path;
  }
  for (const [name, inner] of Object.entries(value)) {
    const odd = findOdd(inner, `${path}.${name}`);
    if (odd !== undefined) {
      return odd;
    }
  }
  return undefined;
}
