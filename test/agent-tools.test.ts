/** Tools by which an agent calls another one, and hands over to it. */
import { runInNewContext } from 'node:vm';
import {
  type AgentMuxClient,
  agentTool,
  type EventDraft,
  type HostTool,
  handoffTool,
  type RunHandle,
  type RunOptions,
} from '@agent-mux/core';
import { isEventEntry } from '@agent-mux/events/journal';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { HANGS, talker, toy, treeClient } from './support/calling-toys.ts';
import { processesOf } from './support/listing.ts';
import { answers, says, session } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';
import { readTree } from './support/toy-tree.ts';

const call = (input: unknown): readonly EventDraft[] => [
  { type: 'tool_call_start', toolCallId: 'call-1', toolName: 'helper', input },
  { type: 'host_tool_call', key: 'k', toolCallId: 'call-1', toolName: 'helper', input },
];

/** It calls the tool, hears what came of it, and ends its turn. */
const asks = (input: unknown, result: string): readonly FakeAgentStep[] => [
  session,
  says({ type: 'turn_start' }, { type: 'step_start' }, ...call(input)),
  { do: 'read', contains: result },
  says(
    { type: 'tool_result', toolCallId: 'call-1', output: 'heard' },
    { type: 'text_delta', delta: 'Done' },
    { type: 'message_stop' },
    { type: 'step_end' },
    { type: 'turn_end' },
  ),
  { do: 'read-all' },
];

async function expectOne(runs: readonly RunHandle[]): Promise<{ readonly exitReason: string }> {
  await expect.poll(() => runs.length).toBe(1);
  return (await runs[0]) ?? expect.fail('no run');
}

function start(
  scripts: Readonly<Record<string, readonly FakeAgentStep[]>>,
  createTool: (mux: AgentMuxClient) => HostTool,
  options: Partial<RunOptions> = {},
): RunHandle {
  const mux = treeClient(scripts);
  return mux.run(toy('a', { tools: [createTool(mux)], ...options }));
}

const about = { name: 'helper', description: 'Helps.' };

