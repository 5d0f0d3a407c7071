/** The outputs are plain JSON, and not much larger than the entries. */
import { encodeEntry } from '@agent-mux/events/journal';
import { type SourceEntry, toEntry } from '../model/index.ts';
import { type Broken, foldAll, type Subject, toLines } from './subject.ts';

/** Every output is the same after JSON. */
export function isPlain<Out, State>(subject: Subject<Out, State>, entries: readonly SourceEntry[]): Broken {
  return foldAll(subject, entries).flatMap((output, place) => {
    const line = JSON.stringify(output);
    if (line === undefined) {
      return [`Output ${place} has no JSON.`];
    }
    return isSame(output, JSON.parse(line)) ? [] : [`Output ${place} does not survive JSON: ${line.slice(0, 300)}`];
  });
}

const FACTOR = 8;
const BASE = 4096;

/** The outputs take at most 8 times the bytes of the entries, and 4 KiB more. */
export function isBounded<Out, State>(subject: Subject<Out, State>, entries: readonly SourceEntry[]): Broken {
  if (subject.mayGrow === true) {
    return [];
  }
  const bytesIn = entries.reduce((sum, entry, place) => sum + sizeOf(encodeEntry(toEntry(entry, place))), 0);
  const bytesOut = toLines(foldAll(subject, entries)).reduce((sum, line) => sum + sizeOf(line), 0);
  const most = FACTOR * bytesIn + BASE;
  return bytesOut <= most ? [] : [`${bytesOut} bytes come of ${bytesIn}: at most ${most} may.`];
}

/** The size of a line in UTF-8 with its line feed. */
function sizeOf(line: string): number {
  let bytes = 1;
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null) {
    return Object.is(one, other);
  }
  if (typeof other !== 'object' || other === null || Array.isArray(one) !== Array.isArray(other)) {
    return false;
  }
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) {
    return false;
  }
  return names.every((name) =>
    isSame((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
