/** The output of a shell command, of which each update repeats the whole: what is new in it, and how the command ended. */
import { defined, numberOf, objectOf } from '../shared/index.ts';
import type { NativeDetails } from './native.ts';

const OVERLAP = 512;

/** The part of the snapshot that the one before lacks. Both agents keep only the end of a long output. */
export function growthOf(before: string, now: string): string {
  if (now.startsWith(before)) {
    return now.slice(before.length);
  }
  const tail = before.slice(-OVERLAP);
  const at = tail === '' ? -1 : now.indexOf(tail);
  return at < 0 ? '' : now.slice(at + tail.length);
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
const CUT = /\n\n\[Showing [^\]]*\]$/;

export function shellEnd(text: string, native: unknown, isError: boolean): ShellEnd {
  const details: NativeDetails = objectOf(native) ?? {};
  if (objectOf<'state'>(details.async)?.state === 'running') {
    // omp 18.2.3 adds its own words to the output that was reported.
    return { output: '' };
  }
  const failed = EXIT.exec(text);
  const stopped = STOPPED.exec(text);
  const said = (failed ?? stopped) === null ? text : text.slice(0, (failed ?? stopped)?.index);
  const output = said.replace(TIME, '').replace(CUT, '');
  const told = numberOf(details.exitCode) ?? (failed === null ? undefined : Number(failed[1]));
  const code = told ?? (isError ? undefined : 0);
  return {
    ...defined({ exitCode: code }),
    output: output === '(no output)' || output === '(no output)\n' ? '' : output,
  };
}
