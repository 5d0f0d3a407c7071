/** Texts and pictures that scenarios are made of. */

/** A PNG of one pixel. */
export const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** At least so many characters in numbered lines, because agents take a text that repeats itself for a fault. */
export function numberedLines(length: number): string {
  const lines: string[] = [];
  for (let size = 0, n = 1; size < length; n++) {
    const line = `${n}. line number ${n} of a long text, ${n * 7919} steps from the start.`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
}
