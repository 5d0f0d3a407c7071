/** Runs that call each other and take over from each other, on real processes. Each tree that is read must be in order. */
import type { RunHandle } from '@agent-mux/core';
import { isEventEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { HANGS, talker, toy, treeClient } from './support/calling-toys.ts';
import { processesOf } from './support/listing.ts';
import { says, session } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';
import { readTree, wordsOf } from './support/toy-tree.ts';

/** It is there, and not empty. */
const folder = import.meta.dirname;
const BEGINS = says({ type: 'turn_start' }, { type: 'step_start' }, { type: 'text_delta', delta: 'Well' });
const frame = (words: readonly string[]): readonly string[] => words.filter((word) => / (open|close)/.test(word));

describe('call()', () => {
  it('starts a run one below its caller, with its context, that ends before it', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B') });
    const a = mux.run(toy('a', { keepOpen: true, contextId: 'chat', taskId: 'job' }));
    const reading = readTree(a);
    const b = mux.call(a, toy('b', { name: 'helper', parentCall: 'call-7', taskId: 'part' } as never));
    const result = await b;
    void a.end();
    const entries = await reading;
    expect(result.text).toBe('B');
    expect(frame(wordsOf(entries))).toEqual(['a open', 'helper open', 'helper close completed', 'a close completed']);
    const [root, child] = [...new Set(entries.map(({ run }) => run))];
    expect(child).toMatchObject({
      runId: b.runId,
      root: root?.runId,
      parent: a.runId,
      parentCall: 'call-7',
      depth: 1,
      path: ['a', 'helper'],
      contextId: 'chat',
      threadId: a.runId,
      taskId: 'part',
      initiator: 'agent',
    });
    const first = entries.find(({ run, entry }) => run === child && !isEventEntry(entry) && entry.entry === 'input');
    expect(first?.entry).toMatchObject({ by: { kind: 'agent', id: a.runId } });
    expect((await a.tree.result()).text).toBe('A');
  });

  it('goes three deep, with one name twice and runs at once, and every run keeps its own order', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B'), c: talker('C') });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const middle = [1, 2].map(() => mux.call(a, toy('b', { keepOpen: true })));
    const leaves = middle.map((parent) => mux.call(parent, toy('c')));
    expect(a.tree.ledger.openNames).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
        ['c', 2],
      ]),
    );
    await Promise.all(leaves);
    await Promise.all(middle.map((run) => run.end()));
    expect(a.tree.runs.map(({ runId }) => runId)).toEqual([a.runId]);
    await a.end();
    const entries = await reading;
    for (const run of [a, ...middle, ...leaves]) {
      const own = entries.filter(({ entry }) => entry.runId === run.runId).map(({ entry }) => entry);
      expect(own.filter(isEventEntry)).toEqual((await run).events);
    }
    expect(entries.map(({ pos }) => pos)).toEqual(entries.map((_, index) => index));
  });

  it.each<[string, (a: RunHandle) => Promise<unknown>, string]>([
    ['abort', (a) => a.abort(), 'aborted'],
    ['the end of its process', (a) => a.end(), 'completed'],
    ['a timeout', (a) => a.result(), 'timeout'],
  ])('ends what a run has called, and what that has called, with %s', async (_what, stop, cause) => {
    const mux = treeClient({ a: talker('A'), b: HANGS, c: HANGS });
    const a = mux.run(toy('a', { keepOpen: true, timeout: cause === 'timeout' ? 1_500 : 0 }));
    const reading = readTree(a);
    const b = mux.call(a, toy('b'));
    const c = mux.call(b, toy('c'));
    await Promise.all([next(b, 'text_delta'), next(c, 'text_delta')]);
    await stop(a);
    expect([a, b, c].flatMap(({ runId }) => processesOf(runId))).toEqual([]);
    expect(frame(wordsOf(await reading)).slice(3)).toEqual(['c close aborted', 'b close aborted', `a close ${cause}`]);
    const aborts = (await reading).flatMap(({ entry }) => {
      const isAbort =
        'entry' in entry && entry.entry === 'input' && entry.input === 'control' && entry.action === 'abort';
      return isAbort ? [[entry.runId, entry.by]] : [];
    });
    const rule = { kind: 'policy', rule: 'caller-ended' };
    const own = cause === 'aborted' ? [[a.runId, { kind: 'program' }]] : [];
    expect(aborts).toEqual([...own, [b.runId, rule], [c.runId, rule]]);
  });

  it('ends what a run has called as soon as that is stopped, and not only when its process is gone', async () => {
    const deaf = [session, { do: 'ignore', signals: ['SIGTERM'] }, BEGINS, { do: 'hang' }] as const;
    const mux = treeClient({ a: deaf, b: HANGS });
    const a = mux.run(toy('a', { gracePeriodMs: 3_000 }));
    await next(a, 'text_delta');
    const b = mux.call(a, toy('b'));
    await next(b, 'text_delta');
    void a.abort();
    expect((await b).exitReason).toBe('aborted');
    expect(a.state).toBe('stopping');
    await a;
  });

  it('is refused before anything starts', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B') }, { maxDepth: 1 });
    const a = mux.run(toy('a', { keepOpen: true }));
    const b = mux.call(a, toy('b', { keepOpen: true }));
    expect(() => mux.call(b, toy('b'))).toThrow(
      /call\(\): the run would stand at depth 2, below a > b; `maxDepth` of the client is 1/,
    );
    expect(() => mux.call(a, toy('b', { runId: b.runId }))).toThrow(/`runId` is .* but must be the id of no other run/);
    expect(() => mux.call(a, toy('b', { contextId: 'other' }))).toThrow(
      /`contextId` is other, but must be that of its tree/,
    );
    expect(() => mux.call(a, { ...toy('b'), now: true } as never)).toThrow(/`now` is no option/);
    const unreadable = { attachments: [{ filePath: folder, mimeType: 'image/png' }] };
    for (const wrong of [{ record: folder }, { agent: undefined as never }, unreadable]) {
      expect(() => mux.call(a, toy('b', wrong))).toThrow(/^call\(\): /);
      expect(() => mux.handoff(a, toy('b', wrong))).toThrow(/^handoff\(\): /);
    }
    expect(() => mux.call({} as never, toy('b'))).toThrow(/call\(\): `parent` is an object, but must be a run/);
    expect(() => mux.handoff(undefined as never, toy('b'))).toThrow(
      /handoff\(\): `from` is undefined, but must be a run/,
    );
    expect(() => mux.call(a, undefined as never)).toThrow(/call\(\): `options` is undefined/);
    expect(() => treeClient({}).call(a, toy('b'))).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
    await b.end();
    expect(() => mux.call(b, toy('b'))).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
    expect(() => mux.call(a, toy('b', { runId: b.runId }))).toThrow(/or of the same tree/);
    const ended = a.end();
    expect(() => mux.handoff(a, toy('b'))).not.toThrow();
    await ended;
    expect(() => mux.handoff(a, toy('b'))).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
    await a.tree.result();
    await mux.close();
    expect(() => mux.call(a, toy('b'))).toThrow(/call\(\): this client is closed/);
  });
});

