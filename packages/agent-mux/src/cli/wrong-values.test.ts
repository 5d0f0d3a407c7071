/** Every command with every flag and a wrong value: the message names the flag before anything starts, alone and with all others. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@agent-mux/store';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actions } from './command-table.ts';
import { type Flag, nameOf, RUN_FLAGS } from './flag-table.ts';
import { createProgram } from './program.ts';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-wrong-'));
afterAll(() => rmSync(folder, { recursive: true }));
const cwd = join(folder, 'cwd');
mkdirSync(cwd);

const never = async (): Promise<number> => expect.fail('no command is called');
const NOTHING: Actions = {
  ...{ run: never, replay: never, agents: never, demo: never, doctor: never, install: never },
  ...{ chat: never, compare: never, completion: never, sessions: never, runs: never },
};
const { flagsOf } = createProgram(NOTHING, { write: () => {}, writeError: () => {}, version: '0' });

/** The words before the flags. No CLI is looked for, because a missing one is no mistake of the command line. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  run: ['claude', 'hi', '--binary', process.execPath],
  record: ['claude', 'hi', '--binary', process.execPath, '--out', join(folder, 'tape')],
  chat: ['claude', 'hi', '--binary', process.execPath],
  compare: [
    'claude',
    'codex',
    '-p',
    'hi',
    '--binary',
    `claude=${process.execPath}`,
    '--binary',
    `codex=${process.execPath}`,
  ],
  replay: [fixture('text')],
  install: ['claude'],
};

const WRONG: Readonly<Record<string, string>> = {
  ...{ model: '-x', mode: '', binary: '/no/such/file', cwd: '/no/such/folder', env: '=1', system: '' },
  ...{ 'system-mode': 'prependd', 'thinking-effort': 'hihg', 'thinking-budget': '1O', temperature: 'hot' },
  ...{ 'top-p': '2', 'top-k': '0', 'max-cost-usd': '-1', 'max-tokens': 'x', 'max-output-tokens': '0' },
  ...{ 'max-turns': 'ten', session: '-x', fork: '-x', checkpoint: '-x', timeout: '5 m' },
  ...{ 'inactivity-timeout': '1y', 'interaction-timeout': '-1', 'approval-mode': 'ask' },
  ...{ policy: '/no/such.json', sandbox: 'readonly', 'native-arg': 'x', attach: '/no/such.png', skill: '' },
  ...{ 'agents-doc': '/no/such.md', 'mcp-server': '{', retry: 'many', tag: '', 'run-id': 'x', name: '', context: '' },
  ...{ record: '/proc/self/status', out: '/proc/self/status', prices: '{', adapter: './no-such', format: 'xml' },
  ...{ output: 'out.txt', speed: 'fast', agent: 'cluade', limit: '0', state: 'opened', from: '-1' },
  ...{ 'older-than': 'never', 'max-bytes': 'lots', drift: 'nobody', method: 'nmp' },
};
/** Flags whose meaning differs by command. */
const WRONG_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  compare: { binary: 'claude' },
  demo: { binary: '' },
  sessions: { cwd: '' },
  runs: { cwd: '', out: '' },
};
/** Flags for which any text is right: words for the agent, a path that is made, or a name that is looked for among runs. */
const ANY: Readonly<Record<string, readonly string[]>> = {
  '': ['prompt', 'store'],
  runs: ['agent', 'name', 'tag', 'context'],
};

