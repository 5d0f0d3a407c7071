import { describe, expect, it } from 'vitest';
import { AgentMuxError } from '../errors.ts';
import type { RunHandle, RunTree } from '../readers/index.ts';
import { Journal } from '../readers/journal.ts';
import type { RunResult } from '../results/run-result.ts';
import { createRunHandle } from './create-run-handle.ts';
import type { Run } from './run.ts';

const RESULT = { runId: 'r', exitReason: 'completed' } as unknown as RunResult;
const TURN = { index: 3 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const question = (id: string, type: 'approval' | 'input') => ({ id, type });

function setUp() {
  const log: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]): void =>
      void log.push([name, ...args]);
  let finish: (result: RunResult) => void = () => {};
  const result = new Promise<RunResult>((resolve) => {
    finish = resolve;
  });
  const channel = {
    open: [] as readonly object[],
    pending: [] as readonly object[],
    answered: Promise.resolve(),
    respond(...args: unknown[]) {
      log.push(['respond', ...args]);
      return channel.answered;
    },
  };
  const status = { state: 'running' };
  const attempt = { pid: 7 as number | undefined };
  const activity = { now: 'idle' };
  const run = {
    prepared: { runId: 'r', agent: 'toy', mode: { name: 'talk' }, options: { model: 'm' } },
    result,
    life: {
      status,
      attempt,
      parts: {
        journal: new Journal({ highWaterMark: 9, collect: true, onPressure: () => {}, onWarning: () => {} }),
        channel,
        turns: { activity, readers: {}, answered: { delivered: 'answer', turn: TURN } },
      },
    },
    async followUp(...args: unknown[]) {
      log.push(['followUp', ...args]);
      return { delivered: 'new-turn', turn: TURN };
    },
    ...Object.fromEntries(
      ['publish', 'interrupt', 'abort', 'pause', 'resume', 'end'].map((name) => [name, note(name)]),
    ),
  };
  const tree = {} as RunTree;
  const handle = createRunHandle(run as unknown as Run, tree);
  return { handle, log, channel, status, attempt, activity, tree, finish };
}

/** The message with which a call is refused, which throws nothing itself. */
async function refusal(call: () => Promise<unknown>): Promise<string> {
  const refused = call();
  const error: unknown = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AgentMuxError);
  return `${(error as AgentMuxError).code} ${(error as AgentMuxError).message}`;
}

describe('a handle', () => {
  it('says which run it is, and what that does at the moment', () => {
    const { handle, status, attempt, activity, channel, tree } = setUp();
    const facts = () => [handle.state, handle.activity, handle.pid];
    expect([handle.runId, handle.agent, handle.mode, handle.model]).toEqual(['r', 'toy', 'talk', 'm']);
    expect(handle.interaction).toBe(channel);
    expect(handle.tree).toBe(tree);
    expect(facts()).toEqual(['running', 'idle', 7]);
    status.state = 'paused';
    activity.now = 'working';
    attempt.pid = undefined;
    expect(facts()).toEqual(['paused', 'working', undefined]);
  });

  it('is what its listeners are attached to, one after the other', () => {
    const { handle } = setUp();
    expect(handle.on('paused', () => {})).toBe(handle);
  });

  it('gives the result of the run once that is over', async () => {
    const { handle, finish } = setUp();
    finish(RESULT);
    expect(await handle.result()).toBe(RESULT);
    expect(await handle).toBe(RESULT);
  });

  it('publishes what is a note, and refuses what is none', () => {
    const { handle, log } = setUp();
    handle.publish('k', { a: 1 }, { lane: 'l' });
    expect(log).toEqual([['publish', { kind: 'k', data: { a: 1 }, lane: 'l' }]]);
    expect(() => handle.publish('', null)).toThrow('publish()');
    expect(log).toHaveLength(1);
  });
});