describe('handoff()', () => {
  it('lets the running turn end, and the successor takes caller and depth', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B'), c: talker('C') });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const b = mux.call(a, toy('b', { keepOpen: true, parentCall: 'call-1' } as never));
    const c = mux.handoff(b, toy('c'));
    expect(a.tree.ledger.open.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'a open',
      'b open',
      'c announced',
    ]);
    expect(c.state).toBe('spawned');
    expect((await b).text).toBe('B');
    expect((await a.tree.result(b.runId)).text).toBe('C');
    await a.end();
    const entries = await reading;
    expect(frame(wordsOf(entries))).toEqual([
      'a open',
      'b open',
      'b close completed',
      'c open',
      'c close completed',
      'a close completed',
    ]);
    const header = entries.find(({ run }) => run.runId === c.runId)?.run;
    expect(header).toMatchObject({
      parent: a.runId,
      parentCall: 'call-1',
      handoffFrom: b.runId,
      depth: 1,
      path: ['a', 'c'],
      initiator: 'agent',
    });
  });

  it('goes on in a chain from the root, whose result is that of the last', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B'), c: talker('C') });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const b = mux.handoff(a, toy('b', { keepOpen: true }));
    let wasSettled = false;
    await next(b, 'turn_end');
    wasSettled ||= a.tree.ledger.isSettled;
    mux.handoff(b, toy('c'));
    expect((await b.tree.result()).text).toBe('C');
    expect(wasSettled).toBe(false);
    expect(a.tree.ledger.isSettled).toBe(true);
    const words = frame(wordsOf(await reading));
    expect(words.map((word) => word[0])).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect([...new Set((await readTree(a)).map(({ run }) => run.depth))]).toEqual([0]);
  });

  it('interrupts the running turn where it is to be now', async () => {
    const heard = [
      session,
      BEGINS,
      { do: 'read', contains: 'interrupt' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ] as const;
    const mux = treeClient({ a: heard, b: talker('B') });
    const a = mux.run(toy('a', { keepOpen: true }));
    await next(a, 'text_delta');
    const queued = a.queue('later').catch((error: unknown) => error);
    const b = mux.handoff(a, { ...toy('b'), now: true });
    expect(await queued).toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    expect((await b).text).toBe('B');
    expect(frame(wordsOf(await readTree(a)))).toHaveLength(4);
  });

  it.each([
    ['crashes', 'crash'],
    ['is interrupted', 'interrupted'],
    ['is aborted', 'aborted'],
  ])('never starts a successor where the predecessor %s', async (what, cause) => {
    const mux = treeClient({
      a: cause === 'crash' ? [session, BEGINS, { do: 'exit', code: 3, abrupt: true }] : HANGS,
      b: talker('B'),
    });
    const a = mux.run(toy('a'));
    const reading = readTree(a);
    await next(a, 'text_delta');
    const b = mux.handoff(a, toy('b'));
    if (what === 'is aborted') {
      void a.abort();
    } else if (what === 'is interrupted') {
      void a.interrupt();
    }
    const result = await b;
    expect(result).toMatchObject({
      exitReason: 'aborted',
      attempts: 0,
      exitCode: null,
      sessionId: undefined,
      events: [],
    });
    expect(result.error?.message).toContain(`(${cause})`);
    expect(b.pid).toBeUndefined();
    const own: string[] = [];
    for await (const entry of b.entries()) {
      own.push('entry' in entry ? entry.entry : entry.type);
    }
    expect(own).toEqual(['open', 'close']);
    expect(frame(wordsOf(await reading))).toEqual(['a open', `a close ${cause}`, 'b open', 'b close aborted']);
    expect((await a.tree.result()).runId).toBe(a.runId);
  });

  it.each<[string, (b: RunHandle) => Promise<unknown>]>([
    ['abort', (b) => b.abort()],
    ['interrupt', (b) => b.interrupt()],
  ])('can be given up before it begins, by %s', async (_what, giveUp) => {
    const mux = treeClient({ a: talker('A'), b: talker('B') });
    const a = mux.run(toy('a'));
    const reading = readTree(a);
    const b = mux.handoff(a, toy('b'));
    await expect(b.pause()).rejects.toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
    expect(() => b.publish('x', 1)).toThrow(/has not begun/);
    expect(() => mux.call(b, toy('a'))).toThrow(/has not begun/);
    expect(() => mux.handoff(b, toy('a'))).toThrow(/has not begun/);
    await giveUp(b);
    expect((await b).exitReason).toBe('aborted');
    expect((await a.tree.result()).text).toBe('A');
    expect(frame(wordsOf(await reading))).toEqual(['a open', 'b open', 'b close aborted', 'a close completed']);
    expect(() => mux.handoff(a, toy('b'))).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
  });

  it('is given up by its signal, and with its client', async () => {
    const mux = treeClient({ a: HANGS, b: talker('B') });
    const controller = new AbortController();
    const a = mux.run(toy('a'));
    const b = mux.handoff(a, toy('b', { signal: controller.signal }));
    controller.abort();
    expect((await b).exitReason).toBe('aborted');
    const other = mux.run(toy('a'));
    const waiting = mux.handoff(other, toy('b'));
    await mux.close();
    expect((await waiting).exitReason).toBe('aborted');
    expect((await other).exitReason).toBe('aborted');
  });

  it('happens once for each run', async () => {
    const mux = treeClient({ a: HANGS, b: talker('B') });
    const a = mux.run(toy('a'));
    const b = mux.handoff(a, toy('b'));
    expect(() => mux.handoff(a, toy('b'))).toThrow(`handoff(): run ${a.runId} hands over to b (${b.runId}) already`);
    await a.tree.abort();
  });

  it.each([true, false])('takes no more prompts for the predecessor (now: %s)', async (now) => {
    const mux = treeClient({ a: talker('A', 'more'), b: talker('B') });
    const a = mux.run(toy('a', { keepOpen: true }));
    const b = mux.handoff(a, { ...toy('b'), now });
    for (const say of [() => a.queue('x'), () => a.steer('x'), () => a.send('x'), () => a.continue('x')]) {
      await expect(say()).rejects.toThrow(`hands over to run ${b.runId}`);
    }
    expect((await b).text).toBe('B');
  });

  it('may be asked again where the first successor was given up', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B'), c: talker('C') });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const gone = mux.handoff(a, toy('b', { signal: AbortSignal.abort() }));
    expect((await gone).exitReason).toBe('aborted');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(a.state).not.toBe('stopping');
    const c = mux.handoff(a, toy('c'));
    expect((await c).text).toBe('C');
    await reading;
  });

  it('is given up with an abort while what the predecessor has called still ends', async () => {
    const deaf = [session, { do: 'ignore', signals: ['SIGTERM'] }, BEGINS, { do: 'hang' }] as const;
    const mux = treeClient({ a: talker('A'), b: talker('B'), d: deaf });
    const a = mux.run(toy('a', { keepOpen: true }));
    const reading = readTree(a);
    const d = mux.call(a, toy('d', { gracePeriodMs: 1_500 }));
    await next(d, 'text_delta');
    const b = mux.handoff(a, toy('b'));
    await expect.poll(() => a.state, { timeout: 5_000 }).toBe('completed');
    void a.abort();
    expect(await b).toMatchObject({ exitReason: 'aborted', attempts: 0 });
    await reading;
  });

  it('takes prompts for a run that has not begun', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('one', 'two') });
    const a = mux.run(toy('a'));
    const b = mux.handoff(a, toy('b'));
    const later = b.queue('and then?');
    expect((await b).text).toBe('two');
    expect(await later).toMatchObject({ delivered: 'new-turn' });
  });
});

