import { expect, it } from 'vitest';
import { findMachineSecrets } from './machine-secrets.ts';
import { createRedactor } from './redact.ts';
import { createLineRedactor } from './redact-lines.ts';
import { linesOf } from './secret-lines.ts';

const BODY = [
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj',
  'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
  'NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s+CLOyS56YyCFGeJZ',
];
const PEM = `-----BEGIN PRIVATE KEY-----\n${BODY.join('\n')}\n-----END PRIVATE KEY-----\n`;
const ACCOUNT = JSON.stringify(
  { type: 'service_account', private_key_id: '3f786850e387550fdab836ed7e6dc881de23001b', private_key: PEM },
  null,
  2,
);

const redactor = createRedactor(
  findMachineSecrets({
    cwd: '/w',
    env: { DEPLOY_KEY: PEM },
    settings: [['GOOGLE_CREDENTIALS', ACCOUNT]],
  }),
);

function record(lines: readonly string[]): readonly string[] {
  const written: string[] = [];
  const recorder = createLineRedactor<undefined>(redactor, (line) => written.push(line));
  for (const line of lines) {
    recorder.push(line, 'out', undefined);
  }
  recorder.flush();
  return written;
}

it('each line of a known key is hidden where it stands alone, as in sorted lines', () => {
  const shown = record([...PEM.split('\n')].sort().map((line) => JSON.stringify({ output: line })));
  for (const line of BODY) {
    expect(shown.join('\n')).not.toContain(line);
  }
  expect(shown.filter((line) => line === '{"output":"<key>"}')).toHaveLength(BODY.length);
});

it('each line of it is hidden as programs write it, and where a stream cuts it', () => {
  for (const line of BODY) {
    const forms = [
      `  ${line}\r`,
      line.replaceAll('/', '\\/'),
      encodeURIComponent(line),
      Buffer.from(line).toString('base64'),
      Buffer.from(line).toString('hex'),
    ];
    expect(record(forms.map((output) => JSON.stringify({ output }))).filter((each) => !each.includes('<key>'))).toEqual(
      [],
    );
    const pieces = line.match(/.{1,7}/g) ?? [];
    const shown = record(pieces.map((text) => JSON.stringify({ text, lane: 1 }))).map((each) => JSON.parse(each).text);
    expect(shown.join('')).toMatch(/^<key>\**$/);
  }
});

it('the lines of a credential in JSON are hidden alone, and so are those of the key within it', () => {
  const shown = record([...ACCOUNT.split('\n'), ...BODY]).join('\n');
  expect(shown).not.toContain('3f786850e387550f');
  expect(BODY.filter((line) => shown.includes(line))).toEqual([]);
  expect(shown).toContain('"type": "service_account",');
});

it('a line that tells nothing is no secret of its own', () => {
  const lines = [
    '-----BEGIN PRIVATE KEY-----',
    '---------------------',
    '"private_key": "-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----",',
    '"auth_uri": "https://accounts.google.com/o/oauth2/auth",',
    'https://oauth2.googleapis.com/token',
    'all of it is only words.',
    '"type": "service_account",',
    'token_type: bearer-of-something',
    '"enabled_for_all_of_them": true,',
    'environment = production',
    '{',
    'sixteen_letters_',
    '  sixteen-letters- ',
  ];
  expect(linesOf(lines.join('\n'))).toEqual(['sixteen_letters_', 'sixteen-letters-']);
  expect(linesOf('fifteen-letters\nfifteen_letters')).toEqual([]);
});

