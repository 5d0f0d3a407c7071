/** The AI SDK's own schema and its own reader accept our chunks, and its own chat goes there and back. */

import type { JournalEntry } from '@agent-mux/events/journal';
import {
  asSchema,
  DefaultChatTransport,
  type FinishReason,
  isToolUIPart,
  readUIMessageStream,
  UI_MESSAGE_STREAM_HEADERS,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { DRAW_SEED, IS_CI, IS_FULL } from '../../../../test/support/drawn.ts';
import { drawnJournals } from '../../../../test/support/fixture-journals.ts';
import type { OpenQuestion } from '../inbound.ts';
import { accountOf } from '../laws/account.ts';
import { project, projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { createChatState, TestChat } from '../testing/test-chat.ts';
import { handleChat, isAnswered } from './inbound.ts';
import { uiMessages } from './project/index.ts';
import { toResponse, UI_HEADERS } from './response.ts';
import { UI_FIELDS, type UiFinishReason, type UiMessageChunk } from './types.ts';

const schema = asSchema(uiMessageChunkSchema);
/** The distance of the places where a journal is cut off: `npm test` tries other places each time, `.ci/run` all. */
const STEP = IS_CI || IS_FULL ? 1 : 5;

async function findRefusal(outputs: readonly unknown[]): Promise<string | undefined> {
  for (const output of outputs) {
    const found = await schema.validate?.(output);
    if (found?.success !== true) {
      return `${JSON.stringify(output).slice(0, 300)}: ${String(found?.error)}`;
    }
  }
  return undefined;
}

/** Each message as the SDK reads it, over all its streams. Throws what the reader throws. */
async function readAll(outputs: readonly UiMessageChunk[]): Promise<UIMessage[]> {
  const messages = new Map<string, UIMessage>();
  for (let from = 0; from < outputs.length; ) {
    const length = outputs.slice(from).findIndex(({ type }) => type === 'finish') + 1;
    const chunks = outputs.slice(from, from + length) as UIMessageChunk[];
    from += length;
    const [first] = chunks;
    const id = first?.type === 'start' ? (first.messageId ?? '') : '';
    const known = messages.get(id);
    const told = chunks.flatMap((chunk) => (chunk.type === 'error' ? [chunk.errorText] : []));
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) {
          controller.enqueue(chunk);
        }
        controller.close();
      },
    });
    const errors: string[] = [];
    const onError = (error: unknown) => errors.push((error as Error).message);
    for await (const message of readUIMessageStream({ ...(known ? { message: known } : {}), stream, onError })) {
      messages.set(id, message);
    }
    // Any other error would be a fault of the stream.
    expect(errors).toEqual(told);
  }
  return [...messages.values()];
}

async function judge(entries: readonly JournalEntry[]): Promise<void> {
  const messages = await readAll(projectAll(entries, uiMessages()));
  const truth = accountOf(entries);
  const parts = messages.flatMap((message) => message.parts);
  const said = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  expect(said).toBe(truth.said);
  if (truth.end === 'done') {
    expect(said.endsWith(truth.text)).toBe(true);
  }
  const tools = new Map<string, string>();
  for (const part of parts) {
    if (isToolUIPart(part)) {
      tools.set(part.toolCallId, part.state);
    }
  }
  expect([...tools.keys()].sort()).toEqual([...new Set(truth.tools.map(({ id }) => id))].sort());
  const ended = new Set(truth.tools.filter(({ isEnded, isError }) => isEnded && isError !== true).map(({ id }) => id));
  const good = [...tools].filter(([, state]) => state === 'output-available').map(([id]) => id);
  expect(good.filter((id) => !ended.has(id))).toEqual([]);
  for (const { parts: own } of messages) {
    const ids = own.flatMap((part) => (isToolUIPart(part) ? [part.toolCallId] : []));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  }
}

