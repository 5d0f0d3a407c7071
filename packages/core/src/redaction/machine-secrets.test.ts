import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { findMachineSecrets } from './machine-secrets.ts';
import { createRedactor } from './redact.ts';

const tmp = mkdtempSync(join(tmpdir(), 'machine-'));
afterAll(() => rmSync(tmp, { recursive: true }));

it('finds the folders of a run under both of their names', () => {
  mkdirSync(join(tmp, 'real'));
  symlinkSync(join(tmp, 'real'), join(tmp, 'link'));
  const redactor = createRedactor(
    findMachineSecrets({
      cwd: join(tmp, 'link'),
      env: { HOME: '/home/somebody', TMPDIR: '/scratch' },
      folders: [{ kind: 'run', path: '/tmp/agent-mux-R1' }],
    }),
  );
  const line = [
    join(tmp, 'link', 'a'),
    join(tmp, 'real', 'b'),
    '/home/somebody/c',
    '/scratch/d',
    '/tmp/agent-mux-R1/e',
    `${homedir()}/f`,
    '/tmp/g',
  ];
  expect(redactor.line(line.join(' '))).toBe('<cwd>/a <cwd>/b <home>/c <tmp>/d <run>/e <home>/f <tmp>/g');
});

it('finds the folder that all programs use for what is temporary, also where this one has another', () => {
  vi.stubEnv('TMPDIR', '/scratch');
  onTestFinished(() => void vi.unstubAllEnvs());
  const redactor = createRedactor(findMachineSecrets({ cwd: '/w', env: { TMPDIR: '/scratch' } }));
  expect(redactor.line('/scratch/a /tmp/b')).toBe('<tmp>/a <tmp>/b');
});

it('finds the folders that Windows names in an environment', () => {
  const env = { USERPROFILE: 'D:\\Users\\zoe', TMP: 'E:\\short', TEMP: 'F:\\long', TMPDIR: '' };
  const redactor = createRedactor(findMachineSecrets({ cwd: '/w', env }));
  expect(redactor.line('D:\\Users\\zoe\\a E:\\short\\b F:\\long\\c')).toBe('<home>\\a <tmp>\\b <tmp>\\c');
  const { folders = [] } = findMachineSecrets({ cwd: '/w', env });
  expect(folders.filter(({ path }) => path === '')).toEqual([]);
});

it('finds the name of the user, which paths of others may have too', () => {
  expect(findMachineSecrets({ cwd: '/w', env: {} }).user).toBe(userInfo().username);
});

it.each([
  ['/opt/x/node_modules/cli/main.js', 'at /opt/x/node_modules/cli/a.js:1', 'at <packages>/cli/a.js:1'],
  ['/opt/x/node_modules/a/node_modules/b/main.js', 'at /opt/x/node_modules/c.js', 'at <packages>/c.js'],
  ['/usr/bin/cli', 'at /usr/bin/env', 'at /usr/bin/env'],
])('finds where the packages of %s are', (binary, line, redacted) => {
  expect(createRedactor(findMachineSecrets({ cwd: '/w', env: {}, binary })).line(line)).toBe(redacted);
});

it('finds where the packages are that a link leads to', () => {
  mkdirSync(join(tmp, 'node_modules', 'cli'), { recursive: true });
  writeFileSync(join(tmp, 'node_modules', 'cli', 'main.js'), '');
  symlinkSync(join(tmp, 'node_modules', 'cli', 'main.js'), join(tmp, 'cli'));
  const redactor = createRedactor(findMachineSecrets({ cwd: '/w', env: {}, binary: join(tmp, 'cli') }));
  expect(redactor.line(`at ${join(tmp, 'node_modules', 'cli', 'a.js')}`)).toBe('at <packages>/cli/a.js');
});

it.each([
  ['ANTHROPIC_API_KEY', 'sk-test-1', true],
  ['MY_SECRET', 'long enough 1', true],
  ['DB_PASSWORD', 'hunter2-hunter2', true],
  ['MAX_OUTPUT_TOKENS', '1234567890', false],
  ['TOKEN_TYPE', 'standard', false],
  ['API_KEY', 'short1', true],
  ['DB_PASS', 'hunter', true],
  ['PGPASS', 'correcthorse', true],
  ['GITLAB_PAT', 'abcdefgh', true],
  ['SENTRY_DSN', 'https://abc123@sentry.example/1', true],
  ['DOOR_PIN', '4711', true],
  ['DB_PASSWORD', 'true', false],
  ['TOKENIZERS_PARALLELISM', 'false', false],
  ['API_KEY_FILE', 'a-file.txt', false],
  ['COMPASS', '/opt/compass/bin', false],
  ['SSH_AUTH_SOCK', '/run/ssh/agent.1', false],
  ['GIT_AUTHOR_NAME', 'Jane Doe 2', false],
  ['PATH', 'abc-1234567890', false],
])('takes %s=%s for a secret: %s', (name, value, isSecret) => {
  const { secrets = [] } = findMachineSecrets({ cwd: '/w', env: { [name]: value } });
  expect(secrets.some((secret) => secret.kind === 'key' && secret.value === value)).toBe(isSecret);
});

it('finds the ports of servers on loopback', () => {
  const env = {
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:41234/v1',
    PROXY: 'http://localhost:3128',
    OTHER: 'http://example.com:8080',
  };
  expect(findMachineSecrets({ cwd: '/w', env }).ports).toEqual([41234, 3128]);
});

it('finds in each of several environments what it has, also under a name that another one has', () => {
  const env = [
    { HOME: '/home/one', DB_PASSWORD: 'hunter2', PROXY: 'http://localhost:3128' },
    { HOME: '/home/two', DB_PASSWORD: 'hunter3', PROXY: 'http://localhost:3129' },
  ];
  const line = '/home/one/a /home/two/b hunter2 hunter3 localhost:3128 localhost:3129';
  expect(createRedactor(findMachineSecrets({ cwd: '/w', env })).line(line)).toBe(
    '<home>/a <home>/b <key> <key> localhost:<port> localhost:<port>',
  );
});
