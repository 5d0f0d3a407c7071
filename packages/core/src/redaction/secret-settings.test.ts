import { describe, expect, it } from 'vitest';
import { isChoice, isEveryday, secretsIn, settingsOf } from './secret-settings.ts';

const VALUE = 'horse-battery';

it('all that servers of tools are given are settings, with a name where they have one', () => {
  const servers = [
    { env: { API_KEY: 'a' }, args: ['--token', 'b'] },
    { url: 'https://c@host', headers: { Authorization: 'Bearer d' } },
  ];
  expect(settingsOf(servers).filter(([, value]) => value !== '')).toEqual([
    ['API_KEY', 'a'],
    ['', '--token'],
    ['', 'b'],
    ['Authorization', 'Bearer d'],
    ['', 'https://c@host'],
  ]);
});

describe('a setting', () => {
  it.each([
    'API_KEY',
    'TOKEN',
    'client_secret',
    'PASSWORD',
    'pwd',
    'aws_credential',
    'AUTH',
    'COOKIE',
    'SENTRY_DSN',
    'SLACK_WEBHOOK',
    'SIGNATURE',
    'GITLAB_PAT',
    'PIN',
    'otp',
    'psk',
    'MY_JWT',
    'sas',
    'salt',
    'CONNECTION_STRING',
    'connstr',
  ])('is a secret by its name: %s', (name) => {
    expect(secretsIn(name, VALUE)).toEqual([VALUE]);
  });

  it.each([
    'HOME',
    'PASSIVE',
    'PASSTHROUGH',
    'AUTHOR',
    'AUTHORS',
    'PATH_SPACE',
    'SPINNER',
    'KEY_TYPE',
    'token_file',
    'SSH_AUTH_SOCK',
    'max_tokens_key',
    'SECRET_NAME',
    'auth_enabled',
    'TOKEN_LIMIT',
    'password_command',
  ])('is none by its name: %s', (name) => {
    expect(secretsIn(name, VALUE)).toEqual([]);
  });

  it.each(['abc', 'true', 'None', 'default', 'production', '/home/me/key', '~/key', 'C:\\key', '1.5'])(
    'is none by its value: %s',
    (value) => {
      expect(secretsIn('API_KEY', value)).toEqual([]);
    },
  );

  it('has four characters at least, and is a number only where nothing but a secret can be one', () => {
    expect([secretsIn('API_KEY', 'abcd'), secretsIn('API_KEY', 'abc')]).toEqual([['abcd'], []]);
    expect(secretsIn('API_KEY', '12345')).toEqual([]);
    for (const name of ['PASSWORD', 'pwd', 'SECRET', 'PIN', 'OTP']) {
      expect(secretsIn(name, '12345')).toEqual(['12345']);
    }
  });

  it('is hidden with the word before it, and without', () => {
    expect(secretsIn('AUTH', `Bearer ${VALUE}`)).toEqual([`Bearer ${VALUE}`, VALUE]);
    expect(secretsIn('AUTH', 'Bearer abc')).toEqual(['Bearer abc']);
    expect(secretsIn('AUTH', 'Bearer abcd')).toEqual(['Bearer abcd', 'abcd']);
    expect(secretsIn('AUTH', `ab ${VALUE}`)).toEqual([`ab ${VALUE}`]);
    expect(secretsIn('AUTH', `Bearer ${VALUE} more`)).toEqual([`Bearer ${VALUE} more`]);
  });
});

describe('an address', () => {
  it.each([
    ['postgres://me:horse@host/db', ['horse', 'horse']],
    ['https://token@host', ['token', 'token']],
    ['https://abc@host', []],
    ['https://abcd@host', ['abcd', 'abcd']],
    ['https://me:a%2Fb%20c@host', ['a%2Fb%20c', 'a/b c']],
    ['https://me:100%25x%@host', ['100%25x%', '100%25x%']],
    ['https://host/?api_key=horse&page=12345', ['horse', 'horse']],
    ['https://host/?a=b&token=horse#top', ['horse', 'horse']],
    ['https://host/?key=abc', []],
    ['https://host/path', []],
  ])('carries its secrets whatever it is called: %s', (value, secrets) => {
    expect(secretsIn('URL', value)).toEqual(secrets);
  });
});

it.each<[string, boolean]>([
  ['abc', true],
  ['abcd', false],
  ['Password', true],
  ['passwords', false],
  ['1234.5', true],
  ['1234x', false],
  ['/usr/bin', true],
  ['/usr', false],
  ['~/x', true],
  ['D:/x', true],
])('%s is everyday: %s', (value, expected) => {
  expect(isEveryday(value)).toBe(expected);
});

it.each<[string, boolean]>([
  ['ANTHROPIC_MODEL', true],
  ['lang', true],
  ['SECRET_MODEL', false],
  ['MODEL_PATH', false],
])('%s only names a choice: %s', (name, expected) => {
  expect(isChoice(name)).toBe(expected);
});
