import { describe, expect, it } from 'vitest';
import { growthOf, shellEnd } from './shell-output.ts';

/** A text in which no character occurs twice. */
const LONG = Array.from({ length: 600 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('');
/** As much of it as is looked for. */
const TAIL = LONG.slice(-512);

it.each<[name: string, before: string, now: string, growth: string]>([
  ['the first output', '', 'a\n', 'a\n'],
  ['more of it', 'a\n', 'a\nb\n', 'b\n'],
  ['nothing new', 'a\n', 'a\n', ''],
  ['the end of a long output, of which the start was left out', 'abc', 'bcabcd', 'd'],
  ['nothing in common', 'abc', 'xyz', ''],
  ['what is new in output that repeats itself', `a${'b'.repeat(600)}`, 'b'.repeat(700), 'b'.repeat(100)],
  ['what follows the last 512 characters of a longer one', LONG, `${LONG.slice(-512)}c`, 'c'],
  [
    'what follows these 512 characters where they begin it, though they come again in it',
    LONG,
    `${TAIL}x${TAIL}y`,
    `x${TAIL}y`,
  ],
  [
    'what follows the longest end that begins it, which begins within a repetition',
    `aaaa${TAIL}`,
    `aaa${TAIL}x${TAIL}y`,
    `x${TAIL}y`,
  ],
  [
    'what follows the newest place of these where it begins as the output before did, and not as its end',
    `az${TAIL}`,
    `a${TAIL}x${TAIL}y`,
    'y',
  ],
  ['nothing where fewer than these are left of it', LONG, `${LONG.slice(-511)}c`, ''],
])('takes from a snapshot %s', (_name, before, now, growth) => {
  expect(growthOf(before, now)).toBe(growth);
});

it.each([10, 40])('tells no more of a repeating output than what came: %i lines', (more) => {
  const shown = (count: number): string => ['start\n', ...Array(count).fill('compiling...\n')].slice(-2_000).join('');
  const deltas = [
    growthOf('', shown(1_990)),
    growthOf(shown(1_990), shown(2_010)),
    growthOf(shown(2_010), shown(2_010 + more)),
  ];
  const lines = deltas.map((delta) => delta.split('\n').length - 1);
  // Nothing in a text that repeats itself says how much of it is new.
  expect(lines[0]).toBe(1_991);
  expect(lines[1]).toBeLessThanOrEqual(20);
  expect(lines[2]).toBeLessThanOrEqual(more);
});

// These are texts of pi 0.73.1 and omp 18.2.3.
describe.each<[name: string, text: string, details: unknown, isError: boolean, end: object]>([
  ['success', 'out\n', undefined, false, { exitCode: 0, output: 'out\n' }],
  ['no output', '(no output)', undefined, false, { exitCode: 0, output: '' }],
  ['failure', 'bad\n\n\nCommand exited with code 7', {}, true, { exitCode: 7, output: 'bad\n' }],
  ['abort', 'start\n\n\nCommand aborted', {}, true, { output: 'start\n' }],
  ['time-out', 'start\n\n\nCommand timed out after 2 seconds', {}, true, { output: 'start\n' }],
  [
    'output that was too long',
    'xx\n\n[Showing last 50.0KB of line 1 (line is 1.4MB). Full output: /tmp/a.log]',
    {},
    false,
    { exitCode: 0, output: 'xx' },
  ],
  ['success of omp', 'out\n\n\nWall time: 0.41 seconds', { wallTimeMs: 407 }, false, { exitCode: 0, output: 'out\n' }],
  [
    'failure of omp',
    'bad\n\n\nWall time: 0.21 seconds\n\nCommand exited with code 7',
    { wallTimeMs: 208, exitCode: 7 },
    true,
    { exitCode: 7, output: 'bad\n' },
  ],
  [
    'that omp lets go on in the background',
    'a\n\nBackgrounded as job bg_1; result will be delivered automatically.',
    { async: { state: 'running', jobId: 'bg_1', type: 'bash' } },
    false,
    { output: '' },
  ],
])('the end of a command: %s', (_name, text, details, isError, end) => {
  it('is told apart from its output', () => {
    expect(shellEnd(text, details, isError)).toEqual(end);
  });
});