describe('agentTool()', () => {
  it('gives the agent what another one says, which is asked in the same tree', async () => {
    const started: RunHandle[] = [];
    const a = start({ a: asks({ prompt: 'help me' }, '"output","text":"B"'), b: talker('B') }, (mux) =>
      agentTool(mux, {
        ...about,
        run: toy('b', { prompt: undefined as never, name: 'second' }),
        onStart: (run) => started.push(run),
      }),
    );
    const entries = await readTree(a);
    const child = entries.find(({ run }) => run.name === 'second')?.run;
    const called = entries.find(({ entry }) => isEventEntry(entry) && entry.type === 'tool_call_start')?.entry;
    expect(child).toMatchObject({ prompt: 'help me', parent: a.runId, initiator: 'agent', depth: 1 });
    expect(child?.parentCall).toBe((called as { toolCallId?: string }).toolCallId);
    expect(started.map(({ runId }) => runId)).toEqual([child?.runId]);
    expect((await a).text).toBe('Done');
  });

  it('takes a function of what the agent asks for', async () => {
    const a = start({ a: asks({ prompt: 'help', who: 'b' }, '"output","text":"B"'), b: talker('B') }, (mux) =>
      agentTool(mux, {
        ...about,
        inputSchema: { type: 'object', properties: { prompt: { type: 'string' }, who: { enum: ['b'] } } },
        run: (prompt, { who }) => toy(String(who), { prompt: `${prompt}!` }),
      }),
    );
    expect((await readTree(a)).find(({ run }) => run.depth === 1)?.run.prompt).toBe('help!');
  });

  it('gives what the last of those says that took over', async () => {
    const a = start({ a: asks({ prompt: 'help' }, '"output","text":"C"'), b: talker('B'), c: talker('C') }, (mux) =>
      agentTool(mux, {
        ...about,
        run: toy('b', { prompt: undefined as never }),
        onStart: (run) => void mux.handoff(run, toy('c')),
      }),
    );
    expect((await readTree(a)).map(({ run }) => run.depth).at(-1)).toBe(0);
    expect((await a).exitReason).toBe('completed');
  });

  it.each([
    ['a run that does not complete', { prompt: 'help' }, 'helper did not complete (crashed)'],
    ['a prompt that is none', { prompt: 7 }, 'helper takes a `prompt`'],
  ])('tells the agent of %s', async (_what, input, message) => {
    const a = start({ a: asks(input, message), b: [session, { do: 'exit', code: 4 }] }, (mux) =>
      agentTool(mux, { ...about, run: toy('b', { prompt: undefined as never }) }),
    );
    expect((await a).exitReason).toBe('completed');
  });

  it('tells the agent where it would stand too deep, or would call itself without end', async () => {
    const mux = treeClient({ a: asks({ prompt: 'help' }, 'maxDepth') }, { maxDepth: 0 });
    const a = mux.run(
      toy('a', { tools: [agentTool(mux, { ...about, run: toy('a', { prompt: undefined as never }) })] }),
    );
    expect((await a).exitReason).toBe('completed');
  });

  it('ends the run, and those that took over from it, when nobody waits any more', async () => {
    const runs: RunHandle[] = [];
    const interrupted: readonly FakeAgentStep[] = [
      session,
      says({ type: 'turn_start' }, ...call({ prompt: 'help' })),
      { do: 'read', contains: 'interrupt' },
      says({ type: 'host_tool_settled', key: 'k' }, { type: 'turn_end' }),
      { do: 'read-all' },
    ];
    const a = start(
      { a: interrupted, b: talker('B'), c: HANGS },
      (mux) =>
        agentTool(mux, {
          ...about,
          run: toy('b', { prompt: undefined as never }),
          onStart: (run) => runs.push(run, mux.handoff(run, toy('c'))),
        }),
      { keepOpen: true },
    );
    await expect.poll(() => runs.length).toBe(2);
    await next(runs[1] as RunHandle, 'text_delta');
    void a.interrupt();
    expect((await (runs[1] as RunHandle)).exitReason).toBe('aborted');
    expect(a.state).toBe('running');
    await a.end();
    expect([a, ...runs].flatMap(({ runId }) => processesOf(runId))).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no listener');
      },
      'no listener',
    ],
    ['rejects', () => Promise.reject(new Error('no listener')), 'did not complete (aborted)'],
    ['rejects in another context', () => runInNewContext('Promise.reject(1)'), 'did not complete (aborted)'],
  ])('ends the run where its `onStart` %s', async (_how, fail, message) => {
    const runs: RunHandle[] = [];
    const onStart: (run: RunHandle) => void = (run): unknown => {
      runs.push(run);
      return fail();
    };
    const a = start({ a: asks({ prompt: 'help' }, message), b: HANGS }, (mux) =>
      agentTool(mux, { ...about, run: toy('b', { prompt: undefined as never }), onStart }),
    );
    expect((await await expectOne(runs)).exitReason).toBe('aborted');
    expect((await a).exitReason).toBe('completed');
  });

  it('lets a run end that is kept open: nobody else gives it a prompt', async () => {
    const a = start({ a: asks({ prompt: 'help' }, '"output","text":"B"'), b: talker('B') }, (mux) =>
      agentTool(mux, { ...about, run: toy('b', { prompt: undefined as never, keepOpen: true }) }),
    );
    expect((await a).exitReason).toBe('completed');
  });

  it('refuses what it cannot offer', () => {
    const mux = treeClient({ b: talker('B') });
    expect(() => agentTool(mux, { name: 'x' } as never)).toThrow(
      /agentTool\(\): `description` is missing.*`run` is missing/,
    );
    expect(() => agentTool(mux, { ...about, run: toy('b') })).toThrow(
      /`run` is an object, but must be the options of a run without its prompt/,
    );
    expect(() => handoffTool(mux, { ...about, run: {}, colour: 'red' } as never)).toThrow(
      /handoffTool\(\): `colour` is no option/,
    );
    for (const make of [agentTool, handoffTool]) {
      expect(() => make(mux, { ...about, run: { agent: 'b', colour: 'red', timeOut: 5, tags: 'x' } } as never)).toThrow(
        /Tool\(\): `run.colour` is no option.*`run.timeOut` is no option; did you mean `timeout`\?.*`run.tags` is "x"/,
      );
      expect(() => make(mux, { ...about, run: { parentCall: 'c', now: true } } as never)).toThrow(
        /`run.parentCall` is no option.*`run.now` is no option/,
      );
      // Its folder may be made until the tool is called.
      expect(() => make(mux, { ...about, run: { agent: 'b', cwd: '/nowhere/yet', record: '/nowhere' } })).not.toThrow();
    }
    expect(() => agentTool(mux, undefined as never)).toThrow(/`options` is undefined/);
    expect(() => agentTool(undefined as never, { ...about, run: {} })).toThrow(/`client` is undefined/);
    expect(() => agentTool(mux, { ...about, name: 'two words', run: {} })).toThrow(/`name` is "two words"/);
  });
});

describe('handoffTool()', () => {
  it('ends the run of the agent when its turn is done, and another one takes its place', async () => {
    const a = start(
      { a: asks({ prompt: 'go on' }, 'helper takes over'), b: [session, answers('B'), { do: 'read-all' }] },
      (mux) => handoffTool(mux, { ...about, run: toy('b', { prompt: undefined as never }) }),
    );
    const entries = await readTree(a);
    const successor = entries.find(({ run }) => run.runId !== a.runId);
    expect(successor?.run).toMatchObject({ handoffFrom: a.runId, prompt: 'go on', depth: 0 });
    const first = entries.find(
      ({ run, entry }) => run === successor?.run && !isEventEntry(entry) && entry.entry === 'input',
    );
    expect(first?.entry).toMatchObject({ by: { kind: 'agent', id: a.runId } });
    expect((await a.tree.result()).text).toBe('B');
  });
});
