import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IS_CI, IS_FULL } from '../../../../test/support/drawn.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { createLineRedactor } from './redact-lines.ts';
import { describePatterns } from './secret-patterns.ts';

const HOME = '/home/alice';
const CWD = '/home/alice/my project';
const KEY = 'abc-1234567890-XYZ';
const WINDOWS = 'C:\\Users\\Zoë\\work';
const redactor = createRedactor({
  folders: [
    { kind: 'cwd', path: CWD },
    { kind: 'home', path: HOME },
    { kind: 'tmp', path: '/tmp' },
    { kind: 'cwd', path: WINDOWS },
  ],
  secrets: [{ kind: 'key', value: KEY }],
  ports: [41234],
  user: 'alice',
});

function json(value: unknown, levels: number): string {
  let text = JSON.stringify(value);
  for (let level = 1; level < levels; level++) {
    text = JSON.stringify({ inner: text });
  }
  return text;
}

describe('one line', () => {
  it.each([
    ['the longest of two that fit', `${CWD}/a ${HOME}/b ${HOME}2`, '<cwd>/a <home>/b <home>2'],
    ['a folder that another begins with', '/tmp/x /tmpfs', '<tmp>/x <tmp>fs'],
    ['the name of a project folder', '/x/-home-alice-my-project/y.jsonl', '/x/<cwd>/y.jsonl'],
    ['no option that looks like a short folder', 'run --tmp and dev-tmp', 'run --tmp and dev-tmp'],
    ['a file address', `file://${CWD.replace(' ', '%20')}/a`, 'file://<cwd>/a'],
    ['a key', `key=${KEY};`, 'key=<key>;'],
    ['keys that were not handed in', '"sk-ant-api03-0123456789abcdef" sk-short', '"<key>" sk-short'],
    ['a key at the beginning of an escaped line', '{"a":"x\\nsk-ant-api03-0123456789abcdef"}', '{"a":"x\\n<key>"}'],
    ['no word that ends like a key', 'task-notification-of-many-words', 'task-notification-of-many-words'],
    ['a bearer token', 'Authorization: Bearer 0123456789.abcdefg_', 'Authorization: Bearer <key>'],
    ['a login that has no other sign', 'login alice password wonder-land', 'login alice password <key>'],
    ['a known port', 'http://127.0.0.1:41234/v1 localhost:41234', 'http://127.0.0.1:<port>/v1 localhost:<port>'],
    ['a port of the machine', 'http://localhost:50000/ localhost:3000', 'http://localhost:<port>/ localhost:3000'],
    ['a known port as a number', '{"port":41234,"n":41234}', '{"port":0,"n":41234}'],
    ['the user in other paths', '/media/alice/disk /home/alicent', '/media/<user>/disk <home>nt'],
    ['Windows paths', `${WINDOWS}\\a c:/Users/Zoë/work/b /c/Users/Zoë/work/c`, '<cwd>\\a <cwd>/b <cwd>/c'],
  ])('replaces %s', (_name, line, expected) => {
    expect(redactor.line(line)).toBe(expected);
  });

  it.each(
    'secret_access_key secret_key api_key access_key private_key access_token refresh_token auth_token id_token session_token'.split(
      ' ',
    ),
  )('knows a %s however it is spelled', (name) => {
    const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    const spellings = [name, name.toUpperCase(), name.replaceAll('_', '-'), name.replaceAll('_', ''), camel];
    const lines = spellings.map((each) => `{"${each}":"correct horse battery"}`);
    expect(lines.map((line) => redactor.line(line))).toEqual(spellings.map((each) => `{"${each}":"<key>"}`));
    expect(spellings.map((each) => redactor.line(`${each}=correct-horse`))).toEqual(
      spellings.map((each) => `${each}=<key>`),
    );
  });

  it.each([1, 2, 3, 4])('finds every secret %i levels of JSON deep', (levels) => {
    const value = { a: CWD, [HOME]: [WINDOWS, KEY, { b: 'http://127.0.0.1:41234' }] };
    const expected = { a: '<cwd>', '<home>': ['<cwd>', '<key>', { b: 'http://127.0.0.1:<port>' }] };
    expect(redactor.line(json(value, levels))).toBe(json(expected, levels));
  });

  it('hides what begins behind an escape of a line, and keeps whatever else the line has', () => {
    const redactor = createRedactor({ secrets: [{ kind: 'key', value: 'nine-lives-9' }] });
    const value = { a: 'x\nine-lives-9', b: null, c: [1, true, { d: 'nine-lives-9' }] };
    expect(JSON.parse(redactor.line(JSON.stringify(value)))).toEqual({
      a: expect.stringMatching(/^x\n?<key>$/),
      b: null,
      c: [1, true, { d: '<key>' }],
    });
  });

  it.each(['\\', '\\\\'])(
    'keeps the second half of a sign before a slash that another program has escaped: %s',
    (signs) => {
      const redactor = createRedactor({ folders: [{ kind: 'home', path: '/home/al' }] });
      const line = `{"a":"x${signs}${signs}/home\\/al"}`;
      expect(redactor.line(line)).toBe(`{"a":"x${signs}${signs}<home>"}`);
    },
  );

  it.each([
    ['/"A .', '\\/"A .'],
    ['/home', '\\/home'],
    ['/home', '\\\\/home'],
    ['"quoted-key-1', '\\"quoted-key-1'],
    ['"quoted-key-1', '\\\\"quoted-key-1'],
    ['\\back-key-1', '\\\\back-key-1'],
    ['\\new-key-1', '\\\\\\new-key-1'],
    ['\nline-key-1', '\\\nline-key-1'],
    ['é-key-of-1', '\\é-key-of-1'],
  ])('keeps the signs before %j in %j, whoever escapes its slashes and letters, at any depth', (hidden, value) => {
    const redactor = createFor([hidden]);
    const writers = [
      (text: string) => text,
      (text: string) => text.replaceAll('/', '\\/'),
      (text: string) => text.replaceAll('é', '\\u00e9'),
    ];
    for (const [inner, outer] of writers.flatMap((one) => writers.map((other) => [one, other] as const))) {
      let line = inner(JSON.stringify({ value }));
      for (let level = 0; level < 3; level++) {
        let read: unknown = redactor.line(line);
        for (let at = 0; at <= level; at++) {
          read = JSON.parse(String(read));
          read = (read as { inner?: unknown }).inner ?? read;
        }
        expect((read as { value: string }).value).not.toContain(hidden);
        line = outer(JSON.stringify({ inner: line }));
      }
    }
  });

  it('writes a line anew where a secret takes a sign of JSON with it, and keeps every value of another type', () => {
    const secrets = ['nine-lives-9",', 'cat-0123456789'].map((value) => ({ kind: 'key', value }));
    const line = '{"a":"nine-lives-9","b":[null,true,1.5,"",{"cat-0123456789":"of cat-0123456789"},[]]}';
    expect(createRedactor({ secrets }).line(line)).toBe(
      '{"a":"nine-lives-9","b":[null,true,1.5,"",{"<key>":"of <key>"},[]]}',
    );
  });

  it('hides what stands in JSON that is nested deeper than a stack', () => {
    const secret = 'deep-0123456789"]';
    const redactor = createRedactor({ secrets: [{ kind: 'key', value: secret }] });
    const line = `${'['.repeat(100_000)}"deep-0123456789"${']'.repeat(100_000)}`;
    expect(redactor.line(line)).toBe(line.replace(secret, '<key>'));
    expect(redactor.line('[["deep-0123456789"]]')).toBe('[["deep-0123456789"]]');
  });

  it('finds what another program wrote as escapes', () => {
    expect(redactor.line('{"a":"C:\\\\Users\\\\Zo\\u00eb\\\\work\\\\b"}')).toBe('{"a":"<cwd>\\\\b"}');
  });

  it.each([
    ['a letter that ends an escape', 'node-0123456789', '{"a":"x\\node-0123456789"}'],
    ['the same, one level deeper', 'node-0123456789', '{"a":"{\\"b\\":\\"x\\\\node-0123456789\\"}"}'],
    ['digits of an escape', 'e9abcdef01', '{"a":"\\u00e9abcdef01"}'],
    ['a whole escape', 'u00e9abcdef', '{"a":"\\u00e9abcdef"}'],
  ])('keeps a line parseable where a secret looks like %s', (_name, value, line) => {
    const redacted = createRedactor({ secrets: [{ kind: 'key', value }] }).line(line);
    const inner = JSON.parse(redacted).a;
    if (line.includes('\\"b\\"')) {
      JSON.parse(inner);
    }
    expect(redacted).not.toContain(value);
  });

  it('finds secrets in bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(`${HOME} ${WINDOWS}`), Buffer.from([0xfe])]);
    expect(redactor.bytes(bytes).toString('latin1')).toBe('\xff<home> <cwd>\xfe');
  });

  it('says what it replaces, and never what it hides', () => {
    expect(redactor.redactions).toEqual([
      { kind: 'cwd', placeholder: '<cwd>' },
      { kind: 'home', placeholder: '<home>' },
      { kind: 'tmp', placeholder: '<tmp>' },
      { kind: 'key', placeholder: '<key>' },
      { kind: 'port', placeholder: '<port>' },
      { kind: 'port', placeholder: '0' },
      { kind: 'user', placeholder: '<user>' },
    ]);
  });

  it('hides a folder of three characters, which is the shortest that is a name', () => {
    const short = createRedactor({ folders: [{ kind: 'cwd', path: '/ab' }] });
    expect(short.line('in /ab/c')).toBe('in <cwd>/c');
  });

  it('hides a secret of four characters, and no shorter one', () => {
    const secrets = ['zq7x', 'wv8'].map((value) => ({ kind: 'key', value }));
    expect(createRedactor({ secrets }).line('a zq7x wv8')).toBe('a <key> wv8');
  });

  it.each(['', '/', '//', 'C:\\', 'ab'])('ignores a folder that is no name of anything: "%s"', (path) => {
    expect(createRedactor({ folders: [{ kind: 'cwd', path }] }).literals).toEqual([]);
  });
});

