/** What the text that Gemini CLI shows for a shell command says about its end. */

export interface ShellEnd {
  /** The exit code; absent where the text does not give it. */
  readonly exitCode?: number;
  /** What the command printed. */
  readonly output: string;
}

/** Reads the text, which gives the exit code only where the command printed nothing. */
export function shellEnd(text: string): ShellEnd {
  const silent = /^Command exited with code: (\d+)$/.exec(text);
  if (silent !== null) {
    return { exitCode: Number(silent[1]), output: '' };
  }
  const cancelled = /^Command cancelled by user\.(?:\n\nOutput before cancellation:\n([\s\S]*))?$/.exec(text);
  if (cancelled !== null) {
    return { output: cancelled[1] ?? '' };
  }
  return /^Command moved to background \(PID: \d+\)\./.test(text) ? { output: '' } : { output: text };
}
