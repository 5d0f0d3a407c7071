/** Determinism and purity: the entries alone decide, and they stay as they are. */
import type { SourceEntry } from '../model/index.ts';
import { type Broken, findDifference, foldAll, type Subject, toLines } from './subject.ts';

/** Two folds of the same entries say the same. */
export function isDeterministic<Out, State>(subject: Subject<Out, State>, entries: readonly SourceEntry[]): Broken {
  const difference = findDifference(toLines(foldAll(subject, entries)), toLines(foldAll(subject, entries)));
  return difference === undefined ? [] : [`A second fold differs: ${difference}`];
}

/** The entries are frozen, and clock, random numbers and timers throw while it folds. */
export function isPure<Out, State>(subject: Subject<Out, State>, entries: readonly SourceEntry[]): Broken {
  const restore = forbid();
  try {
    for (const entry of entries) {
      deepFreeze(entry);
    }
    foldAll(subject, entries);
    return [];
  } catch (error) {
    return [`The fold is not pure: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    restore();
  }
}

const IMPURE: readonly (readonly [string, string])[] = [
  ['Date', 'now'],
  ['Math', 'random'],
  ['performance', 'now'],
  ['globalThis', 'setTimeout'],
  ['globalThis', 'setInterval'],
  ['globalThis', 'setImmediate'],
  ['globalThis', 'queueMicrotask'],
];

function forbid(): () => void {
  const owners = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
  const restores = IMPURE.map(([ownerName, name]) => {
    const owner = owners[ownerName];
    const kept = owner?.[name];
    if (owner === undefined || typeof kept !== 'function') {
      return () => {};
    }
    owner[name] = () => {
      throw new Error(`it called ${ownerName}.${name}`);
    };
    return () => {
      owner[name] = kept;
    };
  });
  return () => {
    for (const restore of restores) {
      restore();
    }
  };
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) {
    return;
  }
  Object.freeze(value);
  for (const inner of Object.values(value)) {
    deepFreeze(inner);
  }
}
