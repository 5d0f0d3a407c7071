/** Recordings that others made replay too, where there are any. They are no part of this repository: it never needs them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { type AgentEvent, isAgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import split2 from 'split2';
import { describe, expect, it } from 'vitest';
import { sourceArgs } from '../packages/agent-mux/src/cli/testing/run-amux.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.env['AMUX_RECORDINGS'] ?? join(root, '../shared/recordings');
const driver = fileURLToPath(new URL('./support/replay-all.ts', import.meta.url));

/** Folders with a cassette, of agents that there is an adapter for. */
function listRecordings(agent: string): string[] {
  const at = join(folder, agent);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('cassette.jsonl'))
    .map((name) => dirname(join(at, name)))
    .sort();
}

interface Replayed {
  readonly path: string;
  readonly events: AgentEvent[];
  results: number;
  code?: number;
  message?: string;
}

async function replayAll(paths: readonly string[]): Promise<Replayed[]> {
  const child: ChildProcess = spawn(process.execPath, sourceArgs(driver), { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(paths.map((path) => `${path}\n`).join(''));
  const all: Replayed[] = [];
  if (child.stdout === null) throw new Error('The driver has no output.');
  for await (const line of child.stdout.pipe(split2('\n'))) {
    const message: Record<string, unknown> = JSON.parse(line);
    const current = all.at(-1);
    if (typeof message['begin'] === 'string') all.push({ path: message['begin'], events: [], results: 0 });
    else if (current === undefined) throw new Error(`What is this? ${line}`);
    else if (message['type'] === 'run_result') current.results++;
    else if ('end' in message) Object.assign(current, message);
    else if (isWireEvent(message)) current.events.push(message);
    else throw new Error(`${current.path}: no event: ${line.slice(0, 300)}`);
  }
  return all;
}

// Without what a reader rebuilds: the check of the stream does not need it.
function isWireEvent(message: Record<string, unknown>): message is Record<string, unknown> & AgentEvent {
  return isAgentEvent({ accumulated: '', inputAccumulated: '', ...message });
}

describe.skipIf(!existsSync(folder))(
  `recordings in ${relative(root, folder)} (AMUX_RECORDINGS names another folder)`,
  () => {
    const agents = builtInAdapters.map(({ agent }) => agent).filter((agent) => listRecordings(agent).length > 0);
    it.skipIf(agents.length === 0).each(agents)(
      'of %s give a legal stream and a result each',
      { timeout: 300_000 },
      async (agent) => {
        const paths = listRecordings(agent);
        const replayed = await replayAll(paths);
        expect(replayed.map(({ path }) => path)).toEqual(paths);
        const problems = replayed.flatMap(({ path, events, results, code, message }) => [
          ...(code === 0 && results === 1
            ? []
            : [`${relative(folder, path)}: exit code ${code}, ${results} results. ${message ?? ''}`]),
          ...checkStream(events).map(({ rule, message: what }) => `${relative(folder, path)}: ${rule} ${what}`),
        ]);
        expect(problems).toEqual([]);
      },
    );
  },
);
