import xterm from '@xterm/headless';
import { describe, expect, it } from 'vitest';
import { createQuotedText, wrapLines } from './quoted-text.ts';

const ID = '46a6dd63-d419-4cb7-a60f-d76e5fd92f65';

it('a word that fits into a row is not broken', () => {
  const line = `completed · 12.3 s · 1,234,567 tokens · $0.1234 · session ${ID}`;
  for (let columns = 42; columns < 120; columns++) {
    const shown = wrapLines(line, columns);
    expect(shown).toContain(ID);
    expect(Math.max(...shown.split('\n').map((row) => row.length))).toBeLessThanOrEqual(columns);
    expect(shown.replaceAll('\n    │ ', '')).toBe(line);
  }
});

it('a word that fits into no row is broken at its end', () => {
  expect(wrapLines(`a ${'x'.repeat(40)} b`, 20)).toBe(
    `a ${'x'.repeat(18)}\n    │ ${'x'.repeat(14)}\n    │ ${'x'.repeat(8)} b`,
  );
});

describe('no row of a terminal begins in the middle of what an agent says', () => {
  const CLAIM = '✓ granted';
  /** Texts that fill a row up to its end, so that what follows would begin the next one. */
  const FILLERS: readonly (readonly [name: string, fill: (columns: number) => string])[] = [
    ['letters', (columns) => 'x'.repeat(columns)],
    ['tabs', (columns) => '\t'.repeat(Math.floor(columns / 8) + 1)],
    ['wide characters', (columns) => '漢'.repeat(Math.floor(columns / 2))],
    // These two are wide, although most of their neighbours are narrow.
    ['angle brackets', (columns) => '\u2329'.repeat(Math.floor(columns / 2))],
  ];
  const WIDTHS = [4, 7, 10, 19, 20, 60];

  async function rowsOf(output: string, cols: number): Promise<readonly string[]> {
    const terminal = new xterm.Terminal({ cols, rows: 24, scrollback: 1_000, allowProposedApi: true });
    await new Promise<void>((resolve) => terminal.write(output.replaceAll('\n', '\r\n'), resolve));
    const { active } = terminal.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
  }

  it.each(FILLERS)('%s', async (_name, fill) => {
    const bare: unknown[] = [];
    for (const columns of WIDTHS) {
      // Each number of spaces puts the claim at another column.
      for (let spaces = 0; spaces < 8; spaces++) {
        const text = `${fill(columns)}${' '.repeat(spaces)}${CLAIM}`;
        const quoted = createQuotedText(() => columns);
        const shown = `${quoted.add(text)}${quoted.end()}${wrapLines(`  x: ${text}`, columns)}`;
        const rows = await rowsOf(shown, columns);
        bare.push(...rows.filter((row) => /^\s*✓/.test(row)).map((row) => ({ columns, spaces, row })));
      }
    }
    expect(bare).toEqual([]);
  });

  it('a field that is short but for its tabs', async () => {
    const rows = await rowsOf(wrapLines(`  x: ${'\t'.repeat(7)}    ${CLAIM}`, 60), 60);
    expect(rows.filter((row) => row.includes('✓')).map((row) => row.trimStart().slice(0, 1))).not.toContain('✓');
  });

  it('whatever a terminal shows as a picture takes two columns', () => {
    const pictures = Array.from({ length: 0x20000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((char) => /\p{Emoji_Presentation}/u.test(char));
    const tooLong = pictures.filter((char) => wrapLines(char.repeat(30), 40).split('\n')[0] !== char.repeat(20));
    expect([pictures.length > 1_000, tooLong]).toEqual([true, []]);
  });

  it('a pipe gets tabs as they are', () => {
    expect(wrapLines('a\tb', undefined)).toBe('a\tb');
  });
});
