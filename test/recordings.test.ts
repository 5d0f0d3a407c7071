/** Recordings that others made replay too, where there are any. They are no part of this repository: it never needs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { RunResult } from '@agent-mux/core';
import { type AgentEvent, isAgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import split2 from 'split2';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.env['AMUX_RECORDINGS'] ?? join(root, '../shared/recordings');
const driver = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'replay-all.mjs');

/** `npm run test:all` replays all of them, `npm test` every fourth of each agent, others each time. */
const STRIDE = process.env['AMUX_FULL'] === '1' ? 1 : 4;
const seed = Number(process.env['AMUX_SEED'] ?? Date.now() % 2 ** 31);

const scratch = mkdtempSync(join(tmpdir(), 'amux-samples-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** What others published of CLIs that were not run here: lines of stdout, of hermes also what it was told. */
function wrapSamples(agent: string): string[] {
  const at = join(folder, agent);
  if (!['cursor', 'hermes'].includes(agent) || !existsSync(at)) {
    return [];
  }
  return readdirSync(at).flatMap((name) => {
    const told = join(at, name.replace('.stdout.', '.stdin.'));
    if (name.includes('.stdin.') || (agent === 'hermes' && !existsSync(told))) {
      return [];
    }
    const out = linesOf(join(at, name)).map((text) => ({ dir: 'out', text }));
    // Each request comes before its answer.
    const entries =
      agent === 'cursor' ? out : linesOf(told).flatMap((text) => [{ dir: 'in', text }, ...upToAnswer(out, text)]);
    const header =
      agent === 'cursor'
        ? { argv: ['cursor-agent', '-p', '--output-format', 'stream-json'], mode: 'stream-json' }
        : { argv: ['hermes', 'acp'], mode: 'acp' };
    const begin = {
      cassette: 1,
      agent,
      cliVersion: 'sample',
      ...header,
      scenario: 'sample',
      framing: 'lines',
      ordered: true,
    };
    const to = join(scratch, name);
    mkdirSync(to);
    const all = [begin, ...entries, ...(agent === 'hermes' ? out : []), { dir: 'exit', code: 0, signal: null }];
    writeFileSync(join(to, 'cassette.jsonl'), all.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    return [to];
  });
}

/** Taken away from its front. */
function upToAnswer<T extends { text: string }>(out: T[], request: string): T[] {
  const { id } = JSON.parse(request) as { id?: number };
  const at = out.findIndex(({ text }) => {
    const answer = JSON.parse(text) as { id?: number; method?: string };
    return answer.id === id && answer.method === undefined;
  });
  return out.splice(0, at + 1);
}

/** Folders with a cassette, of agents that there is an adapter for. */
function listRecordings(agent: string): string[] {
  const at = join(folder, agent);
  if (!existsSync(at)) {
    return [];
  }
  const samples = wrapSamples(agent);
  if (samples.length > 0) {
    return samples;
  }
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('cassette.jsonl'))
    .map((name) => dirname(join(at, name)))
    .sort()
    .filter((_, index) => index % STRIDE === seed % STRIDE);
}

interface Replayed {
  readonly path: string;
  readonly events: AgentEvent[];
  results: number;
  /** Native messages that the adapter does not know. */
  unknown: readonly string[];
  code?: number;
  message?: string;
}

async function replayAll(paths: readonly string[]): Promise<Replayed[]> {
  const child: ChildProcess = spawn(process.execPath, [driver], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(paths.map((path) => `${path}\n`).join(''));
  const all: Replayed[] = [];
  if (child.stdout === null) {
    throw new Error('The driver has no output.');
  }
  for await (const line of child.stdout.pipe(split2('\n'))) {
    const message: Record<string, unknown> = JSON.parse(line);
    const current = all.at(-1);
    if (typeof message['begin'] === 'string') {
      all.push({ path: message['begin'], events: [], results: 0, unknown: [] });
    } else if (current === undefined) {
      throw new Error(`What is this? ${line}`);
    } else if (isResult(message)) {
      current.results++;
      current.unknown = Object.keys(message.diagnostics.unknownNative);
    } else if ('end' in message) {
      Object.assign(current, message);
    } else if (isWireEvent(message)) {
      current.events.push(message);
    } else {
      throw new Error(`${current.path}: no event: ${line.slice(0, 300)}`);
    }
  }
  return all;
}

function isResult(
  message: Record<string, unknown>,
): message is Record<string, unknown> & Pick<RunResult, 'diagnostics'> {
  return message['type'] === 'run_result';
}

// What a reader rebuilds is filled in: the check of the stream does not need it.
function isWireEvent(message: Record<string, unknown>): message is Record<string, unknown> & AgentEvent {
  return isAgentEvent({ accumulated: '', inputAccumulated: '', ...message });
}

describe.skipIf(!existsSync(folder))(
  `recordings in ${relative(root, folder)} (AMUX_RECORDINGS names another folder; AMUX_SEED=${seed})`,
  () => {
    const agents = builtInAdapters
      .map(({ agent }) => ({ agent, paths: listRecordings(agent) }))
      .filter(({ paths }) => paths.length > 0);
    it.skipIf(agents.length === 0).each(agents)(
      'of $agent give a legal stream and a result each',
      { timeout: 300_000 },
      async ({ paths }) => {
        const replayed = await replayAll(paths);
        expect(replayed.map(({ path }) => path)).toEqual(paths);
        const problems = replayed.flatMap(({ path, events, results, code, message }) => [
          ...(code === 0 && results === 1
            ? []
            : [`${relative(folder, path)}: exit code ${code}, ${results} results. ${message ?? ''}`]),
          ...checkStream(events).map(({ rule, message: what }) => `${relative(folder, path)}: ${rule} ${what}`),
        ]);
        expect(problems).toEqual([]);
        expect([...new Set(replayed.flatMap((each) => each.unknown))]).toEqual([]);
      },
    );
  },
);
