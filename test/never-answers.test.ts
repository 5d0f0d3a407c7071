/** Code of others that a run waits for and that never answers: the run can be stopped all the same, and its caller hears of its end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Adapter, EventDraft, RunHandle, RunOptions, RunStore, SessionReader } from '@agent-mux/core';
import { createClient } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { RecordFile } from '../packages/core/src/recording/record-file.ts';
import { processesOf } from './support/listing.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-never-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const { close } = RecordFile.prototype;
afterEach(() => {
  vi.useRealTimers();
  RecordFile.prototype.close = close;
});

/** It is called where the run asks for the answer, and gives one that never comes. */
type Never = () => Promise<never>;

interface Case {
  readonly steps: readonly FakeAgentStep[];
  readonly run?: (never: Never) => Partial<RunOptions>;
  readonly store?: (never: Never) => RunStore;
  readonly sessions?: (never: Never) => Partial<SessionReader>;
  /** What its caller does meanwhile; the promises must settle once the run is over. */
  readonly meanwhile?: (
    handle: RunHandle,
  ) => Promise<readonly PromiseLike<unknown>[]> | readonly PromiseLike<unknown>[];
}

const asks: EventDraft = { type: 'approval_request', key: 'k', action: 'Run', detail: 'ls', riskLevel: 'high' };
const whole = [session, answers('one'), { do: 'read-all' }] as const;
const begun = (...drafts: readonly EventDraft[]) =>
  [session, says({ type: 'turn_start' }, ...drafts), { do: 'hang' }] as const;

/** A store whose barriers are answered up to one of them. */
function storeWith(answerOf: {
  readonly barrier?: (nth: number) => Promise<never> | undefined;
  finish?: Never;
}): RunStore {
  let barriers = 0;
  return {
    open: () => ({
      append: () => {},
      barrier: () => answerOf.barrier?.(++barriers),
      isBehind: false,
      finish: answerOf.finish ?? (async () => 'whole' as const),
    }),
  };
}

const barrier =
  (which: number) =>
  (never: Never): RunStore =>
    storeWith({ barrier: (nth) => (nth === which ? never() : undefined) });

/** The agent lives while these are waited for. */
const WHILE_IT_LIVES: Readonly<Record<string, Case>> = {
  'the store, before the agent starts': { steps: whole, store: barrier(1) },
  'the store, for a follow-up': {
    steps: whole,
    run: () => ({ keepOpen: true }),
    store: barrier(2),
    meanwhile: (handle) => [handle.queue('more')],
  },
  'the store, for words to the running turn': {
    steps: begun({ type: 'step_start' }),
    store: barrier(2),
    meanwhile: async (handle) => {
      await next(handle, 'step_start');
      return [handle.steer('left')];
    },
  },
  'the store, for a grant': {
    steps: begun(asks),
    store: barrier(2),
    meanwhile: async (handle) => {
      await next(handle, 'approval_request');
      return [handle.approve()];
    },
  },
  'the reader of sessions': {
    steps: whole,
    run: () => ({ sessionId: 'before' }),
    sessions: (never) => ({ places: never as never }),
  },
  onApprovalRequest: { steps: begun(asks), run: (never) => ({ onApprovalRequest: never }) },
  onInputRequired: {
    steps: begun({ type: 'input_required', key: 'k', question: 'Which?', source: 'agent' }),
    run: (never) => ({ onInputRequired: never }),
  },
  'a tool of the program': {
    steps: begun(
      { type: 'tool_call_start', toolCallId: 't', toolName: 'find', input: {} },
      { type: 'host_tool_call', key: 'k', toolCallId: 't', toolName: 'find', input: {} },
    ),
    run: (never) => ({
      tools: [{ name: 'find', description: 'Finds.', inputSchema: { type: 'object', properties: {} }, run: never }],
    }),
  },
  'the schema of the output': {
    steps: [session, answers('{}'), { do: 'read-all' }],
    run: (never) => ({
      outputSchema: { '~standard': { version: 1, vendor: 'v', validate: never } } as never,
      jsonSchema: { type: 'object' },
    }),
  },
  'a loop over the events': {
    steps: begun(...Array.from({ length: 300 }, () => ({ type: 'text_delta', delta: 'x' }) as const)),
    run: () => ({ highWaterMark: 100 }),
    meanwhile: (handle) => {
      void (async () => {
        for await (const _ of handle) {
          await new Promise(() => {});
        }
      })();
      return [];
    },
  },
};

/** The run has ended when these are waited for, and they only cost what they keep. */
const AT_THE_END: Readonly<Record<string, Case & { readonly stored?: string }>> = {
  'the store': { steps: whole, store: (never) => storeWith({ finish: never }), stored: 'partial' },
  'the recording': {
    steps: whole,
    run: (never) => {
      RecordFile.prototype.close = never;
      return { record: { dir: mkdtempSync(join(scratch, 'r-')) } };
    },
  },
};

function start({ steps, run, store, sessions, meanwhile }: Case, timeout: number, onAsked?: () => void) {
  let tell: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const never: Never = () => {
    onAsked?.();
    tell();
    return new Promise(() => {});
  };
  const toy = toyAdapter({ steps });
  const adapter = {
    ...toy,
    modes: toy.modes.map((mode) => ({ ...mode, capabilities: { ...mode.capabilities, priorTurns: 'read' as const } })),
    sessions: { places: () => [], open: () => expect.unreachable(), ...sessions?.(never) },
  } as unknown as Adapter;
  const client = createClient({ adapters: [adapter], ...(store === undefined ? {} : { store: store(never) }) });
  const handle = client.run({
    agent: 'toy',
    prompt: 'go',
    gracePeriodMs: 300,
    settleMs: 1_000,
    timeout,
    ...run?.(never),
  });
  return {
    client,
    handle,
    asked,
    others: Promise.resolve(meanwhile?.(handle) ?? []).then((list) => Promise.allSettled(list)),
  };
}

describe.each(Object.entries(WHILE_IT_LIVES))('%s never answers', (what, given) => {
  async function expectEnd({ client, handle, others }: ReturnType<typeof start>, exitReason: string) {
    expect((await handle).exitReason).toBe(exitReason);
    expect(processesOf(handle.runId)).toEqual([]);
    await others;
    await client.close();
  }

  it('and the run is aborted', async () => {
    const started = start(given, 0);
    // A loop is not asked.
    await (what.startsWith('a loop') ? next(started.handle, 'turn_start') : started.asked);
    await started.handle.abort();
    await expectEnd(started, 'aborted');
  });

  it('and the limit of the run ends it', async () => {
    const started = start(given, 1_500);
    expect((await started.handle).exitReason).toBe('timeout');
    expect(processesOf(started.handle.runId)).toEqual([]);
    await started.client.close();
  });

  it('and the client is closed', async () => {
    const started = start(given, 0);
    await (what.startsWith('a loop') ? next(started.handle, 'turn_start') : started.asked);
    await started.client.close();
    await expectEnd(started, 'aborted');
  });
});

describe.each(Object.entries(AT_THE_END))('%s never takes the end of a run', (_what, { stored, ...given }) => {
  it.each(['abort', 'close', 'await'] as const)('and the run is over once the patience is (%s)', async (how) => {
    // The wait begins with this call, and nothing else of the run is timed any more.
    const { client, handle, asked } = start(given, 20_000, () =>
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }),
    );
    await asked;
    const ended = how === 'abort' ? handle.abort() : how === 'close' ? client.close() : handle;
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await ended;
    const result = await handle;
    expect([result.exitReason, result.stored]).toEqual(['completed', stored]);
    await client.close();
  });
});
