/** The changes of one line, some of which overlap or take a part of a secret of the line itself. */
import { expect, it } from 'vitest';
import { edit, writeEdited } from './line-edits.ts';
import { createRedactor } from './redact.ts';
import { SecretIndex } from './secret-index.ts';
import type { Edit, Waiting } from './waiting-lines.ts';

const redactor = createRedactor({
  folders: [{ kind: 'home', path: '/home/alice' }],
  secrets: [{ kind: 'key', value: 'Q7WZX-RRTY8' }],
  looks: 'keys',
});
const index = new SecretIndex(redactor.literals, redactor.patterns);

function lineOf(line: string, edits: readonly Edit[] = []): Waiting<number> {
  return { line, stream: 'run', item: 0, number: 0, edits, isOut: false, isMasked: false };
}

const write = (line: string, edits: readonly Edit[]): string => writeEdited(lineOf(line, edits), redactor, index);

it.each<[what: string, line: string, edits: readonly Edit[], written: string]>([
  ['none', 'in /home/alice', [], 'in <home>'],
  ['one beside another secret', 'abc /home/alice', [{ from: 0, to: 3, text: 'A' }], 'A <home>'],
  [
    'two, whatever their order',
    'abcdef',
    [
      { from: 4, to: 6, text: 'B' },
      { from: 0, to: 2, text: 'A' },
    ],
    'AcdB',
  ],
  [
    'two that touch',
    'abcdef',
    [
      { from: 0, to: 3, text: 'A' },
      { from: 3, to: 5, text: 'B' },
    ],
    'ABf',
  ],
  [
    'the longer one of two from one place',
    'abcdef',
    [
      { from: 0, to: 2, text: 'A' },
      { from: 0, to: 4, text: 'B' },
    ],
    'Bef',
  ],
  [
    'the first one of two that overlap, as far as both go',
    'abcdef',
    [
      { from: 0, to: 3, text: 'A' },
      { from: 2, to: 5, text: 'B' },
    ],
    'Af',
  ],
  [
    'the outer one of two',
    'abcdef',
    [
      { from: 0, to: 5, text: 'A' },
      { from: 1, to: 3, text: 'B' },
    ],
    'Af',
  ],
  ['one at the end of a secret of the line', 'x Q7WZX-RRTY8 y', [{ from: 12, to: 14, text: 'A' }], 'x <key>y'],
  ['one at the beginning of a secret of the line', 'x Q7WZX-RRTY8 y', [{ from: 0, to: 3, text: 'A' }], 'A y'],
  ['one that ends where a secret of the line begins', 'x Q7WZX-RRTY8 y', [{ from: 0, to: 2, text: 'A' }], 'A<key> y'],
  ['one that begins where a secret of the line ends', 'x Q7WZX-RRTY8 y', [{ from: 13, to: 15, text: 'A' }], 'x <key>A'],
  ['one in the name of a password', 'password=hunter2two', [{ from: 0, to: 4, text: 'A' }], 'Aword=<key>'],
])('of the changes of a line is written: %s', (_what, line, edits, written) => {
  expect(write(line, edits)).toBe(written);
});

it('a secret that is read over the end of a value leaves that end', () => {
  const line = '{"a":"/home","b":"password=hunter2two"}';
  const at = line.indexOf('password');
  expect(JSON.parse(write(line, [{ from: at, to: at + 4, text: '<k' }]))).toEqual({ a: '/home', b: '<kword=<key>' });
});

it.each<[what: string, before: readonly Edit[], after: readonly Edit[]]>([
  ['the first of its place', [], [{ from: 2, to: 7, text: '<key>' }]],
  ['a later one of the same place', [{ from: 2, to: 7, text: '<k' }], [{ from: 2, to: 7, text: '<key>' }]],
  [
    'one from the same sign on',
    [{ from: 2, to: 5, text: '<k' }],
    [
      { from: 2, to: 5, text: '<k' },
      { from: 2, to: 7, text: '<key>' },
    ],
  ],
  [
    'one to the same sign',
    [{ from: 4, to: 7, text: '<k' }],
    [
      { from: 4, to: 7, text: '<k' },
      { from: 2, to: 7, text: '<key>' },
    ],
  ],
])('a change stands beside those that a line has: %s', (_what, before, after) => {
  const line = lineOf('x abcde y', before);
  edit([{ line, from: 2, to: 7 }], { at: 0, begin: 0, length: 5, placeholder: '<key>' });
  expect([line.edits, line.isMasked]).toEqual([after, false]);
});

it('a line that is masked once stays so, and one that is out is not changed', () => {
  const [line, out] = [lineOf('abcde'), { ...lineOf('fghij'), isOut: true }];
  const pieces = [line, out].map((each) => ({ line: each, from: 0, to: 5 }));
  edit(pieces, { at: 0, begin: 0, length: 10, placeholder: '<key>' }, true);
  edit(pieces, { at: 0, begin: 0, length: 10, placeholder: '<key>' });
  expect([line.edits, line.isMasked]).toEqual([[{ from: 0, to: 5, text: '<key>' }], true]);
  expect([out.edits, out.isMasked]).toEqual([[], false]);
});

it('a change leaves the sign of an escape before it', () => {
  const line = lineOf('"\\nine-lives"');
  edit([{ line, from: 2, to: 12 }], { at: 0, begin: 0, length: 10, placeholder: '<key>' });
  expect(line.edits).toEqual([{ from: 3, to: 12, text: '<key>' }]);
});
