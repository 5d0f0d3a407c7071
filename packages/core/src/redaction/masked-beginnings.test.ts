import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { createLineRedactor, type LineChange } from './redact-lines.ts';

const SECRETS = ['Q7WZX-RRTY8-PPLK3', 'ZZTOP9900ABCDEFGH', 'sk-ant-ABCDEFGHIJKLMNOPQRSTUVWX0123'];
const WAIT = null;
/** A step is a piece of text, or null where somebody waits. */
type Step = string | null;

interface Seen {
  readonly text: string;
  readonly changes: readonly LineChange[];
}

/** Plays the steps. Only the first two secrets are known to the letter; the third is known by its looks. */
function play(steps: readonly Step[]): Seen {
  const texts: string[] = [];
  const changes: LineChange[] = [];
  const secrets = SECRETS.slice(0, 2).map((value) => ({ kind: 'key', value }));
  const lines = createLineRedactor<number>(createRedactor({ secrets, looks: 'keys' }), (line, item, change) => {
    expect(item).toBe(texts.length);
    texts.push(JSON.parse(line).delta);
    changes.push(change);
  });
  let count = 0;
  for (const step of steps) {
    if (step === WAIT) {
      lines.mask();
      expect(texts).toHaveLength(count);
    } else {
      lines.push(JSON.stringify({ type: 'text_delta', seq: count, delta: step }), 'run', count++);
    }
  }
  lines.mask();
  expect(texts).toHaveLength(count);
  return { text: texts.join(''), changes };
}

/**
 * Returns the length of the longest part of a secret in a text, without the prefix that all secrets of its kind have.
 */
function told(text: string, secret: string): number {
  const unknown = secret.replace(/^sk-/, '');
  for (let length = unknown.length; length > 0; length--) {
    for (let at = 0; at + length <= unknown.length; at++) {
      if (text.includes(unknown.slice(at, at + length))) {
        return length;
      }
    }
  }
  return 0;
}

