import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BackslashRuns } from './backslash-runs.ts';
import { countKept, createRedactor } from './redact.ts';

const text = fc
  .array(fc.constantFrom('\\', '\\\\', '\\\\\\\\', 'n', '"', 'u0041', 'x'), { maxLength: 30 })
  .map((parts) => parts.join(''));

it('tells how many backslashes stand before and behind a place', () => {
  const runs = new BackslashRuns(String.raw`a\\\b\c`);
  expect([0, 1, 2, 4, 5, 6, 3].map((at) => runs.around(at))).toEqual([
    { before: 0, behind: 0 },
    { before: 0, behind: 3 },
    { before: 1, behind: 2 },
    { before: 3, behind: 0 },
    { before: 0, behind: 1 },
    { before: 1, behind: 0 },
    { before: 2, behind: 1 },
  ]);
});

it('tells at every place the same, whatever was asked before', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(), { maxLength: 40 }), (whole, draws) => {
      const runs = new BackslashRuns(whole);
      for (const draw of draws) {
        const at = draw % (whole.length + 1);
        expect(runs.around(at)).toEqual({
          before: /\\*$/.exec(whole.slice(0, at))?.[0].length,
          behind: /^\\*/.exec(whole.slice(at))?.[0].length,
        });
        expect(countKept(whole, at, runs)).toBe(countKept(whole, at));
      }
    }),
  );
});

it('a text of nothing but backslashes is redacted whole', () => {
  const { piece } = createRedactor({ secrets: [{ kind: 'key', value: '\\\\\\\\' }] });
  expect(piece('\\'.repeat(80_000)).replaceAll(/<key>|\\/g, '')).toBe('');
});
