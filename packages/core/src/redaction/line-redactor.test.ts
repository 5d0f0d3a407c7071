/** Secrets that are cut in two by lines, where what is known of them changes, or where they are longer than what is looked at. */
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { createLineRedactor } from './redact-lines.ts';

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