describe('a prompt', () => {
  type Call = (handle: RunHandle) => Promise<unknown>;

  it.each<[string, Call, string]>([
    ['send', (handle) => handle.send('hi'), 'next-turn'],
    ['continue', (handle) => handle.continue('hi'), 'next-turn'],
    ['queue', (handle) => handle.queue('hi'), 'next-turn'],
    ['queue', (handle) => handle.queue('hi', { when: 'after-tool' }), 'after-tool'],
    ['queue', (handle) => handle.queue('hi', {}), 'next-turn'],
    ['steer', (handle) => handle.steer('hi', { when: 'next-turn' }), 'next-turn'],
    ['steer', (handle) => handle.steer('hi'), 'now'],
    ['steer', (handle) => handle.steer('hi', { when: 'after-response' }), 'after-response'],
  ])('is given for its moment: %s', async (what, call, when) => {
    const { handle, log } = setUp();
    expect(await call(handle)).toEqual({ delivered: 'new-turn', turn: TURN });
    expect(log).toEqual([['followUp', what, { text: 'hi' }, when]]);
  });

  it.each<[string, (handle: RunHandle, ...args: readonly unknown[]) => Promise<unknown>]>([
    ['send', (handle, ...args) => handle.send(...(args as [string]))],
    ['continue', (handle, ...args) => handle.continue(...(args as [string]))],
    ['queue', (handle, ...args) => handle.queue(...(args as [string]))],
    ['steer', (handle, ...args) => handle.steer(...(args as [string]))],
  ])('is refused where it is none, or its moment: %s', async (what, call) => {
    const { handle, log } = setUp();
    const begin = `VALIDATION_ERROR ${what}()`;
    for (const prompt of [undefined, '', 1, { text: 'hi' }]) {
      const message = await refusal(() => call(handle, prompt));
      expect(message.startsWith(begin)).toBe(true);
      expect(message).toContain('prompt');
    }
    const isOfMoment = what === 'queue' || what === 'steer';
    for (const options of [{ when: 'soon' }, { when: 'now' }, { else: 1 }]) {
      const message = await refusal(() => call(handle, 'hi', options));
      expect(message.startsWith(begin)).toBe(true);
      expect(message).toContain(isOfMoment ? Object.keys(options)[0] : '`options`');
      expect(message.includes('queue() and steer() take `when`')).toBe(!isOfMoment);
    }
    expect(log).toEqual([]);
  });

  it('has no moment where the call takes none', async () => {
    const { handle, log } = setUp();
    for (const call of [handle.send, handle.continue] as ((...args: unknown[]) => Promise<unknown>)[]) {
      const message = await refusal(() => call('hi', { when: 'after-tool' }));
      expect(message).toContain('queue() and steer() take `when`');
      // A call of map() gives an index too.
      await call('hi', 1);
    }
    expect(log).toEqual([
      ['followUp', 'send', { text: 'hi' }, 'next-turn'],
      ['followUp', 'continue', { text: 'hi' }, 'next-turn'],
    ]);
  });
});

describe('words that are sent', () => {
  it('answer the one question that is open', async () => {
    const { handle, log, channel } = setUp();
    channel.open = [question('i1', 'input')];
    expect(await handle.send('blue')).toEqual({ delivered: 'answer', turn: TURN });
    expect(log).toEqual([['respond', 'i1', { type: 'text', text: 'blue' }]]);
  });

  it.each([
    ['several questions', [question('i1', 'input'), question('i2', 'input')]],
    ['an approval', [question('i1', 'approval')]],
    ['none', []],
  ])('are a prompt where the open question is %s', async (_what, open) => {
    const { handle, log, channel } = setUp();
    channel.open = open;
    expect(await handle.send('blue')).toMatchObject({ delivered: 'new-turn' });
    expect(log).toEqual([['followUp', 'send', { text: 'blue' }, 'next-turn']]);
  });

  it('answer nothing where the call is wrong', async () => {
    const { handle, log, channel } = setUp();
    channel.open = [question('i1', 'input')];
    const send = handle.send as (...args: unknown[]) => Promise<unknown>;
    expect(await refusal(() => send(1))).toMatch(/^VALIDATION_ERROR send\(\)/);
    expect(await refusal(() => send('blue', { when: 'next-turn' }))).toMatch(/^VALIDATION_ERROR send\(\)/);
    expect(log).toEqual([]);
  });

  it('that are no answer any more reject, without a loss for a host that does not wait', async () => {
    const { handle, channel } = setUp();
    channel.open = [question('i1', 'input')];
    const lost: unknown[] = [];
    const hear = (reason: unknown): void => void lost.push(reason);
    process.on('unhandledRejection', hear);
    channel.answered = Promise.reject(new AgentMuxError('RUN_NOT_ACTIVE', 'over'));
    const sent = handle.send('blue');
    await settled();
    await settled();
    process.off('unhandledRejection', hear);
    expect(lost).toEqual([]);
    expect(await refusal(() => sent)).toBe('RUN_NOT_ACTIVE over');
  });
});

