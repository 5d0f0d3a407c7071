/** What a run wrote for its CLI is gone with a host that died without a word, whatever the agent and the mode. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { takeCensus } from '../packages/core/src/process/testing/census.ts';
import { until } from '../packages/core/src/process/testing/observe-agent.ts';

const SECRET = 's3cr3t-0f-th3-us3r-th4t-n0b0dy-1s-t0-f1nd';
/** The octal numbers are how the launcher of codex exec is told its words. */
const FORMS = [
  SECRET,
  Buffer.from(SECRET).toString('base64').slice(0, 40),
  Buffer.from(SECRET).toString('hex'),
  Array.from(Buffer.from(SECRET), (byte) => `\\0${byte.toString(8).padStart(3, '0')}`).join(''),
];
/** It is alive, says a word, and never ends by itself. */
const AGENT = '#!/bin/sh\necho up\n: >"$AMUX_TEST_STARTED/$$"\nexec sleep 600\n';

const root = mkdtempSync(join(tmpdir(), 'killed-host-'));
const census = takeCensus();
afterEach(() => {
  census.end();
  rmSync(root, { recursive: true, force: true });
});

interface SecretHost {
  readonly process: ChildProcess;
  /** What it has said of its runs: id, agent and mode. */
  readonly runs: string[];
  readonly started: string;
}

function startHost(): SecretHost {
  const [tmp, home, started] = ['tmp', 'home', 'started'].map((name) => join(root, name));
  for (const folder of [tmp, home, started]) {
    mkdirSync(String(folder), { recursive: true });
  }
  const binary = join(root, 'agent');
  writeFileSync(binary, AGENT, { mode: 0o755 });
  const script = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'secret-host.mjs');
  const { file, args } = census.mark({
    file: process.execPath,
    args: [script, JSON.stringify({ binary, secret: SECRET })],
  });
  const { PATH } = process.env;
  const env = { PATH, HOME: home, TMPDIR: tmp, AMUX_TEST_STARTED: started };
  const host = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], env, cwd: home });
  let said = '';
  const runs: string[] = [];
  host.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    runs.splice(0, runs.length, ...said.split('\n').slice(0, -1));
  });
  return { process: host, runs, started: String(started) };
}

/** The files in which the secret can be read, in any form. */
function findSecret(): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'latin1');
      return FORMS.some((form) => text.includes(form));
    })
    .map((path) => relative(root, path));
}

it.each([
  ['once all its agents live', ({ runs, started }: SecretHost) => readdirSync(started).length === runs.length - 1],
  ['as the first of them begin', ({ started }: SecretHost) => readdirSync(started).length > 0],
])('no file of a host that is killed %s holds what a CLI was to be told', { timeout: 60_000 }, async (when, isThen) => {
  const host = startHost();
  await until(() => host.runs.at(-1) === 'all' && isThen(host), 40_000);
  const [files, runs] = [findSecret(), host.runs.slice(0, -1)];
  host.process.kill('SIGKILL');
  await once(host.process, 'exit');
  await until(() => census.alive().length === 0);
  expect(findSecret()).toEqual([]);
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  if (when === 'once all its agents live') {
    const held = runs.filter((run) => files.some((file) => file.includes(run.slice(0, 26))));
    expect(held.map((run) => run.slice(27))).toEqual(expect.arrayContaining(['claude bidi', 'codex exec']));
  }
});
