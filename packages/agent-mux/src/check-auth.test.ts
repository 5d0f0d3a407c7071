import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AuthHints } from '@agent-mux/core';
import { afterAll, describe, expect, it } from 'vitest';
import { checkAuth } from './check-auth.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-auth-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const AUTH: AuthHints = {
  variables: ['TOY_KEY', 'TOY_TOKEN'],
  files: [
    { path: '.toy/auth.json', folderVariable: 'TOY_HOME', field: 'tokens.refresh' },
    { path: '.toy/oauth', homeVariable: 'TOY_USER_HOME' },
    { path: '.toy/keys.json' },
    { path: '.share/toy/login', folderVariable: 'SHARE_HOME', folderPath: 'toy/login' },
  ],
  settings: [{ path: '.toy/settings', folderVariable: 'TOY_HOME' }],
  elsewhere: { darwin: 'It may be in the keychain.' },
};

let homes = 0;
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = join(scratch, String(homes++));
  mkdirSync(home);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

interface Case {
  readonly name: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: (home: string) => Record<string, string>;
  readonly auth?: AuthHints | undefined;
  readonly platform?: NodeJS.Platform;
  readonly status: string;
  readonly source?: (home: string) => string;
}
const REFRESH = JSON.stringify({ tokens: { refresh: 'secret' } });

const CASES: readonly Case[] = [
  { name: 'nothing', status: 'unauthenticated' },
  {
    name: 'settings, which may name a key',
    files: { '.toy/settings': 'provider = "own"' },
    status: 'unknown',
    source: (home) => join(home, '.toy/settings'),
  },
  {
    name: 'a login beside settings',
    files: { '.toy/settings': 'provider = "own"', '.toy/oauth': 'secret' },
    status: 'authenticated',
    source: (home) => join(home, '.toy/oauth'),
  },
  {
    name: 'a file further down in a folder that a variable names',
    files: { 'other/toy/login': 'secret' },
    env: (home) => ({ SHARE_HOME: join(home, 'other') }),
    status: 'authenticated',
    source: (home) => join(home, 'other/toy/login'),
  },
  { name: 'nothing, where there is a keychain', platform: 'darwin', status: 'unknown' },
  { name: 'an adapter that knows of no login', auth: undefined, status: 'unknown' },
  { name: 'a variable', env: () => ({ TOY_TOKEN: 'secret' }), status: 'authenticated', source: () => 'TOY_TOKEN' },
  { name: 'an empty variable', env: () => ({ TOY_KEY: '' }), status: 'unauthenticated' },
  {
    name: 'a field',
    files: { '.toy/auth.json': REFRESH },
    status: 'authenticated',
    source: (home) => join(home, '.toy/auth.json'),
  },
  { name: 'an empty field', files: { '.toy/auth.json': '{"tokens":{"refresh":""}}' }, status: 'unauthenticated' },
  { name: 'a field that is missing', files: { '.toy/auth.json': '{"tokens":null}' }, status: 'unauthenticated' },
  {
    name: 'a file that is no JSON',
    files: { '.toy/auth.json': 'secret' },
    status: 'unknown',
    source: (home) => join(home, '.toy/auth.json'),
  },
  {
    name: 'a file by its presence',
    files: { '.toy/oauth': 'secret' },
    status: 'authenticated',
    source: (home) => join(home, '.toy/oauth'),
  },
  { name: 'an empty file', files: { '.toy/oauth': '\n' }, status: 'unauthenticated' },
  ...['{}', '[]', 'null', '""', '{"anthropic":{}}', '{"KEY":null,"OTHER":""}'].map((json) => ({
    name: `JSON that holds nothing: ${json}`,
    files: { '.toy/keys.json': json },
    status: 'unauthenticated',
  })),
  {
    name: 'JSON that holds something',
    files: { '.toy/keys.json': '{"KEY":null,"anthropic":{"key":"secret"}}' },
    status: 'authenticated',
    source: (home) => join(home, '.toy/keys.json'),
  },
  {
    name: 'what should be JSON and is not',
    files: { '.toy/keys.json': 'secret' },
    status: 'unknown',
    source: (home) => join(home, '.toy/keys.json'),
  },
  { name: 'a folder in the place of a file', files: { '.toy/keys.json/a': 'x' }, status: 'unauthenticated' },
  { name: 'a file in the way of the folder', files: { '.toy': 'x' }, status: 'unauthenticated' },
  {
    name: 'a folder that a variable names',
    files: { 'other/auth.json': REFRESH },
    env: (home) => ({ TOY_HOME: join(home, 'other') }),
    status: 'authenticated',
    source: (home) => join(home, 'other/auth.json'),
  },
  {
    name: 'a login in the usual folder, where a variable names another',
    files: { '.toy/auth.json': REFRESH },
    env: (home) => ({ TOY_HOME: join(home, 'other') }),
    status: 'unauthenticated',
  },
  {
    name: 'a home that a variable names',
    files: { 'else/.toy/oauth': 'secret' },
    env: (home) => ({ TOY_USER_HOME: join(home, 'else') }),
    status: 'authenticated',
    source: (home) => join(home, 'else/.toy/oauth'),
  },
];

describe('a login', () => {
  it.each(CASES)(
    'is told from $name',
    ({ files = {}, env = () => ({}), platform = 'linux', status, source, ...rest }) => {
      const home = homeWith(files);
      const auth = 'auth' in rest ? rest.auth : AUTH;
      const adapter = { agent: 'toy', authGuidance: 'Run toy login.', ...(auth === undefined ? {} : { auth }) };
      const state = checkAuth(adapter, { env: env(home), home, platform });
      expect([state.status, state.source]).toEqual([status, source?.(home)]);
      expect(JSON.stringify(state)).not.toContain('secret');
    },
  );

  it('is not waited for where a pipe is in its place', () => {
    const home = homeWith({ '.toy/x': '' });
    for (const name of ['auth.json', 'oauth', 'keys.json', 'settings']) {
      execFileSync('mkfifo', [join(home, '.toy', name)]);
    }
    const module = JSON.stringify(fileURLToPath(new URL('check-auth.ts', import.meta.url)));
    const given = JSON.stringify({ env: {}, home, platform: 'linux' });
    const script = `const { checkAuth } = await import(${module});
console.log(checkAuth(${JSON.stringify({ agent: 'toy', authGuidance: 'Run toy login.', auth: AUTH })}, ${given}).status);`;
    // This runs in a process of its own, because whatever blocks would block the test.
    const said = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    expect(said).toBe('unauthenticated\n');
  });
});
