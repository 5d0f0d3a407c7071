/** The output of a shell command, told again and again as a whole: what is new of it, and how the command ended. */
import { defined, numberOf, objectOf } from '../shared/index.ts';
import type { NativeDetails } from './native.ts';

const OVERLAP = 512;

/** What the snapshot has more than the one before. Both agents keep only the end of a long output. */
export function growthOf(before: string, now: string): string {
  if (now.startsWith(before)) {
    return now.slice(before.length);
  }
  const tail = before.slice(-OVERLAP);
  const at = tail === '' ? -1 : now.indexOf(tail);
  return at < 0 ? '' : now.slice(at + tail.length);
}

export interface ShellEnd {
  /** Absent: the command was stopped, or goes on in the background. */
  readonly exitCode?: number;
  /** Without what the agent has put behind it. */
  readonly output: string;
}

// Exit codes and times stand behind the output, with an empty line between (pi 0.73.1, omp 18.2.3).
const EXIT = /(?:^|\n\n)Command exited with code (\d+)$/;
const STOPPED = /(?:^|\n\n)(?:Command aborted|Command timed out after .*)$/;
const TIME = /\n\nWall time: [\d.]+ seconds$/;
const CUT = /\n\n\[Showing [^\]]*\]$/;

export function shellEnd(text: string, native: unknown, isError: boolean): ShellEnd {
  const details: NativeDetails = objectOf(native) ?? {};
  if (objectOf<'state'>(details.async)?.state === 'running') {
    // omp 18.2.3 puts its own words behind what was told so far.
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
