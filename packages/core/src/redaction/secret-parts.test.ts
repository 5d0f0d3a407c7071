import { expect, it } from 'vitest';
import { growthOf } from '../../../../test/support/spent.ts';
import { namedParts, partsOf } from './secret-parts.ts';
import { secretsIn } from './secrets-in.ts';
import { findServerSecrets } from './server-secrets.ts';

it.each<[name: string, value: string, parts: readonly string[]]>([
  [
    'what stands beside a password',
    'Server=db1.example.com,1433;Initial Catalog=store2025;User Id=robot2025;Password=hunter22x',
    ['hunter22x'],
  ],
  ['names and words', 'openid,profile,offline_access', []],
  ['words with blanks', 'legal winner thank year wave', []],
  ['short items', 'abc1234,abcd1234', ['abcd1234']],
  ['addresses and moments', 'https://a1.example.com/x,db1.example.com:5432,2025-01-01T00:00:00Z', []],
  ['attributes of a cookie', 'sid=abcdef12; Path=/account1; Expires=Wed21Oct2025; theme=darkmode', ['abcdef12']],
  [
    'leaves of JSON that have a plain name',
    '{"type":"service_account","project_id":"deploy-2025","token_uri":"https://a1.example/t","id":"q8Zr55t0Lm2xWw91"}',
    [],
  ],
  ['long leaves of JSON', '{"value":"q8Zr55t0Lm2xWw91"}', ['q8Zr55t0Lm2xWw91']],
  ['keys in base64', 'q8Zr55t0==,Lm2xWw91==', ['q8Zr55t0==', 'Lm2xWw91==']],
  ['half of a text of JSON', '{"value":"q8Zr55t0', ['"q8Zr55t0']],
  ['a path behind a drive', 'c:/keys/2025-a', []],
])('%s', (_name, value, parts) => {
  expect(partsOf(value)).toEqual(parts);
});

it('a setting that tells nothing by its name is taken apart for what its own names tell', () => {
  expect(secretsIn('LS_COLORS', 'rs=0:di=01;34:ln=01;36:*.tar=01;31')).toEqual([]);
  expect(secretsIn('NODE_OPTIONS', '--max-old-space-size=4096 --import=tsx2025x')).toEqual([]);
  expect(secretsIn('PG', 'user=robot2025 password=hunt sslkey=x')).toEqual(['hunt']);
});

it('a text of many parts has a bounded number of them', () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `opaque-${index}-item`).join(',');
  expect(partsOf(many)).toHaveLength(256);
});

it.each(['a-', 'a.', 'a:', 'ab ', 'a=', '://a:', '"a', 'a ', '{', ' a: '])(
  'a text of very many characters is taken apart in a time that grows with it: %s',
  async (unit) => {
    const takeApart = (count: number): void => {
      const text = unit.repeat(count);
      secretsIn('MY_KEY', text);
      findServerSecrets([{ env: { MY: text }, args: ['--key', text] }]);
    };
    expect(await growthOf(takeApart, 3_750)).toBeLessThan(100);
  },
);

it('a text of JSON is looked at sixteen values deep', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}"q8Zr55t0Lm2xWw91"${'}'.repeat(levels)}`;
  // The outermost value is at no depth.
  expect([partsOf(nested(17)), partsOf(nested(18))]).toEqual([['q8Zr55t0Lm2xWw91'], []]);
});

it('a setting of 128 KiB is taken apart, and a longer one is not', () => {
  const filled = (length: number): string => 'password=hunter22x,'.padEnd(length, 'word,');
  const longest = 128 * 1024;
  expect([partsOf(filled(longest)), namedParts(filled(longest))]).toEqual([['hunter22x'], ['hunter22x']]);
  expect([partsOf(filled(longest + 1)), namedParts(filled(longest + 1))]).toEqual([[], []]);
});

it('a part of an address that is longer than any name is hidden, however it is made', () => {
  const [first = ''] = findServerSecrets([{ url: `https://h.example/${'ab-'.repeat(100_000)}ab` }]);
  expect(first).toHaveLength(300_002);
});

it('words of every conversation, folders, models and plain headers of servers are shown', () => {
  const env = {
    A: 'true',
    B: '1',
    C: 'production',
    D: '/usr/local/share/x',
    LOG_LEVEL: 'debug',
    EMBEDDING_MODEL: 'nomic-7b',
  };
  const headers = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
  const args = [
    '-y',
    '@acme/server-files',
    '--port',
    '8080',
    '--token',
    '--verbose',
    '--auth',
    'basic',
    '--key-file',
    '/k/x1234567',
  ];
  const url = 'https://mcp.example.com/streamable-http-endpoint/v1/mcp?mode=streamable-http-only';
  expect(findServerSecrets([{ env, args }, { url, headers }, { url: 'no address' }])).toEqual([]);
});
