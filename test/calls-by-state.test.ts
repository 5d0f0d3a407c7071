/** Walks the table of calls and states on a real process, and reads what the process has received. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMuxClient, EventDraft, RunHandle, RunOptions } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { CALLS, type CallRow } from './support/calls-by-state.ts';
import { outcomeOf } from './support/outcome-of.ts';
import { STATES, type State } from './support/run-states.ts';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, toyClient } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-calls-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const approval: EventDraft = { type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' };
const begin = says({ type: 'turn_start' }, { type: 'step_start' });
const hang: FakeAgentStep = { do: 'hang' };
const ASKING = [session, begin, says(approval), hang] as const;

interface Setting {
  readonly steps: readonly FakeAgentStep[];
  readonly run?: Partial<RunOptions>;
  /** Brings the run into the state. */
  readonly reach: (handle: RunHandle) => Promise<unknown>;
}

const asked = (handle: RunHandle): Promise<unknown> => next(handle, 'approval_request');

const SETTINGS: Readonly<Record<State, Setting>> = {
  starting: {
    steps: [hang],
    reach: (handle) => vi.waitFor(() => expect(handle.pid).toBeGreaterThan(0), { timeout: 20_000 }),
  },
  running: { steps: [session, begin, hang], reach: (handle) => next(handle, 'step_start') },
  asking: { steps: ASKING, reach: asked },
  paused: {
    steps: ASKING,
    reach: async (handle) => {
      await asked(handle);
      await handle.pause();
    },
  },
  interrupting: {
    steps: ASKING,
    reach: async (handle) => {
      await asked(handle);
      await handle.interrupt();
    },
  },
  stopping: {
    steps: [{ do: 'ignore', signals: ['SIGTERM'] }, ...ASKING],
    run: { gracePeriodMs: 1_000 },
    reach: async (handle) => {
      await asked(handle);
      void handle.abort();
    },
  },
  ended: { steps: [session, answers('one'), { do: 'read-all' }], reach: (handle) => handle.result() },
  retrying: {
    steps: [
      session,
      begin,
      says(approval, { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } }),
      { do: 'exit', code: 0 },
    ],
    run: { retryPolicy: { baseDelayMs: 600_000, maxDelayMs: 600_000 } },
    reach: (handle) => next(handle, 'retry'),
  },
};

interface Scene {
  readonly handle: RunHandle;
  readonly client: AgentMuxClient;
  readonly interactionId: string;
  /** What the CLI has received. */
  readonly received: () => string;
}

let count = 0;

async function play(
  state: State,
  work: (scene: Scene) => Promise<void>,
  more: Partial<RunOptions> = {},
): Promise<void> {
  const { steps, run = {}, reach } = SETTINGS[state];
  const file = join(scratch, `received-${count++}`);
  // An agent that does not answer to an interrupt is not to be ended for it meanwhile.
  const client = toyClient([{ do: 'log-input', file }, ...steps]);
  const handle = client.run({ agent: 'toy', prompt: 'go', gracePeriodMs: 20_000, settleMs: 300, ...run, ...more });
  // Without a listener the question would find nobody.
  handle.on('approval_request', () => {});
  await reach(handle);
  const received = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await work({ handle, client, interactionId: `${handle.runId}-i0`, received });
  await client.close();
}

const isHeard = (received: string, word: string): boolean =>
  received.includes(`"type":"${word}"`) || received.includes(`"${word}":`);

async function tryCall({ call, cells }: CallRow, state: State): Promise<void> {
  const { outcome, hears } = cells[state];
  await play(state, async (scene) => {
    const { handle, client, received } = scene;
    const before = received();
    expect(await outcomeOf(() => call(scene))).toBe(outcome);
    if (hears !== undefined) {
      await vi.waitFor(() => expect(isHeard(received(), hears), hears).toBe(true), { timeout: 20_000 });
    }
    await client.close();
    await handle.result();
    expect(hears === 'approve' || !isHeard(received(), 'approve'), 'a grant').toBe(true);
    if (state === 'stopping') {
      // But for what was on its way when the run was stopped.
      expect(received().slice(before.length).includes('"answer"'), 'anything').toBe(false);
      expect(isHeard(received(), 'steer') || isHeard(received(), 'interrupt')).toBe(false);
    }
  });
}

describe.each(STATES)('while a run is %s', (state) => {
  const calls = CALLS.filter(({ isHarmless }) => !isHarmless);
  const taken = calls.filter(({ cells }) => ['done', 'waits'].includes(cells[state].outcome));
  const refused = calls.filter((row) => !taken.includes(row));
  it('the calls that change nothing', () =>
    play(state, async (scene) => {
      const harmless = CALLS.filter(({ isHarmless }) => isHarmless);
      const found = await Promise.all(
        harmless.map(async ({ name, call }) => [name, await outcomeOf(() => call(scene))]),
      );
      expect(found).toEqual(harmless.map(({ name, cells }) => [name, cells[state].outcome]));
      const isOpen = state === 'asking' || state === 'paused';
      expect(scene.handle.interaction.pending).toHaveLength(isOpen ? 1 : 0);
    }));

  // They share a run: what is refused changes nothing, which the next one would notice.
  it('the calls that are refused', () =>
    play(state, async (scene) => {
      const before = scene.received();
      const found: [string, string][] = [];
      for (const { name, call } of refused) {
        found.push([name, await outcomeOf(() => call(scene))]);
      }
      expect(found).toEqual(refused.map(({ name, cells }) => [name, cells[state].outcome]));
      // But for what was on its way: an interrupt denies what is open.
      const after = scene.received().slice(before.length);
      expect(isHeard(after, 'approve') || isHeard(after, 'steer')).toBe(false);
      const isOpen = state === 'asking' || state === 'paused';
      expect(scene.handle.interaction.pending).toHaveLength(isOpen ? 1 : 0);
    }));

  it.concurrent.each(taken)('$name', (row) => tryCall(row, state));
});

/** What ends a paused run, or its turn. */
const ENDINGS: Readonly<Record<string, (scene: Scene) => unknown>> = {
  'abort()': ({ handle }) => handle.abort(),
  'interrupt()': ({ handle }) => handle.interrupt(),
  'client.close()': ({ client }) => client.close(),
  'end of its time': ({ handle }) => handle.result(),
};

describe('a grant that is given while a run is paused', () => {
  const grants = CALLS.filter(({ cells }) => cells.asking.hears === 'approve');

  it.concurrent.each(grants)('$name is heard when it goes on', ({ call, name }) =>
    play('paused', async (scene) => {
      await outcomeOf(() => call(scene));
      expect(scene.received(), name).not.toContain('approve');
      await scene.handle.resume();
      await vi.waitFor(() => expect(isHeard(scene.received(), 'approve')).toBe(true), { timeout: 20_000 });
    }),
  );

  const stopped = grants.flatMap((row) => Object.keys(ENDINGS).map((ending) => ({ name: row.name, row, ending })));
  it.concurrent.each(stopped)('$name is never heard after $ending', async ({ row, ending }) => {
    const events: string[] = [];
    const limit = ending === 'end of its time' ? { timeout: 1_500 } : {};
    await play(
      'paused',
      async (scene) => {
        scene.handle.on('approval_granted', ({ type }) => events.push(type));
        scene.handle.on('approval_denied', ({ type }) => events.push(type));
        await outcomeOf(() => row.call(scene));
        await ENDINGS[ending]?.(scene);
        await scene.client.close();
        await scene.handle.result();
        expect(isHeard(scene.received(), 'approve')).toBe(false);
        expect(events).toEqual(['approval_denied']);
      },
      limit,
    );
  });
});
