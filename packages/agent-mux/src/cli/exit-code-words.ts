/** What each exit code of `amux` means, for its help, which loads nothing else. */
const WORDS: Readonly<Record<number, string>> = {
  0: 'completed',
  1: 'general',
  2: 'usage',
  3: 'agent not found',
  4: 'not installed',
  5: 'auth',
  6: 'capability',
  8: 'session or run',
  9: 'store',
  11: 'timeout',
  12: 'crashed or killed',
  13: 'aborted',
  14: 'rate limited',
  15: 'context exceeded',
  16: 'turn limit',
  17: 'failed otherwise',
  18: 'budget',
  130: 'interrupted',
};

const WIDTH = 110;

/** The exit codes in lines that fit a terminal. */
export function tellExitCodes(): string {
  const lines = ['Exit codes:'];
  const codes = Object.entries(WORDS).map(([code, words]) => `${code} ${words}`);
  codes.forEach((each, index) => {
    const last = lines.at(-1) ?? '';
    const longer = `${last} ${each}${index === codes.length - 1 ? '.' : ','}`;
    if (longer.length <= WIDTH) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(longer.slice(last.length + 1));
    }
  });
  return lines.join('\n');
}
