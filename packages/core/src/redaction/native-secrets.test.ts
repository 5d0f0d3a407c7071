/** What the settings and words of a CLI by its own names hide, and what they leave alone. */
import { expect, it } from 'vitest';
import { findNativeSecrets } from './native-secrets.ts';
import { findGiven } from './server-secrets.ts';

it('a named secret is found behind any number of other settings, and behind very long ones', () => {
  for (const before of [Array.from({ length: 10_000 }, (_, n) => `task-${n}`), ['a word '.repeat(20_000)]]) {
    const config = { before, env: { MY_API_TOKEN: 'hunter2-abc' }, own: { api_key: 'hunter3-abc' } };
    expect(findNativeSecrets({ config })).toEqual(['hunter2-abc', 'hunter3-abc']);
  }
});

it('a named secret is found however deep it is', () => {
  let config: Record<string, unknown> = { api_key: 'hunter2-abc' };
  for (let depth = 0; depth < 2_000; depth += 1) {
    config = depth % 2 === 0 ? { inner: config } : { inner: [config] };
  }
  expect(findNativeSecrets({ config })).toEqual(['hunter2-abc']);
});

it('settings of one name in many places are each looked at', () => {
  const own = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`own${n}`, { api_key: `hunter-${n}-abc` }]));
  expect(findNativeSecrets({ config: own })).toHaveLength(1_000);
});

it('what a setting is when JSON writes it is looked at', () => {
  const config = { far: { address: new URL('https://alice:wonder-land@h.example/') } };
  expect(findNativeSecrets({ config })).toEqual(['wonder-land']);
});

it('a value is told by the name that stands beside it', () => {
  const config = {
    vars: [
      { name: 'DB_PASSWORD', value: 'staple-battery' },
      { name: 'THEME', value: 'deep-sea-77' },
    ],
  };
  expect(findNativeSecrets({ config })).toEqual(['staple-battery']);
});

it('a word of JSON is looked at as settings are, also behind a flag', () => {
  const words = (token: string): string => JSON.stringify({ many: Array(300).fill('a'), a: { api_token: token } });
  expect(findNativeSecrets({ args: ['--x', words('hunter2-abc'), `--y=${words('hunter3-abc')}`] })).toEqual([
    'hunter2-abc',
    'hunter3-abc',
  ]);
});

it('what settings give MCP servers is found as what options give them is', () => {
  const config = {
    mcp_servers: { a: { env: { TENANT: 'acme' }, http_headers: { 'X-Team': 'orange-seven', Accept: 'text/plain' } } },
    mcp: { b: { environment: { TENANT: 'blue-green', DOOR_PIN: 471_147 }, command: ['srv', '--token', 'hunter9'] } },
    hooks: [{ type: 'command', command: 'notify --api-key hunter8-abc --verbose' }],
    'mcp_servers.c.env.TENANT': 'red-brick',
    'mcp_servers.c': { env: [{ name: 'TENANT', value: 'grey-stone' }] },
    'mcp_servers.c.env': { 'A.THING': 'green-field' },
  };
  expect([...findNativeSecrets({ config }, findGiven)].sort()).toEqual([
    ...['471147', 'acme', 'blue-green', 'green-field', 'grey-stone', 'hunter8-abc', 'hunter9', 'orange-seven'],
    'red-brick',
  ]);
});

it('names of variables, choices, places and words of every conversation are shown', () => {
  const config = {
    env: { ANTHROPIC_MODEL: 'claude-sonnet-4-5', MODE: 'production', PORT: 41_234, ON: true, NONE: null },
    mcp_servers: {
      'a.b': {
        env_http_headers: { 'X-Own': 'NAME_OF_VARIABLE' },
        command: 'npx',
        args: ['-y', '@acme/files', '--auth'],
      },
    },
    'mcp_servers.c.env.ANTHROPIC_MODEL': 'claude-opus-4-1',
    auth: 'github',
    token_type: 'some-odd-type',
    auth_url: 'https://login.example/start',
    permissions: { allow: ['Bash(npm run test:*)'], deny: ['Read(./.env)'] },
    args: [{ name: 'TENANT' }, 1, null],
    half: '{"api_key":"',
  };
  expect(findNativeSecrets({ config, args: ['--verbose', '{', '[a-z]'] }, findGiven)).toEqual([]);
});