it.each<[name: string, line: string, told: readonly string[]]>([
  [
    'a field of JSON',
    '"private_key_id": "3f786850e387550fdab836ed7e6dc881de23001b",',
    ['3f786850e387550fdab836ed7e6dc881de23001b'],
  ],
  ['a setting', 'export SIGNING="q8Zr-55t0-Lm2x-Ww91"', ['q8Zr-55t0-Lm2x-Ww91']],
  ['a field of YAML', 'client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJ', ['LS0tLS1CRUdJTiBSU0EgUFJJ']],
  ['a short value whose name says that it is secret', '"password": "hunter22"', ['hunter22']],
  ['a short value of a secret in words', 'passphrase=staple-horse', ['staple-horse']],
  ['a header', 'Authorization: Bearer q8Zr55t0Lm2x', ['Bearer q8Zr55t0Lm2x', 'q8Zr55t0Lm2x']],
  ['a value with escapes', String.raw`"secret": "q8Zr\"55t0\/Lm2x",`, ['q8Zr"55t0/Lm2x', String.raw`q8Zr\"55t0\/Lm2x`]],
  ['a value with a broken escape', String.raw`"secret": "q8Zr\x55t0Lm2x",`, [String.raw`q8Zr\x55t0Lm2x`]],
  [
    'several fields in a line',
    '{"type":"service_account","id":"q8Zr55t0Lm2xWw91","client_secret":"GOCSPX-1"}',
    ['{"type":"service_account","id":"q8Zr55t0Lm2xWw91","client_secret":"GOCSPX-1"}', 'q8Zr55t0Lm2xWw91', 'GOCSPX-1'],
  ],
  ['an item of a list', '"q8Zr55t0Lm2xWw91",', ['q8Zr55t0Lm2xWw91']],
  ['the rest of a value', 'q8Zr55t0Lm2xWw91",', ['q8Zr55t0Lm2xWw91']],
  // Its value alone would be found in other texts.
  ['a short value whose name tells nothing', '"project_id": "deploy-7"', ['"project_id": "deploy-7"']],
  ['a value in words whose name tells nothing', 'team: blue-green-yellow', ['team: blue-green-yellow']],
  ['a value of 16 signs whose name tells nothing', 'team: q8Zr55t0Lm2xWw91', ['q8Zr55t0Lm2xWw91']],
  ['a value of 15', 'team: q8Zr55t0Lm2xWw9', ['team: q8Zr55t0Lm2xWw9']],
  ['a value of seven signs of a secret', 'password: hunter2', ['password: hunter2']],
  ['a very short value of a secret', '"api_password": "abc1"', ['"api_password": "abc1"']],
  ['an address with a user', 'url: https://me:q8Zr55t0@h.example/x', ['https://me:q8Zr55t0@h.example/x', 'q8Zr55t0']],
  ['an address with a parameter', 'https://h.example/x?sig=q8Zr55t0', ['https://h.example/x?sig=q8Zr55t0']],
  [
    'an address that is a key',
    'hook: https://h.example/T01/q8Zr55t0Lm2xWw91',
    ['https://h.example/T01/q8Zr55t0Lm2xWw91'],
  ],
  ['base64 with its padding', 'MIIEvQIBADANBgkqhkiG9w0BAQ==', ['MIIEvQIBADANBgkqhkiG9w0BAQ==']],
  ['a dump of bytes', '00:b5:3c:99:1f:00:aa:', ['00:b5:3c:99:1f:00:aa:']],
  ['a password of words', 'orbit kettle ladder mango', ['orbit kettle ladder mango']],
])('of a line that is %s the secret is told', (_, line, told) => {
  expect(linesOf(`{\n  ${line}\n}`)).toEqual(told);
});

it('a field alone is hidden, and what every file of its kind has is shown', () => {
  const key = '3f786850e387550fdab836ed7e6dc881de23001b';
  const plain = {
    type: 'service_account',
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    token_uri: 'https://oauth2.googleapis.com/token',
    universe_domain: 'googleapis.com',
    model: 'a-model-4-20250514',
    note: 'this is the account of the robots',
    enabled_for_all_of_them: true,
  };
  const account = { ...plain, private_key_id: key, private_key: PEM, client_secret: 'GOCSPX-q8Zr55t0' };
  const lines = JSON.stringify(plain, null, 2).split('\n');
  const shown = [
    ...lines,
    ...Object.values(plain).map(String),
    '-----END PRIVATE KEY-----",',
    '# The key of the robots, in words.',
  ];
  for (const indent of [0, 2]) {
    const text = `# The key of the robots, in words.\n${JSON.stringify(account, null, indent)}`;
    const hidden = createRedactor({ secrets: [{ kind: 'key', value: text }] });
    expect(shown.map((line) => hidden.line(line))).toEqual(shown);
    expect([key, `id ${key}.`, 'GOCSPX-q8Zr55t0', ...BODY].map((line) => hidden.line(line))).toEqual([
      '<key>',
      'id <key>.',
      '<key>',
      ...BODY.map(() => '<key>'),
    ]);
  }
});

it('a secret of one line has no lines, and one of very many has a bounded number', () => {
  expect(linesOf('a-secret-of-a-single-line')).toEqual([]);
  expect(linesOf('a-line-that-comes-twice\na-line-that-comes-twice')).toEqual(['a-line-that-comes-twice']);
  expect(linesOf(String.raw`the-first-of-two\nthe-second-of-two`)).toEqual(['the-first-of-two', 'the-second-of-two']);
  const many = Array.from({ length: 1_000 }, (_, index) => `line-${index}-of-a-long-secret`);
  expect(linesOf(many.join('\n'))).toEqual(many.slice(0, 256));
});

it('a line of more than 128 KiB is a secret as it is, and no field is looked for in it', () => {
  const longest = `password=${'a1'.repeat(64 * 1024)}`.slice(0, 128 * 1024);
  expect(linesOf(`a-first-line-of-it\n${longest}`)).toEqual(['a-first-line-of-it', longest.slice('password='.length)]);
  expect(linesOf(`a-first-line-of-it\n${longest}1`)).toEqual(['a-first-line-of-it', `${longest}1`]);
});

it('everything but the lines of a secret stays', () => {
  const lines = ['-----BEGIN a story-----', '{', 'what is "type": "service_account", in this file?', 'MIIE'];
  expect(record(lines)).toEqual(lines);
});
