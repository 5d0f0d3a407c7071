/** Makes a unified diff of two texts: one hunk from the first line that differs to the last. */

const CONTEXT = 3;

/** The diff; undefined where nothing differs. It takes linear time, because it looks for no unchanged lines within the hunk. */
export function textDiff(path: string, before: string, after: string): string | undefined {
  if (before === after) {
    return undefined;
  }
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    start++;
  }
  let same = 0;
  while (same < old.length - start && same < now.length - start && old.at(-1 - same) === now.at(-1 - same)) {
    same++;
  }
  const from = Math.max(0, start - CONTEXT);
  const tail = Math.max(0, same - CONTEXT);
  const lines = [
    ...marked(' ', old.slice(from, start)),
    ...marked('-', old.slice(start, old.length - same)),
    ...marked('+', now.slice(start, now.length - same)),
    ...marked(' ', old.slice(old.length - same, old.length - tail)),
  ];
  const range = (count: number): string => `${count === 0 ? from : from + 1},${count}`;
  const header = `@@ -${range(old.length - tail - from)} +${range(now.length - tail - from)} @@`;
  return `--- ${path}\n+++ ${path}\n${header}\n${lines.join('')}`;
}

// Lines keep their ends, so that a missing last one makes a difference.
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function marked(sign: string, lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`,
  );
}
