import { expect, it } from 'vitest';
import { wrapLines } from './quoted-text.ts';

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
