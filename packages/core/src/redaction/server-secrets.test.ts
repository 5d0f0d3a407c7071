/** What the settings of an MCP server hide, and what they leave alone: a word of every message is no secret. */
import { expect, it } from 'vitest';
import { findGiven, findServerSecrets } from './server-secrets.ts';

it.each(['update', 'session', 'method', 'params', 'TypeScript', '--experimental-vm-modules', 'blue-green'])(
  'the word %j is hidden nowhere, whatever it is the value of',
  (word) => {
    const servers = [{ env: { MODE: word }, headers: { 'X-Mode': word }, args: ['--mode', word, `--mode=${word}`] }];
    expect(findServerSecrets(servers)).toEqual([]);
  },
);

it('a short word behind a flag for a login is left alone', () => {
  expect(findServerSecrets([{ args: ['--auth', 'github'] }])).toEqual([]);
});

it('a flag that is called like a secret and has no value hides nothing', () => {
  expect(findServerSecrets([{ args: ['--api-key'] }, { args: ['--token', '--verbose'] }])).toEqual([]);
});

it('what looks like a key is hidden under any name, and what is called one in any case', () => {
  const env = { TG: '123456789:AAbbccddee', DB_PW: 'hunter' };
  const found = findServerSecrets([{ env, args: ['--api-key', 'opaque-arg-7x'] }]);
  expect(found).toEqual(expect.arrayContaining(['123456789:AAbbccddee', 'hunter', 'opaque-arg-7x']));
});

it('a setting of several flags or words is no list of keys', () => {
  const flags = '--experimental-vm-modules --no-warnings';
  expect(findGiven('NODE_OPTIONS', flags)).toEqual([flags]);
  expect(findGiven('GREETING', 'Use TypeScript')).toEqual(['Use TypeScript']);
});

it.each<[what: string, server: Parameters<typeof findServerSecrets>[0][number], secrets: readonly string[]]>([
  ['a part of an address from 16 signs on', { url: 'https://h.example/q8Zr55t0Lm2xWw91/a' }, ['q8Zr55t0Lm2xWw91']],
  ['no shorter part of an address', { url: 'https://h.example/q8Zr55t0Lm2xWw9/a' }, []],
  ['a parameter from 16 signs on', { url: 'https://h.example/?of=q8Zr55t0Lm2xWw91' }, ['q8Zr55t0Lm2xWw91']],
  ['no shorter parameter', { url: 'https://h.example/?of=q8Zr55t0Lm2xWw9' }, []],
  ['a word behind a flag from eight letters on', { args: ['--auth', 'zyxwvuts'] }, ['zyxwvuts']],
  ['no shorter word', { args: ['--auth', 'zyxwvut'] }, []],
  ['a shorter one with a digit', { args: ['--auth', 'zyxwv7'] }, ['zyxwv7']],
])('of the settings of a server is hidden %s', (_what, server, secrets) => {
  expect(findServerSecrets([server])).toEqual(secrets);
});
