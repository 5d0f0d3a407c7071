import { describe, expect, it } from 'vitest';
import { isChoice, isEveryday } from './secret-settings.ts';
import { secretsIn } from './secrets-in.ts';

const VALUE = 'horse-battery';

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
    'DB_PW',
    'API_TOKENS',
    'pw',
    'WALLET_MNEMONIC',
    'SEED_PHRASE',
    'SEED',
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
    'PWX',
    'SEED_FILE',
    'SEEDLING',
    'KEY_TYPE',
    'token_file',
    'SSH_AUTH_SOCK',
    'max_tokens_key',
    'SECRET_NAME',
    'auth_enabled',
    'TOKEN_LIMIT',
    'OUTPUT_TOKENS',
    'password_command',
    'SSH_ASKPASS_REQUIRE',
  ])('is none by its name: %s', (name) => {
    expect(secretsIn(name, VALUE)).toEqual([]);
  });

  it.each(['abc', 'true', 'None', 'default', 'production', '/home/me/key', '~/key', 'C:\\key', '1.5'])(
    'is none by its value: %s',
    (value) => {
      expect(secretsIn('API_KEY', value)).toEqual([]);
    },
  );

  it.each(['/app', '/tmp', '/root', '/', '/home/me', '//host/share', 'C:\\', 'D:\\work'])(
    'is none where it is a folder of the shell: %s',
    (folder) => {
      expect([secretsIn('PWD', folder), secretsIn('OLDPWD', folder)]).toEqual([[], []]);
    },
  );

  it('is one in a variable of the shell that holds no folder, and by such a name in small letters', () => {
    expect([secretsIn('PWD', VALUE), secretsIn('OLDPWD', VALUE)]).toEqual([[VALUE], [VALUE]]);
    expect([secretsIn('pwd', '/abcd'), secretsIn('DB_PWD', '/abcd'), secretsIn('API_KEY', '/abcd')]).toEqual([
      ['/abcd'],
      ['/abcd'],
      ['/abcd'],
    ]);
  });

  it('has four characters at least, and is a number only where nothing but a secret can be one', () => {
    expect([secretsIn('API_KEY', 'abcd'), secretsIn('API_KEY', 'abc')]).toEqual([['abcd'], []]);
    expect(secretsIn('API_KEY', '12345')).toEqual([]);
    for (const name of ['PASSWORD', 'pwd', 'SECRET', 'PIN', 'OTP', 'DB_PW']) {
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
    ['postgres://me:horse@host/db', ['horse']],
    ['https://horse@host', ['horse']],
    ['postgres://user:password@host/db', []],
    ['https://user@host', []],
    ['https://abc@host', []],
    ['https://abcd@host', ['abcd']],
    ['https://me:a%2Fb%20c@host', ['a%2Fb%20c', 'a/b c']],
    ['https://me:100%25x%@host', ['100%25x%']],
    ['https://host/?api_key=horse&page=12345', ['horse']],
    ['https://host/?a=b&token=horse#top', ['horse']],
    ['https://host/?key=abc', []],
    ['https://host/x#token=horse', ['horse']],
    ['postgres://me:ho/rse@host/db', ['ho/rse']],
    ['https://host:8080/a@b', []],
    ['jdbc:oracle:thin:me/horse@//host:1521/x', ['horse']],
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
