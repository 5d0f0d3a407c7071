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

it('a secret of one line has no lines, and one of very many has a bounded number', () => {
  expect(linesOf('a-secret-of-a-single-line')).toEqual([]);
  expect(linesOf('a-line-that-comes-twice\na-line-that-comes-twice')).toEqual(['a-line-that-comes-twice']);
  expect(linesOf(String.raw`the-first-of-two\nthe-second-of-two`)).toEqual(['the-first-of-two', 'the-second-of-two']);
  const many = Array.from({ length: 1_000 }, (_, index) => `line-${index}-of-a-long-secret`);
  expect(linesOf(many.join('\n'))).toEqual(many.slice(0, 256));
});

it('everything but the lines of a secret stays', () => {
  const lines = ['-----BEGIN a story-----', '{', 'what is "type": "service_account", in this file?', 'MIIE'];
  expect(record(lines)).toEqual(lines);
});