describe('a reader of a tree', () => {
  it('who comes late gets what is retained, and another one after the end too', async () => {
    const mux = treeClient({ a: talker('A'), b: talker('B') });
    const a = mux.run(toy('a', { keepOpen: true }));
    await next(a, 'turn_end');
    await mux.call(a, toy('b'));
    await a.end();
    const entries = await readTree(a);
    expect(entries[0]).toMatchObject({ pos: 0, entry: { entry: 'open' } });
    expect(await readTree(a)).toEqual(entries);
  });

  it('is told the places of what he has missed', async () => {
    const step = says({ type: 'text_delta', delta: 'again' }, { type: 'message_stop' });
    const many = [session, BEGINS, { do: 'repeat', times: 2_000, steps: [step] }, says({ type: 'turn_end' })] as const;
    const mux = treeClient({ a: [...many, { do: 'read-all' }], b: talker('B') });
    const a = mux.run(toy('a', { keepOpen: true, highWaterMark: 100, collectEvents: false }));
    let count = 0;
    const counting = (async () => {
      for await (const _ of a.entries()) {
        count++;
      }
    })();
    await next(a, 'turn_end');
    const b = mux.call(a, toy('b'));
    const places: number[] = [];
    const reading = (async () => {
      for await (const { pos } of a.tree) {
        places.push(pos);
      }
    })();
    for await (const _ of b.entries()) {
      count++;
    }
    await a.end();
    await Promise.all([reading, counting]);
    expect(places[0]).toBeGreaterThan(1_000);
    expect(places.at(-1)).toBe(count - 1);
    expect(places).toEqual(places.map((_, index) => (places[0] ?? 0) + index));
  });

  it('reads a run that calls nobody as the tree that it is', async () => {
    const mux = treeClient({ a: talker('A') });
    const a = mux.run(toy('a'));
    const own: unknown[] = [];
    const reading = readTree(a);
    for await (const entry of a.entries()) {
      own.push(entry);
    }
    expect((await reading).map(({ entry }) => entry)).toEqual(own);
    expect((await readTree(a)).map(({ entry }) => entry)).toEqual(own);
  });

  it('counts as somebody who can answer', async () => {
    const asks = [
      session,
      says(
        { type: 'turn_start' },
        { type: 'approval_request', key: 'k', action: 'Run', detail: 'ls', riskLevel: 'low' },
      ),
      { do: 'read', contains: 'approve' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ] as const;
    const mux = treeClient({ a: talker('A'), b: asks });
    const a = mux.run(toy('a', { keepOpen: true }));
    const granted = (async () => {
      for await (const { entry } of a.tree) {
        if (isEventEntry(entry) && entry.type === 'approval_request') {
          await a.tree.runs.find(({ runId }) => runId === entry.runId)?.approve();
          return;
        }
      }
    })();
    const b = mux.call(a, toy('b', { interactionGraceMs: 0 }));
    await granted;
    expect((await b).exitReason).toBe('completed');
    await a.end();
  });

  it('who is slow holds the runs back', async () => {
    const step = says({ type: 'text_delta', delta: 'again' }, { type: 'message_stop' });
    const many = [BEGINS, { do: 'repeat', times: 5_000, steps: [step] }, says({ type: 'turn_end' })] as const;
    const mux = treeClient({ a: talker('A'), b: [session, ...many, { do: 'read-all' }] });
    const a = mux.run(toy('a', { keepOpen: true, highWaterMark: 100, collectEvents: false }));
    const iterator = a.tree[Symbol.asyncIterator]();
    await iterator.next();
    const b = mux.call(a, toy('b', { highWaterMark: 100, collectEvents: false }));
    let seen = 0;
    b.on('message_stop', () => seen++);
    await expect.poll(() => seen).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(seen).toBeLessThan(5_000);
    let last = 0;
    const rest = (async () => {
      for await (const { pos } of iterator) {
        expect(pos).toBe(last + 1);
        last = pos;
      }
    })();
    await b;
    await a.end();
    await rest;
    expect((await b).exitReason).toBe('completed');
    expect(seen).toBe(5_000);
  });
});
