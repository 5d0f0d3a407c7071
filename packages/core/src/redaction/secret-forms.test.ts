/** The forms of a secret: as much of each as says something of it alone. */
import { expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { writeForms } from './secret-forms.ts';

const hide = (value: string, text: string): string =>
  createRedactor({ secrets: [{ kind: 'key', value }], looks: 'keys' }).line(text);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

// The signs that a character before the secret, or behind it, has a part in are not of the secret alone.
it.each<[before: string, secret: string, behind: string, shown: (whole: string) => string]>([
  ['', 'nine-live', '', () => '<key>'],
  ['', 'nine-live', 'xyz', (whole) => `<key>${whole.slice(12)}`],
  ['', 'nine-lives', 'yz', (whole) => `<key>${whole.slice(13)}`],
  ['', 'nine-lives1', 'z', (whole) => `<key>${whole.slice(14)}`],
  ['x', 'nine-lives1', '', (whole) => `${whole.slice(0, 2)}<key>`],
  ['x', 'nine-live', 'yz', (whole) => `${whole.slice(0, 2)}<key>${whole.slice(13)}`],
  ['xy', 'nine-lives', '', (whole) => `${whole.slice(0, 3)}<key>`],
  ['xy', 'nine-live', 'z', (whole) => `${whole.slice(0, 3)}<key>${whole.slice(14)}`],
])('in base64 behind "%s" all of %s before "%s" is hidden, and nothing else', (before, secret, behind, shown) => {
  const whole = base64(before + secret + behind);
  expect(hide(secret, whole)).toBe(shown(whole));
});

it('has a form of six signs, and no shorter one that is encoded', () => {
  expect(hide('ab5d3', base64('ab5d3'))).toBe('<key>M=');
  expect(hide('ab5d', base64('ab5d'))).toBe(base64('ab5d'));
});

it.each([64, 76])('is hidden in lines of %i signs of base64, but for a last one of fewer than eight', (width) => {
  const secretOf = (signs: number): string => 'k7-'.repeat(signs).slice(0, (signs / 4) * 3);
  const linesOf = (secret: string): string[] => base64(secret).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
  const shown = (signs: number): string[] => linesOf(secretOf(signs)).map((line) => hide(secretOf(signs), line));
  expect(shown(width)).toEqual(['<key>']);
  expect(shown(2 * width + 8)).toEqual(['<key>', '<key>', '<key>']);
  expect(shown(width + 4)).toEqual(['<key>', linesOf(secretOf(width + 4))[1]]);
});

it.each([
  [64, 48],
  [64, 49],
  [64, 50],
  [76, 57],
  [76, 58],
  [76, 59],
])(
  'in lines of %i signs of base64 is hidden where its %i bytes fill the first line and no more is certain',
  (width, size) => {
    const secret = 'k7-'.repeat(20).slice(0, size);
    const lines = base64(secret).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    expect(hide(secret, lines[0] ?? '')).toBe('<key>');
  },
);

it('has 256 lines of base64 at most', () => {
  const lines = Array.from({ length: 257 }, (_, at) => `line-${String(at).padStart(4, '0')}-`.padEnd(48, 'q'));
  const forms = new Set(writeForms(lines.join(''), 'secret'));
  expect(lines.filter((line) => forms.has(base64(line)))).toEqual(lines.slice(0, 256));
});

it.each(['/ab', 'C:\\ab', '/a b/c'])('of the folder %s none is written as if it were a key', (path) => {
  expect(writeForms(path, 'folder')).not.toContain(Buffer.from(path).toString('hex'));
});

it('finds a folder of a Windows drive however its names are separated', () => {
  expect(writeForms('C:/Users/ann', 'folder')).toEqual(
    expect.arrayContaining(['c:\\Users\\ann', 'C:\\Users\\ann', 'c:/Users/ann', '/c/Users/ann']),
  );
});
