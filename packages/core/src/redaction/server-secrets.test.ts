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
