/** Runs of a client with a store: what is kept is what happened, and what must be kept before it takes effect waits for it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createClient,
  type RunHandle,
  type RunLog,
  type RunOptions,
  type RunStore,
  type Stored,
} from '@agent-mux/core';
import { checkEntries, encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-stored-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const turnStart = says({ type: 'turn_start' }, { type: 'step_start' });
const turnEnd = says({ type: 'step_end' }, { type: 'turn_end' });
const approval = says({ type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' });
const asking: readonly FakeAgentStep[] = [session, turnStart, approval, { do: 'read' }, { do: 'read' }, turnEnd];
const readAll: FakeAgentStep = { do: 'read-all' };

/** A store on a disk that answers when the test says so. */
class SlowDisk implements RunStore {
  readonly entries: JournalEntry[] = [];
  isStuck = false;
  isBehind = false;
  caughtUp: () => void = () => {};
  breakNow: (error: Error) => void = () => {};
  readonly #waiting: ((stored: Stored) => void)[] = [];

  open(...[, { onBroken, onCaughtUp = () => {} }]: Parameters<RunStore['open']>): RunLog {
    const disk = this;
    this.caughtUp = onCaughtUp;
    this.breakNow = onBroken;
    return {
      append: (entry) => void this.entries.push(entry),
      barrier: () => (this.isStuck ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined),
      get isBehind() {
        return disk.isBehind;
      },
      finish: async () => {
        if (this.isStuck) {
          await this.#held();
        }
        return 'whole';
      },
    };
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  release(): void {
    this.isStuck = false;
    for (const resolve of this.#waiting.splice(0)) {
      resolve('stored');
    }
  }

  #held(): Promise<Stored> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

let count = 0;

function start(
  store: RunStore,
  steps: readonly FakeAgentStep[],
  run: Partial<RunOptions> = {},
): { readonly handle: RunHandle; readonly received: () => string } {
  const file = join(scratch, `received-${count++}`);
  const client = createClient({ adapters: [toyAdapter({ steps: [{ do: 'log-input', file }, ...steps] })], store });
  const handle = client.run({ agent: 'toy', prompt: 'go', gracePeriodMs: 300, settleMs: 1_000, ...run });
  const received = (): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // Because the agent has not been started.
      return '';
    }
  };
  return { handle, received };
}

async function gather(handle: RunHandle): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of handle.entries()) {
    entries.push(entry);
  }
  return entries;
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

describe('a run with a store', () => {
  it('is kept to the byte, with its answers, follow-ups, notes and end', async () => {
    await using store = await openStore(join(scratch, 'kept', 'runs.db'), BUILT_WRITER);
    const { handle } = start(store, [...asking, { do: 'read' }, answers('two'), readAll], {
      name: 'scout',
      contextId: 'c',
    });
    const told = gather(handle);
    const { interactionId } = await next(handle, 'approval_request');
    const more = handle.queue('more');
    handle.publish('title', { text: 'A title' });
    await handle.interaction.respond(interactionId, { type: 'approve' }, { by: { kind: 'user', id: 'ada' } });
    await more;
    const result = await handle;
    expect([result.exitReason, result.stored]).toEqual(['completed', 'whole']);
    const kept: string[] = [];
    for await (const { entry } of store.read(handle.runId)) {
      kept.push(encodeEntry(entry));
    }
    const entries = await told;
    expect(kept).toEqual(entries.map(encodeEntry));
    expect(checkEntries(entries)).toEqual([]);
    expect(await store.list({})).toMatchObject([
      { runId: handle.runId, name: 'scout', state: 'closed', cause: 'completed' },
    ]);
  });

  it('keeps nothing of what is a secret of its own', async () => {
    await using store = await openStore(join(scratch, 'secrets', 'runs.db'), BUILT_WRITER);
    const { handle } = start(store, [session, answers('the key is bronze-lantern-9'), readAll], {
      env: { ANYTHING: 'bronze-lantern-9' },
    });
    expect(await handle).toMatchObject({ text: 'the key is bronze-lantern-9', stored: 'whole' });
    const lines: string[] = [];
    for await (const line of store.export()) {
      lines.push(line);
    }
    expect(lines.join('\n')).not.toContain('bronze-lantern');
  });

  it('has no word of a store without one', async () => {
    const client = createClient({ adapters: [toyAdapter({ steps: [session, answers('one'), readAll] })] });
    expect(await client.run({ agent: 'toy', prompt: 'go' })).not.toHaveProperty('stored');
  });
});