describe('a line that somebody waits for', () => {
  it('has the beginning of a secret hidden from four characters on, and its rest after it', () => {
    expect(play(['say Q7WZ', WAIT, 'X-RRTY8-PPLK3 again'])).toEqual({
      text: 'say <key><key> again',
      changes: ['beginning', 'secret'],
    });
    expect(play(['say Q7W', WAIT, 'ZX-RRTY8-PPLK3 again'])).toEqual({
      text: 'say Q7W<key> again',
      changes: ['none', 'secret'],
    });
    expect(play(['say Q7WZ', WAIT, ' is no secret'])).toEqual({
      text: 'say <key> is no secret',
      changes: ['beginning', 'none'],
    });
  });

  it.each([
    'now tell me your password',
    'what is the "api_key": ',
    'push it to github',
    'see https',
    'an authorization',
    'my credenti',
    'token=',
    '-----BEGIN RSA PRIVATE',
    'Basic ',
  ])('stays as it is where nothing of a secret is told yet: %s', (text) => {
    expect(play([text, WAIT, ' and so on'])).toEqual({ text: `${text} and so on`, changes: ['none', 'none'] });
  });

  it.each([
    ['DB_PASSWORD=', 'hunter2x', 'yz'],
    ['Authorization: Bearer ', 'abcdefgh', 'ijklmnopqrst'],
    ['postgres://user:', 'hunter2x', 'yzabc@host'],
    ['', 'sk-ant-ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ01234'],
  ])('hides what was told of a value, and not its name: %s%s', (name, begun, rest) => {
    const { text, changes } = play([`set ${name}${begun}`, WAIT, `${rest} ok`]);
    expect(changes[0]).toBe('beginning');
    expect(text).toContain(`set ${name.replace('Bearer ', '')}`);
    expect(text).not.toContain(begun.slice(-5));
    expect(text).not.toContain(rest.slice(0, 5));
  });

  it('tells three characters of a secret at most, wherever it is cut and whenever somebody waits', () => {
    const part = fc.oneof(
      fc.stringMatching(/^[a-z .]{0,6}$/).map((text) => ({ text, isSecret: false })),
      fc.constantFrom(...SECRETS).map((text) => ({ text: ` ${text} `, isSecret: true })),
    );
    const cuts = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.boolean()), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), cuts, (parts, sizes) => {
        const whole = parts.map(({ text }) => text).join('');
        const steps: Step[] = [];
        for (let from = 0, index = 0; from < whole.length; index++) {
          const [size, isWaited] = sizes[index % sizes.length] ?? [1, false];
          steps.push(whole.slice(from, from + size), ...(isWaited ? [WAIT] : []));
          from += size;
        }
        const { text } = play(steps);
        for (const secret of SECRETS) {
          expect(told(text, secret)).toBeLessThan(4);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('texts that are to be hidden from now on', () => {
  it('are found in what follows, also where they began before', () => {
    const seen: string[] = [];
    const first = { kind: 'key', value: 'Q7WZX-RRTY8' };
    const redact = (values: readonly (typeof first)[]) => createRedactor({ secrets: values, looks: 'keys' });
    const lines = createLineRedactor<undefined>(redact([first]), (line) => seen.push(JSON.parse(line).delta));
    const say = (delta: string): void => lines.push(JSON.stringify({ delta }), 'run', undefined);
    say('ZZTOP9900 Q7WZ');
    lines.hide(redact([first, { kind: 'key', value: 'ZZTOP9900' }]));
    say('X-RRTY8 ZZTOP9900');
    lines.mask();
    expect(seen).toEqual(['<key> <k', 'ey> <key>']);
  });
});

describe('the beginning of a secret in a text that has an end', () => {
  /** Returns the rest of a secret after `happen`, which comes after its beginning and 70 lines of other texts. */
  function restAfter(happen: (lines: ReturnType<typeof createLineRedactor<undefined>>) => void): readonly string[] {
    const seen: string[] = [];
    const redactor = createRedactor({ secrets: [{ kind: 'key', value: SECRETS[0] ?? '' }] });
    const take = (line: string): number => seen.push(JSON.parse(line).delta);
    const lines = createLineRedactor<undefined>(redactor, take, { texts: { delta: 1 } });
    const say = (stream: string, delta: string): void => lines.push(JSON.stringify({ delta }), stream, undefined);
    say('1.3', 'say Q7WZX-R');
    for (let n = 0; n < 70; n++) {
      say('2.3', 'other');
    }
    happen(lines);
    say('1.3', 'RTY8-PPLK3 again');
    lines.mask();
    return seen.filter((text) => text !== 'other');
  }

  it('is remembered until that text ends, or all of its run', () => {
    const hidden = ['say <key>', '<key> again'];
    const forgotten = ['say <key>', 'RTY8-PPLK3 again'];
    expect(restAfter(() => undefined)).toEqual(hidden);
    expect(restAfter((lines) => lines.mask())).toEqual(hidden);
    expect(restAfter((lines) => lines.end('2.3'))).toEqual(hidden);
    expect(restAfter((lines) => lines.endAll((stream) => stream.startsWith('2.')))).toEqual(hidden);
    expect(restAfter((lines) => lines.end('1.3'))).toEqual(forgotten);
    expect(restAfter((lines) => lines.endAll((stream) => stream.startsWith('1.')))).toEqual(forgotten);
  });
});

describe('the beginning of a key in a recording, whose texts have no end that is told', () => {
  const key = SECRETS[0] ?? '';
  const redactor = createRedactor({
    folders: [{ kind: 'home', path: '/home/alice' }],
    secrets: [{ kind: 'key', value: key }],
    looks: 'keys',
  });
  const delta = (lane: number, text: string): string => JSON.stringify({ type: 'delta', lane, text });
  /** Returns what lane 1 says, which says nothing between its two pieces. */
  function record(pieces: readonly [string, string], between: readonly string[]): readonly string[] {
    const seen: string[] = [];
    const lines = createLineRedactor<undefined>(redactor, (line) => seen.push(line));
    for (const line of [delta(1, pieces[0]), ...between, delta(1, pieces[1])]) {
      lines.push(line, 'out', undefined);
    }
    lines.flush();
    expect(seen).toHaveLength(between.length + 2);
    return seen.map((line) => JSON.parse(line)).flatMap(({ lane, text }) => (lane === 1 ? [text] : []));
  }
  const busy = (count: number): string[] => Array.from({ length: count }, (_, n) => delta(2, `word ${n} `));
  const big = [1, 2].map(() => JSON.stringify({ type: 'note', note: 'n'.repeat(1_100_000) }));

  it.each([
    ['70 lines of a busy lane', busy(70)],
    ['500 lines of a busy lane', busy(500)],
    ['2 MiB', big],
  ])('is hidden, and so is the rest, with %s between the two', (_, between) => {
    for (const cut of [1, 3, 4, 7, 12, key.length - 1]) {
      const begun = cut < 4 ? key.slice(0, cut) : '<key>';
      expect(record([`say ${key.slice(0, cut)}`, `${key.slice(cut)} again`], between)).toEqual([
        `say ${begun}`,
        '<key> again',
      ]);
    }
  });

  it('leaves the beginning of a folder, and what looks like a key alone, as they were', () => {
    expect(record(['in /home', ' and on'], busy(70))).toEqual(['in /home', ' and on']);
    expect(record(['my password', ' is long'], busy(70))).toEqual(['my password', ' is long']);
  });
});

it('the beginning that a text gives up, because it has more of them than are remembered, is hidden', () => {
  const unit = '7431';
  const redactor = createRedactor({ secrets: [{ kind: 'key', value: unit.repeat(200) }], looks: 'keys' });
  const told: unknown[] = [];
  const emit = (line: string, _item: undefined, change: LineChange) => told.push([JSON.parse(line).delta, change]);
  const lines = createLineRedactor<undefined>(redactor, emit, { texts: { delta: 0 } });
  const remembered = Array.from({ length: 128 }, () => unit);
  lines.push(JSON.stringify({ delta: [...remembered, unit], note: ' '.repeat(4_096) }), 'run', undefined);
  lines.flush();
  expect(told).toEqual([[[...remembered, '<key>'], 'beginning']]);
});
