/** The ways of consuming a run, each on a real Claude Code. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunHandle } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import type { ModelScript } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { oneTurn, stageClaude } from './support/stage-agent.ts';

const STORY = 'Once upon a time there was a stream, and it came to a good end.';
const TOLD: ModelScript = oneTurn({ text: STORY, chunk: 4 });
const HELD: ModelScript = oneTurn({ text: ['It begins here', { hold: 'middle' }, ' and goes on.'], chunk: 14 });

async function read(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

const seqsOf = (events: readonly AgentEvent[]): number[] => events.map(({ seq }) => seq);
const deltasOf = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'text_delta' ? [event.delta] : []));

function next<T extends AgentEvent['type']>(handle: RunHandle, type: T): Promise<Extract<AgentEvent, { type: T }>> {
  return new Promise((resolve) => {
    handle.once(type, (event) => resolve(event as Extract<AgentEvent, { type: T }>));
  });
}

it.concurrent('for await: every event once, in order, to the end', async () => {
  await using stage = await stageClaude({ script: TOLD });
  const handle = stage.run({ prompt: 'Tell it.' });
  const events = await read(handle);
  expect(seqsOf(events)).toEqual(events.map((_, index) => index));
  expect(deltasOf(events)).toEqual(STORY.match(/.{1,4}/g));
  expect([events.at(0)?.type, events.at(-1)?.type]).toEqual(['session_start', 'session_end']);
  expect(checkStream(events)).toEqual([]);
  expect(await handle).toMatchObject({ exitReason: 'completed', text: STORY, exitCode: 0 });
  expect(stage.leftOver()).toEqual([]);
});

it.concurrent('for await: leaving the loop leaves the run alone', async () => {
  await using stage = await stageClaude({ script: TOLD });
  const handle = stage.run({ prompt: 'Tell it.' });
  for await (const { type } of handle) {
    if (type === 'text_delta') {
      break;
    }
  }
  expect(await handle).toMatchObject({ exitReason: 'completed', text: STORY });
});

it.concurrent('several iterators: each has all, whether early, late or slow', async () => {
  await using stage = await stageClaude({ script: TOLD });
  const handle = stage.run({ prompt: 'Tell it.' });
  const early = read(handle);
  const slow = (async () => {
    const all: AgentEvent[] = [];
    for await (const event of handle) {
      all.push(event);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return all;
  })();
  await next(handle, 'message_stop');
  const late = read(handle);
  const result = await handle;
  const afterwards = read(handle);
  const lists = (await Promise.all([early, slow, late, afterwards])).map(seqsOf);
  expect(lists[0]).toHaveLength((lists[0]?.at(-1) ?? 0) + 1);
  expect(lists.slice(1)).toEqual([lists[0], lists[0], lists[0]]);
  expect(result.exitReason).toBe('completed');
});

it.concurrent('emitter: listeners by type, once and off', async () => {
  await using stage = await stageClaude({ script: TOLD });
  const handle = stage.run({ prompt: 'Tell it.' });
  const heard: string[] = [];
  const first: string[] = [];
  const taken: string[] = [];
  const take = ({ delta }: { readonly delta: string }): void => {
    taken.push(delta);
    if (taken.length === 2) {
      handle.off('text_delta', take);
    }
  };
  handle
    .on('text_delta', ({ delta, accumulated }) => {
      heard.push(delta);
      expect(accumulated).toBe(heard.join(''));
    })
    .on('text_delta', take)
    .once('text_delta', ({ delta }) => first.push(delta));
  const ended = next(handle, 'session_end');
  await handle;
  expect([heard.join(''), first, taken, (await ended).turnCount]).toEqual([STORY, ['Once'], ['Once', ' upo'], 1]);
});

it.concurrent('promise: the result alone; what would need an answer is denied, and never hangs', async () => {
  const command = 'echo made > made.txt';
  await using stage = await stageClaude({
    script: oneTurn({ tools: [{ kind: 'shell', command }] }, { text: 'Nobody said yes.' }),
  });
  let wasFinal = false;
  const result = await stage.run({ prompt: 'Make it.', approvalMode: 'prompt', collectEvents: true }).finally(() => {
    wasFinal = true;
  });
  expect(result).toMatchObject({ exitReason: 'completed', text: 'Nobody said yes.', turnCount: 1, error: null });
  expect(result.events.find(({ type }) => type === 'approval_denied')).toMatchObject({
    reason: 'nobody is listening',
  });
  expect([wasFinal, existsSync(join(stage.sandbox.cwd, 'made.txt'))]).toEqual([true, false]);
});

it.concurrent('AbortSignal: ends the run in the middle of its text, and nothing is left', async () => {
  await using stage = await stageClaude({ script: HELD });
  const controller = new AbortController();
  const handle = stage.run({ prompt: 'Tell it.', signal: controller.signal, collectEvents: true });
  handle.once('text_delta', () => controller.abort());
  const result = await handle;
  expect(result).toMatchObject({ exitReason: 'aborted', text: 'It begins here', error: { code: 'ABORTED' } });
  expect(result.events.slice(-2).map(({ type }) => type)).toEqual(['aborted', 'session_end']);
  expect(checkStream(result.events)).toEqual([]);
  expect(stage.leftOver()).toEqual([]);
});

it.concurrent('await using: the end of the block is the end of the run', async () => {
  await using stage = await stageClaude({ script: HELD });
  let run: RunHandle;
  {
    await using handle = stage.run({ prompt: 'Tell it.' });
    run = handle;
    await next(handle, 'text_delta');
  }
  expect(stage.leftOver()).toEqual([]);
  expect((await run).exitReason).toBe('aborted');
});

it.concurrent('several turns with what is asked answered from code: granted, denied, a question', async () => {
  const write = (path: string) => ({ kind: 'write', path, content: `${path}\n` }) as const;
  const question = 'Which colour do you want?';
  const options = [{ label: 'Red' }, { label: 'Blue' }];
  await using stage = await stageClaude({
    script: {
      turns: [
        { prompt: 'First:', steps: [{ tools: [write('first.txt')] }, { text: 'First is made.' }] },
        { prompt: 'Second:', steps: [{ tools: [write('second.txt')] }, { text: 'Second is not.' }] },
        {
          prompt: 'Third:',
          steps: [{ tools: [{ kind: 'question', questions: [{ question, options }] }] }, { text: 'Blue it is.' }],
        },
      ],
    },
  });
  const handle = stage.run({
    prompt: 'First: make a file.',
    approvalMode: 'prompt',
    keepOpen: true,
    collectEvents: true,
  });
  const asked: string[] = [];
  handle.on('approval_request', async ({ detail, interactionId }) => {
    asked.push(detail.replace(stage.sandbox.cwd, ''));
    if (asked.length === 1) {
      await handle.approve();
    } else {
      await handle.interaction.respond(interactionId, { type: 'deny', reason: 'one is enough' });
    }
  });
  handle.on('input_required', async (event) => {
    asked.push(event.question);
    expect(handle.interaction.pending).toMatchObject([{ id: event.interactionId, type: 'input' }]);
    expect(await handle.send('Blue')).toMatchObject({ delivered: 'answer' });
  });
  await next(handle, 'turn_end');
  expect(await handle.continue('Second: make another.')).toMatchObject({ delivered: 'new-turn' });
  await next(handle, 'turn_end');
  expect(await handle.send('Third: ask me.')).toMatchObject({ delivered: 'new-turn' });
  await next(handle, 'turn_end');
  const result = await handle.end();
  const texts = result.events.flatMap((event) => (event.type === 'message_stop' ? [event.text] : []));
  expect([result.exitReason, result.turnCount, texts]).toEqual([
    'completed',
    3,
    ['First is made.', 'Second is not.', 'Blue it is.'],
  ]);
  expect(asked).toEqual(['/first.txt', '/second.txt', question]);
  expect(await readFile(join(stage.sandbox.cwd, 'first.txt'), 'utf8')).toBe('first.txt\n');
  expect(existsSync(join(stage.sandbox.cwd, 'second.txt'))).toBe(false);
  expect(checkStream(result.events)).toEqual([]);
  expect([stage.server.unmatched, stage.leftOver()]).toEqual([[], []]);
});