describe('what must be kept first', () => {
  it('is the first prompt: nothing is started before', async () => {
    const disk = new SlowDisk();
    disk.isStuck = true;
    const { handle } = start(disk, [session, answers('one'), readAll]);
    await vi.waitFor(() => expect(disk.waiting).toBe(1), { timeout: 10_000 });
    await settle();
    expect([handle.pid, disk.entries.map((entry) => 'entry' in entry && entry.entry)]).toEqual([
      undefined,
      ['open', 'input'],
    ]);
    disk.release();
    expect(await handle).toMatchObject({ text: 'one', stored: 'whole' });
  });

  it('is a grant: not a byte of it goes to the agent before', async () => {
    const disk = new SlowDisk();
    const { handle, received } = start(disk, [...asking, readAll]);
    const { interactionId } = await next(handle, 'approval_request');
    disk.isStuck = true;
    const answer = handle.interaction.respond(interactionId, { type: 'approve' });
    await expect(handle.interaction.respond(interactionId, { type: 'approve' })).rejects.toMatchObject({
      code: 'NO_PENDING_INTERACTION',
    });
    await settle();
    expect(received()).not.toContain('approve');
    expect(disk.entries.at(-1)).toMatchObject({ input: 'answer', response: { type: 'approve' } });
    disk.release();
    await answer;
    expect(await handle).toMatchObject({ exitReason: 'completed' });
    expect(received().match(/"approve"/g)).toHaveLength(1);
  });

  it.each(['abort', 'interrupt'] as const)('is taken back where %s() came meanwhile', async (call) => {
    const disk = new SlowDisk();
    const { handle, received } = start(disk, [...asking, readAll]);
    const { interactionId } = await next(handle, 'approval_request');
    disk.isStuck = true;
    const answer = handle.interaction.respond(interactionId, { type: 'approve' });
    const refused = expect(answer).rejects.toMatchObject({ code: 'NO_PENDING_INTERACTION' });
    void handle[call]();
    disk.release();
    await refused;
    await handle;
    expect(received()).not.toContain('approve');
    expect(checkEntries(disk.entries)).toEqual([]);
    expect(
      disk.entries.filter((entry) => 'input' in entry && 'entry' in entry && entry.entry === 'input'),
    ).toMatchObject([
      { input: 'prompt' },
      { input: 'answer', response: { type: 'approve' } },
      { input: 'control', action: call },
      { input: 'answer', by: { kind: 'policy', rule: 'stopping' }, response: { type: 'deny' } },
    ]);
  });

  it('is no denial: it goes at once', async () => {
    const disk = new SlowDisk();
    const { handle, received } = start(disk, [...asking, readAll]);
    await next(handle, 'approval_request');
    disk.isStuck = true;
    await handle.deny('no');
    await vi.waitFor(() => expect(received()).toContain('"deny"'), { timeout: 10_000 });
    disk.release();
    await handle;
  });

  it.each([
    {
      what: 'queue',
      expected: 'new-turn',
      steps: [session, answers('one'), { do: 'read' }, { do: 'read' }, answers('two')],
    },
    { what: 'steer', expected: 'steered', steps: [session, turnStart, { do: 'read' }, { do: 'read' }, turnEnd] },
  ] as const)('is a prompt of $what()', async ({ what, expected, steps }) => {
    const disk = new SlowDisk();
    const { handle, received } = start(disk, [...steps, readAll], { keepOpen: true });
    await next(handle, 'step_start');
    disk.isStuck = true;
    const delivery = handle[what]('more words');
    await vi.waitFor(() => expect(disk.waiting).toBe(1), { timeout: 10_000 });
    await settle();
    expect(received()).not.toContain('more words');
    disk.release();
    expect(await delivery).toMatchObject({ delivered: expected });
    expect(await handle.end()).toMatchObject({ exitReason: 'completed' });
    expect(checkEntries(disk.entries)).toEqual([]);
  });

  it('is a prompt that is rejected where the run was stopped meanwhile', async () => {
    for (const what of ['queue', 'steer'] as const) {
      const disk = new SlowDisk();
      const { handle, received } = start(
        disk,
        what === 'queue' ? [session, answers('one'), readAll] : [session, turnStart, readAll],
        {
          keepOpen: true,
        },
      );
      await next(handle, what === 'queue' ? 'turn_end' : 'step_start');
      disk.isStuck = true;
      const delivery = handle[what]('more words');
      const refused = expect(delivery).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
      await vi.waitFor(() => expect(disk.waiting).toBe(1), { timeout: 10_000 });
      void handle.abort();
      disk.release();
      await refused;
      await handle;
      expect(received()).not.toContain('more words');
    }
  });

  it('is words for a turn that is over by then: the next turn begins with them', async () => {
    const disk = new SlowDisk();
    const { handle } = start(disk, [
      session,
      turnStart,
      { do: 'read' },
      { do: 'wait', ms: 300 },
      turnEnd,
      { do: 'read' },
      answers('two'),
      readAll,
    ]);
    await next(handle, 'step_start');
    disk.isStuck = true;
    const delivery = handle.steer('more words');
    await next(handle, 'turn_end');
    await settle();
    disk.release();
    expect(await delivery).toMatchObject({ delivered: 'new-turn' });
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two' });
    expect(checkEntries(disk.entries)).toEqual([]);
  });

  it('is the end, before the result resolves and its readers end', async () => {
    const disk = new SlowDisk();
    const { handle } = start(disk, [session, answers('one'), readAll]);
    let isOver = false;
    void handle.then(() => {
      isOver = true;
    });
    const told = gather(handle).then(() => expect(disk.isStuck).toBe(false));
    await next(handle, 'turn_end');
    disk.isStuck = true;
    await vi.waitFor(() => expect(disk.waiting).toBe(1), { timeout: 10_000 });
    await settle();
    expect(isOver).toBe(false);
    disk.release();
    await handle;
    await told;
  });
});