function redactAll(with_: Redactor, lines: readonly string[]): string[] {
  const out: string[] = [];
  const all = createLineRedactor<number>(with_, (line, index) => {
    expect(index).toBe(out.length);
    out.push(line);
  });
  lines.forEach((line, index) => {
    all.push(line, 'out', index);
  });
  all.flush();
  return out;
}

function delta(text: string, lane = 0): string {
  return JSON.stringify({ type: 'delta', lane, part: { text } });
}

function readDeltas(lines: readonly string[], lane = 0): string[] {
  return lines.map((line) => JSON.parse(line)).flatMap((line) => (line.lane === lane ? [line.part.text] : []));
}

/** Names of fields whose values are secrets, as programs write them. */
const FIELDS = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'pass',
  'pwd',
  'secret_access_key',
  'secret_key',
  'secret',
  'api_key',
  'access_key',
  'private_key',
  'access_token',
  'refresh_token',
  'auth_token',
  'id_token',
  'session_token',
  'authorization',
  'cookie',
  'credentials',
  'credential',
  'dsn',
];
const spellings = (name: string): string[] => [
  name,
  name.toUpperCase(),
  name.replaceAll('_', '-'),
  name.replaceAll('_', ''),
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  `my_${name}`,
];

it.each(FIELDS)('hides the value of a field that is called %s, however it is spelled', (name) => {
  const value = 'zq81-vvlm-wwop';
  const line = createRedactor({ looks: 'keys' }).line;
  const shown = spellings(name).filter((field) => line(JSON.stringify({ a: { [field]: value } })).includes(value));
  expect(shown).toEqual([]);
});

