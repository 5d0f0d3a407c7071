/** What a listener may do while it is called. */
import { runInNewContext } from 'node:vm';
import type { EventDraft, RunHandle } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { answers, says, saysAtOnce, session } from './support/toy-adapter.ts';
import { next, startToy, typesOf } from './support/toy-run.ts';

const begin = says({ type: 'turn_start' });
const approval = (key: string): EventDraft => ({
  type: 'approval_request',
  key,
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
});
const asks = [
  session,
  begin,
  says(approval('a'), approval('b')),
  { do: 'read', contains: 'answer' },
  { do: 'read', contains: 'answer' },
  says({ type: 'turn_end' }),
  { do: 'read-all' },
] as const;

describe('a listener', () => {
  it('is called once with once(), and never after off()', async () => {
    const handle = startToy([session, answers('a'), answers('b'), { do: 'read-all' }]);
    const heard: string[] = [];
    const removed = (): unknown => heard.push('removed');
    handle
      .once('text_delta', ({ delta }) => heard.push(delta))
      .once('text_delta', removed)
      .off('text_delta', removed);
    handle.on('turn_start', () => handle.once('turn_end', ({ turnIndex }) => heard.push(`turn ${turnIndex}`)));
    await handle;
    expect(heard).toEqual(['a', 'turn 0', 'turn 1']);
  });

  it('answers an approval at once', async () => {
    const handle = startToy(asks);
    const answered: Promise<void>[] = [];
    handle.on('approval_request', ({ interactionId }) => {
      answered.push(handle.interaction.respond(interactionId, { type: 'approve' }));
    });
    const { events } = await handle;
    await Promise.all(answered);
    expect(typesOf(events).filter((type) => type.startsWith('approval'))).toEqual([
      'approval_request',
      'approval_granted',
      'approval_request',
      'approval_granted',
    ]);
  });

  it('sees the run as the message that it hears of has left it', async () => {
    const handle = startToy([
      session,
      begin,
      says(approval('a')),
      { do: 'wait', ms: 50 },
      saysAtOnce({ type: 'text_delta', delta: 'never mind' }, { type: 'interaction_settled', key: 'a' }),
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    const open: [string, number][] = [];
    handle.on('session_start', () => open.push([handle.state, handle.interaction.pending.length]));
    handle.on('approval_request', () => open.push([handle.state, handle.interaction.pending.length]));
    handle.on('text_delta', () => open.push([handle.state, handle.interaction.pending.length]));
    await handle;
    expect(open).toEqual([
      ['running', 0],
      ['running', 1],
      ['running', 0],
    ]);
  });

  it('hands over a prompt at the very end of a turn', async () => {
    const handle = startToy([
      session,
      answers('one'),
      { do: 'read', contains: 'more' },
      answers('two'),
      { do: 'read-all' },
    ]);
    let delivery: Promise<unknown> = Promise.reject(new Error('never called'));
    delivery.catch(() => {});
    handle.once('turn_end', () => {
      delivery = handle.continue('more');
    });
    expect(await handle).toMatchObject({ exitReason: 'completed', text: 'two' });
    expect(await delivery).toMatchObject({ delivered: 'new-turn' });
  });

  it('pauses in the middle of what one message says, and nothing comes between paused and resumed', async () => {
    const handle = startToy([
      session,
      says({ type: 'turn_start' }, { type: 'step_start' }, { type: 'text_delta', delta: 'a' }),
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    handle.once('message_stop', () => void handle.pause());
    const paused = next(handle, 'paused');
    await paused;
    await new Promise((resolve) => setTimeout(resolve, 50));
    await handle.resume();
    const types = typesOf((await handle).events);
    expect(types[types.indexOf('paused') + 1]).toBe('resumed');
    expect(types.filter((type) => type === 'turn_end')).toHaveLength(1);
  });

  it('resumes what it was told is paused, and pauses again what it was told is resumed', async () => {
    const handle = startToy([
      session,
      begin,
      { do: 'lines', count: 200, text: '{"draft":{"type":"text_delta","delta":"{n} "}}', everyMs: 2 },
      says({ type: 'message_stop' }, { type: 'turn_end' }),
      { do: 'read-all' },
    ]);
    handle.once('paused', () => void handle.resume());
    handle.once('resumed', () => void handle.pause());
    await next(handle, 'text_delta');
    await handle.pause();
    await expect.poll(() => handle.state, { timeout: 10_000 }).toBe('paused');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await handle.resume();
    const { events, text } = await handle;
    expect(text).toBe(Array.from({ length: 200 }, (_, n) => `${n} `).join(''));
    expect(typesOf(events).filter((type) => type === 'paused' || type === 'resumed')).toEqual([
      'paused',
      'resumed',
      'paused',
      'resumed',
    ]);
  });

  it('aborts the run, and hears the end of it', async () => {
    const handle = startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'hang' }]);
    const heard: string[] = [];
    handle.on('text_delta', () => void handle.abort());
    handle.on('aborted', ({ type }) => heard.push(type));
    handle.on('session_end', ({ type }) => heard.push(type));
    expect((await handle).exitReason).toBe('aborted');
    expect(heard).toEqual(['aborted', 'session_end']);
  });

  it('is reported when its promise rejects', async () => {
    const handle = startToy([session, answers('a'), { do: 'wait', ms: 50 }, answers('b'), { do: 'read-all' }]);
    handle.on('text_delta', async () => {
      throw new Error('broken later');
    });
    const { events } = await handle;
    expect(events.filter((event) => event.type === 'debug' && event.message.includes('broken later'))).toHaveLength(1);
  });

  // A program that is run in a context of its own, as Jest runs tests, has its own class of promises.
  const rejects = runInNewContext('async () => { throw new Error("broken elsewhere"); }') as () => void;
  const attach: [string, (handle: RunHandle) => unknown][] = [
    ['on()', (handle) => handle.on('approval_request', rejects)],
    ['once()', (handle) => handle.once('approval_request', rejects)],
    ['on() with replay', (handle) => handle.on('approval_request', rejects, { replay: true })],
    ['the activity', (handle) => handle.once('activity', rejects)],
    ['onPending()', (handle) => handle.interaction.onPending(rejects)],
  ];
  it.each(attach)('is reported, and ends no host, when a promise of another context rejects: %s', async (_of, add) => {
    // The first line that it reads is the prompt, and the second the answer.
    const heard = { do: 'read' } as const;
    const handle = startToy([session, begin, says(approval('a')), heard, heard, says({ type: 'turn_end' })]);
    add(handle);
    handle.on('approval_request', () => setTimeout(() => void handle.deny(), 50));
    const { events, exitReason } = await handle;
    expect(exitReason).toBe('completed');
    expect(events.filter((event) => event.type === 'debug' && event.message.includes('broken elsewhere'))).toHaveLength(
      1,
    );
  });
});