describe('an answer', () => {
  it('is to the approval that has been open for the longest time', async () => {
    const { handle, log, channel } = setUp();
    channel.pending = [question('i1', 'input'), question('i2', 'approval'), question('i3', 'approval')];
    await handle.approve();
    await handle.approve('for once');
    await handle.deny();
    await handle.deny('too risky');
    expect(log).toStrictEqual([
      ['respond', 'i2', { type: 'approve' }],
      ['respond', 'i2', { type: 'approve', detail: 'for once' }],
      ['respond', 'i2', { type: 'deny' }],
      ['respond', 'i2', { type: 'deny', reason: 'too risky' }],
    ]);
  });

  it('is refused where no approval is open', async () => {
    const { handle, log, channel } = setUp();
    channel.pending = [question('i1', 'input')];
    expect(await refusal(() => handle.approve())).toBe('NO_PENDING_INTERACTION approve(): no approval is open.');
    expect(await refusal(() => handle.deny())).toBe('NO_PENDING_INTERACTION deny(): no approval is open.');
    expect(log).toEqual([]);
  });

  it('is refused where its text is none', async () => {
    const { handle, log, channel } = setUp();
    channel.pending = [question('i1', 'approval')];
    const approved = await refusal(() => handle.approve(1 as never));
    expect(approved).toMatch(/^VALIDATION_ERROR approve\(\)/);
    expect(approved).toContain('detail');
    const denied = await refusal(() => handle.deny({} as never));
    expect(denied).toMatch(/^VALIDATION_ERROR deny\(\)/);
    expect(denied).toContain('reason');
    expect(log).toEqual([]);
  });
});

describe('the end', () => {
  /** Whether a call waits for the result of the run. */
  async function waits(call: (handle: RunHandle) => Promise<unknown>) {
    const { handle, log, finish } = setUp();
    const gave: unknown[] = [];
    void call(handle).then((value) => gave.push(value));
    await settled();
    const before = [...gave];
    finish(RESULT);
    await settled();
    return { log, before, gave };
  }

  it('by abort() tells the reason, and is waited for', async () => {
    expect(await waits((handle) => handle.abort('enough'))).toEqual({
      log: [['abort', 'enough']],
      before: [],
      gave: [undefined],
    });
    // What is no reason is none, and the run is aborted all the same.
    expect((await waits((handle) => handle.abort(new AbortController() as never))).log).toEqual([['abort', undefined]]);
  });

  it('by the end of a scope is an abort, and is waited for', async () => {
    expect(await waits(async (handle) => handle[Symbol.asyncDispose]())).toEqual({
      log: [['abort']],
      before: [],
      gave: [undefined],
    });
  });

  it('by end() gives the result', async () => {
    expect(await waits((handle) => handle.end())).toEqual({ log: [['end']], before: [], gave: [RESULT] });
  });

  it.each(['interrupt', 'pause', 'resume'] as const)('is not waited for by %s()', async (name) => {
    expect(await waits((handle) => handle[name]())).toEqual({ log: [[name]], before: [undefined], gave: [undefined] });
  });

  it('that a state does not allow rejects', async () => {
    const { handle } = setUp();
    const run = createRunHandle(
      {
        prepared: { mode: {}, options: {} },
        life: { parts: { turns: {} } },
        end: () => {
          throw new AgentMuxError('RUN_NOT_ACTIVE', 'over');
        },
      } as unknown as Run,
      handle.tree,
    );
    expect(await refusal(() => run.end())).toBe('RUN_NOT_ACTIVE over');
  });
});