describe('many lines', () => {
  it('spreads a placeholder over the lines that a secret was cut into', () => {
    const lines = ['cat "/home/ali', 'ce/my proj', 'ect/a.ts"'].map((text) => delta(text));
    expect(readDeltas(redactAll(redactor, lines))).toEqual(['cat "<', 'cw', 'd>/a.ts"']);
  });

  it('leaves lines alone that only began like a secret', () => {
    const lines = ['see /', 'usr/bin and /home/al', 'fred'].map((text) => delta(text));
    expect(redactAll(redactor, lines)).toEqual(lines);
  });

  it('takes the shorter secret where the longer one does not come', () => {
    const lines = ['/home/alice', '/other', ' /ho', 'me/alice', '/my dog'].map((text) => delta(text));
    expect(readDeltas(redactAll(redactor, lines))).toEqual(['<home>', '/other', ' <ho', 'me>', '/my dog']);
  });

  it('finds the halves of two lanes that are told in turns', () => {
    const lines = [delta('/home/al', 0), delta('/ho', 1), delta('ice!', 0), delta('me/alice', 1)];
    const redacted = redactAll(redactor, lines);
    expect([readDeltas(redacted, 0), readDeltas(redacted, 1)]).toEqual([
      ['<ho', 'me>!'],
      ['<ho', 'me>'],
    ]);
  });

  it('does not hold lines back for ever', () => {
    const seen: string[] = [];
    const all = createLineRedactor<undefined>(redactor, (line) => seen.push(line));
    all.push(delta('/home/al'), 'out', undefined);
    for (let index = 0; index < 100; index++) {
      all.push('{"other":1}', 'out', undefined);
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(seen[0]).toBe(delta('/home/al'));
  });
});

/** The number of cases of each property. */
const RUNS = IS_CI || IS_FULL ? 1_000 : 300;
const STEMS = describePatterns({}).flatMap(({ stems }) => stems ?? []);

// The secrets look like real ones: paths and keys with the usual characters, and some that need escaping.
const name = fc.stringMatching(/^[a-zA-Z0-9 _.é"-]{3,10}$/);
const secret = fc.oneof(
  fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => `/${names.join('/')}`),
  fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `C:\\${names.join('\\')}`),
  fc.stringMatching(/^[A-Za-z0-9_\\/+=é-]{8,40}$/),
);
const secrets = fc.uniqueArray(secret, { minLength: 1, maxLength: 5 });

function createFor(all: readonly string[]): Redactor {
  return createRedactor({
    folders: all.filter((value) => /^\/|^C:/.test(value)).map((path) => ({ kind: 'cwd', path })),
    secrets: all.filter((value) => !/^\/|^C:/.test(value)).map((value) => ({ kind: 'key', value })),
  });
}

function strip(value: string): string {
  return /^\//.test(value) ? value.replace(/\/+$/, '') : /^C:/.test(value) ? value.replace(/[\\/]+$/, '') : value;
}

describe('whatever the secrets', () => {
  it('none of them is in a line, at any depth of JSON, and what was JSON is JSON', () => {
    const text = fc.array(fc.oneof(fc.string({ maxLength: 8 }), fc.nat(4)), { maxLength: 8 });
    fc.assert(
      fc.property(secrets, text, fc.integer({ min: 1, max: 3 }), (all, parts, levels) => {
        const value = parts.map((part) => (typeof part === 'number' ? (all[part] ?? '') : part)).join('');
        let read: unknown = createFor(all).line(json({ value, [`k${value}`]: 1 }, levels));
        for (let level = 0; level < levels; level++) {
          const parsed: { inner?: string } = JSON.parse(String(read));
          read = parsed.inner ?? JSON.stringify(parsed);
        }
        const found: { value: string } = JSON.parse(String(read));
        for (const hidden of all.map(strip)) {
          expect(found.value.includes(hidden) || Object.keys(found).some((key) => key.includes(hidden))).toBe(false);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('none of them can be put together from a stream of pieces, and no piece is lost', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 });
    const text = fc.array(fc.oneof(fc.stringMatching(/^[a-z /"\n]{0,8}$/), fc.nat(4)), { maxLength: 8 });
    fc.assert(
      fc.property(secrets, text, cuts, (all, parts, sizes) => {
        const value = parts.map((part) => (typeof part === 'number' ? (all[part] ?? '') : part)).join('');
        const pieces: string[] = [];
        for (let from = 0, index = 0; from < value.length; index++) {
          const size = sizes[index % sizes.length] ?? 1;
          pieces.push(value.slice(from, from + size));
          from += size;
        }
        const redacted = readDeltas(
          redactAll(
            createFor(all),
            pieces.map((piece) => delta(piece)),
          ),
        );
        expect(redacted).toHaveLength(pieces.length);
        const joined = redacted.join('');
        for (const hidden of all.map(strip)) {
          expect(joined).not.toContain(hidden);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('a line with nothing to hide is the same line', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), (values) => {
        const lines = values.map((value) => JSON.stringify({ value }));
        // A field that is named like a secret has something to hide.
        fc.pre(!STEMS.some((stems) => stems.test(lines.join(''))));
        expect(redactAll(createRedactor({ secrets: [{ kind: 'key', value: '\u2603-never-there' }] }), lines)).toEqual(
          lines,
        );
      }),
    );
  });
});
