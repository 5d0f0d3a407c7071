/** A disk that fills up in mid-run: real ones, of a megabyte or two. The run says so once, goes on, and loses no event. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunHandle } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { startToy } from './support/toy-run.ts';

const SIZE = 2 * 1024 * 1024;
const disk = mkdtempSync(join(tmpdir(), 'amux-small-disk-'));
const problem = mount();

function mount(): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `No disk can be filled: ${error instanceof Error ? error.message.trim() : String(error)}`;
  }
}

if (problem !== undefined) {
  console.warn(`${problem} (it takes Linux and root). Skipped: all of ${import.meta.filename}.`);
}

afterAll(() => {
  if (problem === undefined) {
    // Lazily: a file without a name lives as long as its run.
    execFileSync('umount', ['-l', disk]);
  }
  rmdirSync(disk);
});

const LINE = JSON.stringify({ draft: { type: 'text_delta', delta: 'x'.repeat(1_000) } });
const DELTAS = 8_000;
const FLOOD: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }),
  { do: 'flood', bytes: DELTAS * (LINE.length + 1), line: LINE },
  says({ type: 'message_stop' }, { type: 'turn_end' }),
  { do: 'read-all' },
];

async function readAll(handle: AsyncIterable<AgentEvent>) {
  const warnings: string[] = [];
  let [deltas, next] = [0, 0];
  for await (const event of handle) {
    expect(event.seq).toBe(next++);
    deltas += event.type === 'text_delta' && event.accumulated.length === (deltas + 1) * 1_000 ? 1 : 0;
    if (event.type === 'debug' && event.level === 'warn') {
      warnings.push(event.message);
    }
  }
  return { deltas, warnings };
}

/** Nobody reads until the agent has said all. */
async function readLate(handle: RunHandle) {
  await vi.waitUntil(() => handle.state === 'completed', { timeout: 60_000 });
  const left = statfsSync(disk).bavail * statfsSync(disk).bsize;
  const seen = await readAll(handle);
  return { ...seen, isFull: left < SIZE / 4, exitReason: (await handle).exitReason };
}

describe.skipIf(problem !== undefined)('a disk that fills up in mid-run', () => {
  describe('for what nobody reads', () => {
    beforeEach(() => void vi.stubEnv('TMPDIR', disk));
    afterEach(() => void vi.unstubAllEnvs());

    it('takes no more events: they stay in memory, and the run says so once', async () => {
      const { warnings, ...seen } = await readLate(startToy(FLOOD, { run: { collectEvents: false } }));
      expect(seen).toEqual({ deltas: DELTAS, isFull: true, exitReason: 'completed' });
      expect(warnings.filter((message) => message.includes(`cannot be put into a file in ${disk}`))).toHaveLength(1);
      expect(warnings).toHaveLength(2);
    });

    it('takes no more output of an agent that is read eagerly: it stays in memory, and the run says so once', async () => {
      const handle = startToy(FLOOD, { eagerRead: true, run: { collectEvents: false, highWaterMark: 100 } });
      const iterator = handle[Symbol.asyncIterator]();
      const { value: first } = await iterator.next();
      // In its hand the first event holds back all that comes after it, but not the agent.
      await vi.waitUntil(() => statfsSync(disk).bavail * statfsSync(disk).bsize < SIZE / 4, { timeout: 60_000 });
      const rest = await readAll(
        (async function* () {
          if (first !== undefined) {
            yield first;
          }
          yield* { [Symbol.asyncIterator]: () => iterator };
        })(),
      );
      expect(rest.deltas).toBe(DELTAS);
      expect(rest.warnings).toEqual([
        expect.stringContaining(`What waits for a reader cannot be put into a file in ${disk}`),
      ]);
      expect((await handle).exitReason).toBe('completed');
    });
  });

  it('ends a recording, and not the run, which says so once', async () => {
    const handle = startToy(FLOOD, { run: { collectEvents: false, record: { dir: join(disk, 'recording') } } });
    const { deltas, warnings } = await readAll(handle);
    expect({ deltas, exitReason: (await handle).exitReason }).toEqual({ deltas: DELTAS, exitReason: 'completed' });
    expect(warnings).toEqual([expect.stringMatching(/The recording in .* was given up: ENOSPC/)]);
    expect(readdirSync(join(disk, 'recording'))).toEqual(['cassette.jsonl.partial']);
  });
});
