/** Secrets that are cut in two by lines, where what is known of them changes, or where they are longer than what is looked at. */
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { createLineRedactor, type LineRedactor } from './redact-lines.ts';

const SECRET = 'Q7WZX-RRTY8-PPLK3';
const redactorOf = (...values: readonly string[]) =>
  createRedactor({ secrets: values.map((value) => ({ kind: 'key', value })), looks: 'keys' });
const lineOf = (delta: string): string => JSON.stringify({ type: 'text_delta', delta });

/** What is told of the pieces of a text, each of which is a line. */
function tell(pieces: readonly string[], before: (lines: { hide(): void }) => void = () => {}): string {
  const told: string[] = [];
  const lines = createLineRedactor<undefined>(redactorOf(), (line) => told.push(JSON.parse(line).delta));
  before({ hide: () => lines.hide(redactorOf(SECRET)) });
  for (const piece of pieces) {
    lines.push(lineOf(piece), 'run', undefined);
  }
  lines.flush();
  return told.join('');
}

describe('a secret that a line cuts in two', () => {
  const pieces = ['it is Q7WZX-RR', 'TY8-PPLK3.'];

  it('is hidden from when on it is known as one', () => {
    expect(tell(pieces)).toBe(pieces.join(''));
    expect(tell(pieces, ({ hide }) => hide())).toBe('it is <key>.');
  });

  it('is hidden by its looks however far its beginning is from the cut, past spaces', () => {
    const cookie = Array.from({ length: 30 }, (_, at) => `part${at}=${'deadbeef'.repeat(2)}`).join('; ');
    const text = `Cookie: ${cookie}`;
    const told = tell([`${text}; la`, 'st=cafecafe\n']);
    expect(told).not.toMatch(/deadbeef|cafecafe/);
  });
});

it('hides a secret of signs as a field of a form has it, from its first sign to its last', () => {
  const value = "it's (all) ~of *this!";
  const field = new URLSearchParams({ value }).toString();
  expect(redactorOf(value).line(field)).toBe('value=<key>');
});

function writeLines(secret: string, lines: readonly string[]): readonly string[] {
  const written: string[] = [];
  const redactor = createLineRedactor<undefined>(redactorOf(secret), (line) => written.push(line));
  for (const line of lines) {
    redactor.push(line, 'out', undefined);
  }
  redactor.flush();
  return written;
}

it('hides a password at the very beginning of a line, whose name is taken for the rest of another secret', () => {
  const lines = writeLines('Q7WZX-pass', ['it is Q7WZX-', 'password=hunter2two and so on.']);
  expect(lines.join('\n')).not.toMatch(/Q7WZX|hunter2two/);
});

it('gives up the shortest beginning of a line that has more of them than it remembers', () => {
  const beginnings = [SECRET.slice(0, 9), ...Array.from({ length: 128 }, () => SECRET.slice(0, 1))];
  const [, first, rest] = writeLines(SECRET, [
    '{}',
    JSON.stringify({ text: beginnings }),
    JSON.stringify({ text: SECRET.slice(9) }),
  ]);
  expect([first?.includes(SECRET.slice(0, 9)), rest?.includes(SECRET.slice(9))]).toEqual([false, false]);
});

describe('in a recording of several lanes', () => {
  const said = (lane: number, text: string): string => JSON.stringify({ lane, text });
  const textOf = (line = '{}'): unknown => JSON.parse(line).text;
  const lanes = (count: number): string[] => Array.from({ length: count }, (_, lane) => said(lane + 10, 'see Q'));
  const begun = said(1, 'password=hunt');
  const next = said(2, 'er2two and');

  it.each<[what: string, before: readonly string[], text: string]>([
    ['a lane that was not heard yet may go on with it', [], 'ey> and'],
    ['a lane that was heard does not', [said(2, 'see Q')], 'er2two and'],
    ['of 128 lanes each is known', [said(2, 'see Q'), ...lanes(126)], 'er2two and'],
    ['of more the one that was silent longest is not', [said(2, 'see Q'), ...lanes(127)], 'ey> and'],
    [
      'of more one that has spoken again is',
      [said(2, 'see Q'), ...lanes(100), said(2, 'see Q'), ...lanes(127).slice(100)],
      'er2two and',
    ],
  ])('what looks like a secret goes on in another lane or does not: %s', (_what, before, text) => {
    expect(textOf(writeLines(SECRET, [...before, begun, next]).at(-1))).toBe(text);
  });

  it.each<[what: string, end: (lines: LineRedactor<undefined>) => void]>([
    ['it', (lines) => lines.end('run')],
    ['all', (lines) => lines.endAll((stream) => stream === 'run')],
  ])('no lane of a stream is known any more once %s has ended', (_what, end) => {
    const written: string[] = [];
    const texts = { text: 1 };
    const lines = createLineRedactor<undefined>(redactorOf(SECRET), (line) => written.push(line), { texts });
    lines.push(said(2, 'see Q'), 'run', undefined);
    end(lines);
    for (const line of [begun, said(2, 'er2two'), said(2, 'four and')]) {
      lines.push(line, 'run', undefined);
    }
    lines.flush();
    expect(written.map(textOf).join('')).toBe('see Qpassword=<key> and');
  });

  it('the beginnings of several keys are remembered after their lines are out', () => {
    const other = 'ZZTOP-9900-ABCDEF';
    const written: string[] = [];
    const lines = createLineRedactor<undefined>(redactorOf(SECRET, other), (line) => written.push(line));
    const busy = Array.from({ length: 70 }, (_, at) => said(3, `word ${at}`));
    const rests = [said(1, `${SECRET.slice(7)}.`), said(2, `${other.slice(7)}.`)];
    for (const line of [said(1, SECRET.slice(0, 7)), said(2, other.slice(0, 7)), ...busy, ...rests]) {
      lines.push(line, 'out', undefined);
    }
    lines.flush();
    expect([...written.slice(0, 2), ...written.slice(-2)].map(textOf)).toEqual(['<key>', '<key>', '<key>.', '<key>.']);
  });
});

describe('a line that may be the beginning of a secret is held back', () => {
  const open = lineOf('it is Q7WZX');
  /** How many lines are out after each of these, which come behind it and are passed on as they are. */
  function outAfter(others: readonly string[]): readonly number[] {
    let count = 0;
    const lines = createLineRedactor<undefined>(redactorOf(SECRET), () => count++);
    lines.push(open, 'out', undefined);
    return others.map((line) => {
      lines.push(line, undefined, undefined);
      return count;
    });
  }

  it('until 64 lines have come behind it', () => {
    expect(outAfter(Array.from({ length: 65 }, () => '{}'))).toEqual([...Array.from({ length: 63 }, () => 0), 65, 66]);
  });

  it('until more than 1 MiB waits', () => {
    const rest = 1024 * 1024 - open.length;
    expect(outAfter(['x'.repeat(rest), '', 'x'])).toEqual([0, 0, 4]);
    expect(outAfter(['x'.repeat(rest + 1)])).toEqual([2]);
  });
});
