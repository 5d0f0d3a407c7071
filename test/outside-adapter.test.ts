/** Adapters from outside: packed, installed in a project of their own, and run like those that are built in. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAmux } from '../packages/agent-mux/src/cli/testing/call-amux.ts';
import { runAmux } from '../packages/agent-mux/src/cli/testing/run-amux.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ECHO = join(root, 'examples/adapter-echo');
const project = mkdtempSync(join(tmpdir(), 'amux-outside-'));
const bin = join(project, 'node_modules/.bin');
const PATH = `${bin}${delimiter}${process.env['PATH']}`;
afterAll(() => rmSync(project, { recursive: true, force: true }));

const npm = (cwd: string, ...args: readonly string[]): void =>
  void execFileSync('npm', [...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

beforeAll(() => {
  npm(ECHO, 'pack', '--silent', '--pack-destination', project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const tarballs = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  npm(project, 'install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', '--silent', `./${tarballs[0]}`);
  // What it needs of agent-mux is this tree; a registry has none of it yet.
  mkdirSync(join(project, 'node_modules/@agent-mux'));
  for (const name of ['core', 'events', 'testkit']) {
    symlinkSync(join(root, 'packages', name), join(project, 'node_modules/@agent-mux', name), 'dir');
  }
  symlinkSync(join(root, 'adapters'), join(project, 'node_modules/@agent-mux/adapters'), 'dir');
  symlinkSync(join(root, 'packages/agent-mux'), join(project, 'node_modules/agent-mux'), 'dir');
}, 120_000);

function writeModule(name: string, text: string): string {
  const path = join(project, name);
  writeFileSync(path, text);
  return path;
}

const typesOf = (stdout: string): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);
const TURN = ['session_start', 'turn_start', 'message_start', 'text_delta', 'message_stop', 'turn_end', 'session_end'];

describe('an adapter that was packed and installed', () => {
  it('is run by createClient, beside the built-in ones', () => {
    const main = writeModule(
      'main.js',
      `import { createClient } from 'agent-mux';
import { echo } from 'agent-mux-adapter-echo';
const mux = createClient({ adapters: [echo] });
const result = await mux.run({ agent: 'echo', prompt: 'Say it again.' });
console.log(JSON.stringify([result.exitReason, result.text, mux.adapters.list().map(({ agent }) => agent)]));
`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, [main], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, PATH },
    });
    expect(stderr).toBe('');
    const [exitReason, text, agents] = JSON.parse(stdout);
    expect([exitReason, text]).toEqual(['completed', 'Say it again.']);
    expect(agents).toEqual(expect.arrayContaining(['claude', 'echo']));
  });

  it.each([
    // A user starts it so; the others go to a process that obeys them likewise.
    ['the name of its package', 'agent-mux-adapter-echo', runAmux],
    ['the path of its folder', './node_modules/agent-mux-adapter-echo', callAmux],
    ['the path of its module', './node_modules/agent-mux-adapter-echo/index.js', callAmux],
    ['an absolute path', join(project, 'node_modules/agent-mux-adapter-echo'), callAmux],
    ['a file URL', pathToFileURL(join(project, 'node_modules/agent-mux-adapter-echo/index.js')).href, callAmux],
    ['a path below the home folder', '~/node_modules/agent-mux-adapter-echo', callAmux],
  ])('is run by amux, by %s', async (_, from, start) => {
    const args = ['run', 'echo', 'again', '--json', '--adapter', from];
    const { code, stdout, stderr } = await start(args, { cwd: project, env: { PATH, HOME: project } });
    expect([code, stderr]).toEqual([0, '']);
    expect(typesOf(stdout)).toEqual([...TURN, 'run_result']);
  });

  it('is found, diagnosed and replayed by the other commands too, also where the flag comes first', async () => {
    const flag = ['--adapter', 'agent-mux-adapter-echo'];
    const at = { cwd: project, env: { PATH } };
    const [agents, doctor, replay] = await Promise.all([
      runAmux(['agents', '--json', ...flag], at),
      runAmux([...flag, 'doctor', 'echo'], at),
      runAmux([...flag, 'replay', join(ECHO, 'fixtures/echo/1.0.0/hello'), '--quiet'], at),
    ]);
    expect(JSON.parse(agents.stdout).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ agent: 'echo', installed: true, version: '1.0.0' })]),
    );
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/^echo {2}Echo {2}ready\n/)]);
    expect(replay.stdout).toBe('The same again, please.\n');
  });

  it('stands beside another one: the flag can be repeated', async () => {
    const other = writeModule(
      'other.js',
      `import { echo } from 'agent-mux-adapter-echo';\nexport const parrot = { ...echo, agent: 'parrot' };\n`,
    );
    const flags = ['--adapter', 'agent-mux-adapter-echo', '--adapter', other];
    const { stdout } = await runAmux(['agents', '--json', ...flags], { cwd: project, env: { PATH } });
    const agents: { agent: string }[] = JSON.parse(stdout).data;
    expect(agents.map(({ agent }) => agent)).toEqual(expect.arrayContaining(['claude', 'echo', 'parrot']));
  });
});

describe('an adapter that cannot be used', () => {
  const module = (change: string): string => `import { echo } from 'agent-mux-adapter-echo';\n${change}\n`;
  it.each<[string, string, string]>([
    [
      'speaks a later version of the contract',
      module('export const echo2 = { ...echo, specVersion: 2 };'),
      'the adapter "echo": `specVersion` is 2, and this agent-mux speaks 1: update agent-mux.',
    ],
    [
      'speaks an earlier version of the contract',
      module('export const echo0 = { ...echo, specVersion: 0 };'),
      'the adapter "echo": `specVersion` is 0, and this agent-mux speaks 1: update the adapter.',
    ],
    [
      'lacks a field',
      module('export const half = { ...echo, modes: [] };'),
      'the adapter "echo": `modes` is an array, but',
    ],
    [
      'is none',
      'export const answer = 42;',
      'exports no adapter. Export what defineAdapter() of @agent-mux/core gives.',
    ],
    ['never ends loading', 'await new Promise(() => {});', 'could not be loaded: it waits for something that never'],
    [
      'misses a package',
      'import "@agent-mux/none";',
      'Install what it needs beside it: npm install @agent-mux/none, in its folder.',
    ],
    ['does not load', 'throw new Error("not today");', 'could not be loaded: not today'],
    [
      'has the name of another one',
      module('export { echo }; export const two = { ...echo };'),
      'two adapters for "echo"',
    ],
  ])('because it %s is refused with a sentence', async (how, text, sentence) => {
    // A name of its own for each: a process loads a module once.
    const path = writeModule(`broken-${how.replaceAll(' ', '-')}.js`, text);
    // Whether anything is left that could go on is asked of a process that has nothing else to do.
    const start = how === 'never ends loading' ? runAmux : callAmux;
    const { code, stdout, stderr } = await start(['run', 'echo', 'hi', '--adapter', path], { cwd: project });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^amux: .*\n$/);
    expect(stderr).toContain(sentence);
  });

  it.each([
    [
      'a package that is not installed',
      'agent-mux-adapter-none',
      'Install it there (npm install agent-mux-adapter-none)',
    ],
    ['a path that does not exist', './none.js', `there is no ${join(project, 'none.js')}`],
    ['nothing', '', 'must be the name of a package or a path, not ""'],
  ])('because it is %s is refused with a sentence', async (_, from, sentence) => {
    const { code, stderr } = await callAmux(['agents', '--adapter', from], { cwd: project });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
