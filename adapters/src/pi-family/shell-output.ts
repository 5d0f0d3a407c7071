/** The output of a shell command, of which each update repeats the whole: what is new in it, and how the command ended. */
import { defined, noteAtEnd, numberOf, objectOf } from '../shared/index.ts';
import type { NativeDetails } from './native.ts';

const OVERLAP = 512;

/**
 * The part of the snapshot that the one before lacks. Both agents keep only the end of a long output; where that repeats itself, nobody
 * can tell how much is new, and the least that can be is told.
 */
export function growthOf(before: string, now: string): string {
  if (now.startsWith(before)) {
    return now.slice(before.length);
  }
  const tail = before.slice(-OVERLAP);
  const shared = sharedLength(before, now);
  if (shared >= tail.length) {
    return now.slice(shared);
  }
  const at = now.lastIndexOf(tail);
  return at < 0 ? '' : now.slice(at + tail.length);
}

/** The length of the longest end of a text with which the other one begins; it takes linear time, whatever they repeat. */
function sharedLength(ends: string, begins: string): number {
  // At each place, this is the length of the longest beginning that also ends there.
  const lengths = new Uint32Array(begins.length);
  const next = (length: number, char: string | undefined): number => {
    let shared = length;
    while (shared > 0 && begins[shared] !== char) {
      shared = lengths[shared - 1] ?? 0;
    }
    return begins[shared] === char ? shared + 1 : shared;
  };
  for (let at = 1; at < begins.length; at++) {
    lengths[at] = next(lengths[at - 1] ?? 0, begins[at]);
  }
  let shared = 0;
  // What is longer cannot begin there, and is never looked at.
  for (let at = Math.max(0, ends.length - begins.length); at < ends.length; at++) {
    shared = next(shared, ends[at]);
  }
  return shared;
}

export interface ShellEnd {
  /** The exit code; absent where the command was stopped, or goes on in the background. */
  readonly exitCode?: number;
  /** The output without the words that the agent has put behind it. */
  readonly output: string;
}

// Exit codes and times follow the output after an empty line (pi 0.73.1, omp 18.2.3).
const EXIT = /(?:^|\n\n)Command exited with code (\d+)$/;
const STOPPED = /(?:^|\n\n)(?:Command aborted|Command timed out after .*)$/;
const TIME = /\n\nWall time: [\d.]+ seconds$/;

export function shellEnd(text: string, native: unknown, isError: boolean): ShellEnd {
  const details: NativeDetails = objectOf(native) ?? {};
  if (objectOf<'state'>(details.async)?.state === 'running') {
    // omp 18.2.3 adds its own words to the output that was reported.
    return { output: '' };
  }
  const failed = EXIT.exec(text);
  const stopped = STOPPED.exec(text);
  const said = (failed ?? stopped) === null ? text : text.slice(0, (failed ?? stopped)?.index);
  const timed = said.replace(TIME, '');
  const cut = noteAtEnd(timed, '\n\n[Showing ', ']');
  const output = cut === undefined || cut.note.includes(']') ? timed : cut.before;
  const told = numberOf(details.exitCode) ?? (failed === null ? undefined : Number(failed[1]));
  const code = told ?? (isError ? undefined : 0);
  return {
    ...defined({ exitCode: code }),
    output: output === '(no output)' || output === '(no output)\n' ? '' : output,
  };
}