const takesValue = ({ flags }: Flag): boolean => /[<[]/.test(flags);
const isAny = (command: string, name: string): boolean => [...(ANY[''] ?? []), ...(ANY[command] ?? [])].includes(name);

const TABLE = [...flagsOf].map(([command, flags]) => ({
  command,
  cases: flags
    .filter((flag) => takesValue(flag) && !isAny(command, nameOf(flag)))
    .map((flag) => {
      const name = nameOf(flag);
      return { name: `--${name}`, value: WRONG_OF[command]?.[name] ?? WRONG[name] ?? expect.fail(`no wrong ${name}`) };
    }),
}));

/** The words of a command without the argument that is given wrongly: the last of two counts, and a right one would be read too. */
function wordsOf(command: string, wrong: readonly string[]): readonly string[] {
  const words = [...(WORDS[command] ?? [])];
  for (const name of wrong) {
    const at = words.indexOf(name);
    words.splice(at, at === -1 ? 0 : 2);
  }
  return words;
}

/** What a message has that nobody can type: calls of the library, names and fields of its options, and paths as it wants them. */
function findForeign(stderr: string): readonly string[] {
  const options = RUN_FLAGS.flatMap(({ option = '' }) => (/[A-Z]/.test(option) ? [option] : []));
  return [...stderr.matchAll(/\w+\(\)|absolute path|--[\w-]+(?:\.|\[)\w+\S*|\b[a-z]+[A-Z]\w*\b/g)]
    .map(([word]) => word)
    .filter((word) => !/^[a-z]+[A-Z]\w*$/.test(word) || options.includes(word as never))
    .filter((word) => !/^--(?:mcp-server|prices)/.test(word));
}

// These are values of the right form, which only the library refuses.
it.each([
  ['--temperature', '3'],
  ['--thinking-budget', '1'],
  ['--max-turns', '0'],
  ['--timeout', '99999d'],
  ['--attach', 'nope.png'],
  ['--attach', '.'],
  ['--cwd', 'nope'],
  ['--binary', 'nope'],
  ['--native-arg', 'word'],
  ['--native-arg', '--output-format'],
  ['--env', 'A\u0000=b'],
  ['--mcp-server', '{}'],
  ['--prices', '[1]'],
  ['--agents-doc', '/dev/null'],
])('words for the command line that %s=%s is wrong', async (name, value) => {
  const { code, stderr } = await call('run', [{ name, value }]);
  expect([code, stderr.split(/[\s:.[`]/).includes(name), findForeign(stderr)], stderr).toEqual([2, true, []]);
});

it('names for a run that is not there the command that lists runs', async () => {
  const store = join(folder, 'kept.db');
  await (await openStore(store)).close();
  for (const action of ['show', 'tail', 'export']) {
    const { code, stderr } = await callAmux(['runs', action, 'x', '--store', store]);
    expect([code, stderr]).toEqual([
      8,
      `amux: There is no run x in ${store}. \`amux runs list\` tells which there are.\n`,
    ]);
  }
  const noStore = await callAmux(['runs', 'list', '--store', folder]);
  expect([noStore.code, findForeign(noStore.stderr)], noStore.stderr).toEqual([9, []]);
});

const call = (command: string, cases: readonly { readonly name: string; readonly value: string }[]) =>
  callAmux(
    [
      command,
      ...wordsOf(
        command,
        cases.map(({ name }) => name),
      ),
      ...cases.map(({ name, value }) => `${name}=${value}`),
    ],
    { cwd, env: { PATH: '/nowhere', HOME: folder, AMUX_STORE: join(cwd, 'runs.db') } },
  );

describe.each(TABLE.filter(({ cases }) => cases.length > 0))('$command', ({ command, cases }) => {
  it.each(cases)('says that $name=$value is wrong, and how it should be', async ({ name, value }) => {
    const { code, stdout, stderr } = await call(command, [{ name, value }]);
    expect({ code, stdout, left: readdirSync(cwd) }).toEqual({
      code: name === '--agent' ? 3 : 2,
      stdout: '',
      left: [],
    });
    expect(stderr.split(/[\s:.[`]/)).toContain(name);
    expect(findForeign(stderr)).toEqual([]);
    expect(stderr).toMatch(/^amux: (?:nothing was started, for 2 things are wrong:\n)?(?:.+[.?]\n)+$/);
  });

  it('says all that is wrong at once', async () => {
    const { code, stdout, stderr } = await call(command, [...cases, { name: '--no-such-flag', value: 'x' }]);
    expect({ code, stdout, left: readdirSync(cwd) }).toEqual({ code: 2, stdout: '', left: [] });
    const words = stderr.split(/[\s:.[`]/);
    const later = LATER[command] ?? [];
    expect(cases.filter(({ name }) => !words.includes(name) && !later.includes(name))).toEqual([]);
    expect(stderr).toContain(`\n  ${command} takes no --no-such-flag.\n`);
  });
});

/** Mistakes that only the command itself can find, when the rest is right. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  doctor: ['--drift'],
  // The agent may belong to the adapter that cannot be loaded.
  sessions: ['--agent'],
  demo: ['--agent'],
};