describe('the AI SDK itself', () => {
  it.each(CORNER_JOURNALS)('V-26: takes what comes of $name, and reads the same of it', async ({ entries }) => {
    for (let cut = DRAW_SEED % STEP; cut <= entries.length; cut += STEP) {
      const outputs = projectAll(entries.slice(0, cut), uiMessages());
      expect(await findRefusal(outputs)).toBeUndefined();
      await readAll(outputs);
    }
    await judge(entries);
  });

  it(`V-26: reads the same of fixtures of all agents and modes (AMUX_SEED=${DRAW_SEED})`, async () => {
    for (const { entries } of await drawnJournals(40)) {
      expect(await findRefusal(projectAll(entries, uiMessages()))).toBeUndefined();
      await judge(entries);
    }
  }, 120_000);

  it('V-1: has the same types, reasons and headers', () => {
    expectTypeOf<UiFinishReason>().toEqualTypeOf<FinishReason>();
    expectTypeOf<UiMessageChunk['type']>().toEqualTypeOf<UIMessageChunk['type']>();
    expect(UI_HEADERS).toEqual(UI_MESSAGE_STREAM_HEADERS);
  });

  it('V-1: demands the fields that we demand', async () => {
    for (const [type, fields] of Object.entries(UI_FIELDS)) {
      const chunk = Object.fromEntries([['type', type], ...Object.keys(fields).map((name) => [name, 'x'])]);
      expect(await findRefusal([chunk])).toBeUndefined();
      for (const [name, kind] of Object.entries(fields)) {
        const { [name]: _, ...without } = chunk;
        if (kind === 'text') {
          expect(await findRefusal([without]), `${type} without ${name}`).toBeDefined();
        }
      }
    }
  });
});

describe('a chat of the AI SDK', () => {
  it('V-17: answers an approval, and the same message goes on', async () => {
    const { entries = [] } = CORNER_JOURNALS.find(({ name }) => name === 'an approval that changes the input') ?? {};
    const asked = entries.findIndex((entry) => 'entry' in entry && entry.entry === 'asked');
    const answered: unknown[] = [];
    let resolve = (): void => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    async function* live() {
      // The journal stands still until somebody answers.
      yield* entries.slice(0, asked + 1);
      await promise;
      yield* entries.slice(asked + 1);
    }
    const pending: OpenQuestion[] = [{ id: 'i1', type: 'approval', toolCallId: 'c1', scopes: ['once'] }];
    const run = {
      interaction: {
        pending,
        async respond(...given: unknown[]) {
          answered.push(given);
          pending.pop();
          resolve();
        },
      },
      continue: async () => undefined,
    };
    const chunks = project(live(), uiMessages());
    const posted: string[] = [];
    const reasons: unknown[] = [];
    const chat = new TestChat({
      id: 'chat',
      state: createChatState(),
      sendAutomaticallyWhen: isAnswered,
      onFinish: ({ finishReason }) => reasons.push(finishReason),
      transport: new DefaultChatTransport({
        api: 'http://localhost/chat',
        fetch: async (_, init) => {
          const { messages } = JSON.parse(String(init?.body)) as { messages: UIMessage[] };
          posted.push(messages.at(-1)?.role ?? '');
          if (messages.length > 1) {
            await handleChat(run, messages, { by: { kind: 'user', id: 'ada' } });
          }
          return toResponse(chunks);
        },
      }),
    });
    await chat.sendMessage({ text: 'Do it.' });
    const [tool] = chat.lastMessage?.parts.filter(isToolUIPart) ?? [];
    expect(tool).toMatchObject({ state: 'approval-requested', approval: { id: 'i1' } });
    await chat.addToolApprovalResponse({ id: 'i1', approved: true });
    await expect.poll(() => [chat.status, posted.length]).toEqual(['ready', 2]);
    expect(answered).toEqual([['i1', { type: 'approve' }, { by: { kind: 'user', id: 'ada' } }]]);
    expect(posted).toEqual(['user', 'assistant']);
    expect(reasons).toEqual(['tool-calls', 'stop']);
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    const tools = chat.lastMessage?.parts.filter(isToolUIPart) ?? [];
    expect(tools).toMatchObject([{ state: 'output-available', input: { command: 'ls -l' } }]);
  });
});