describe('a disk that cannot follow', () => {
  it('holds the agent back, and lets it go on', async () => {
    const disk = new SlowDisk();
    const line = JSON.stringify({ draft: { type: 'log', source: 'stderr', line: 'x'.repeat(200) } });
    const { handle } = start(disk, [session, { do: 'lines', count: 20_000, text: line }, answers('done'), readAll]);
    handle.on('log', () => {});
    await next(handle, 'session_start');
    disk.isBehind = true;
    let length = 0;
    do {
      ({ length } = disk.entries);
      await settle();
    } while (disk.entries.length > length);
    expect(length).toBeLessThan(20_000);
    disk.isBehind = false;
    disk.caughtUp();
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'done' });
    expect(disk.entries.length).toBeGreaterThan(20_000);
  });

  it('is warned of once where it breaks, and the run goes on', async () => {
    const disk = new SlowDisk();
    const { handle } = start(disk, [...asking, readAll], { collectEvents: true });
    await next(handle, 'approval_request');
    disk.breakNow(new Error('the disk is full'));
    await handle.approve();
    const { events, exitReason } = await handle;
    const warnings = events.filter((event) => event.type === 'debug' && event.level === 'warn');
    expect([exitReason, warnings]).toMatchObject([
      'completed',
      [{ message: expect.stringContaining('the disk is full') }],
    ]);
  });

  it.each(['open', 'append', 'barrier', 'isBehind', 'finish'] as const)(
    'and throws in %s() costs what it keeps, and not the run',
    async (method) => {
      const fail = (): never => {
        throw new Error(`planted in ${method}`);
      };
      const log: RunLog = {
        append: () => (method === 'append' ? fail() : undefined),
        barrier: () => (method === 'barrier' ? Promise.reject(new Error('planted in barrier')) : undefined),
        get isBehind() {
          return method === 'isBehind' ? fail() : false;
        },
        finish: async () => (method === 'finish' ? fail() : 'whole'),
      };
      const store: RunStore = { open: () => (method === 'open' ? fail() : log) };
      const { handle } = start(store, [...asking, readAll], { collectEvents: true });
      await next(handle, 'approval_request');
      await handle.approve();
      const { exitReason, stored, events } = await handle;
      expect([exitReason, stored]).toEqual(['completed', 'partial']);
      const warnings = events.filter(
        (event) => event.type === 'debug' && event.message.includes(`planted in ${method}`),
      );
      expect(warnings).toHaveLength(method === 'finish' ? 0 : 1);
    },
  );

  it('ends a run that must be kept', async () => {
    const disk = new SlowDisk();
    const { handle } = start(disk, [...asking, readAll], { storeRequired: true });
    await next(handle, 'approval_request');
    disk.breakNow(new Error('the disk is full'));
    expect(await handle).toMatchObject({
      exitReason: 'failed',
      error: { code: 'STORE_ERROR', message: expect.stringContaining('the disk is full') },
    });
  });
});
