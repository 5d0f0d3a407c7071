/** Failures in a chat of the AI SDK: one that the run survives is a notification, one that ends a turn is an error. */
import { DefaultChatTransport } from 'ai';
import { describe, expect, it } from 'vitest';
import { project } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { createChatState, TestChat } from '../testing/test-chat.ts';
import { uiMessages } from './project/index.ts';
import { toResponse } from './response.ts';

/** A chat whose answers are the streams of the journal, one for each post, with the calls of its `onData`. */
function chatOf(name: string) {
  const { entries = [] } = CORNER_JOURNALS.find((journal) => journal.name === name) ?? {};
  const chunks = project(entries, uiMessages());
  const heard: string[] = [];
  const chat = new TestChat({
    state: createChatState(),
    onData: ({ type, data }) => {
      const { message } = data as { readonly message?: string };
      heard.push(`${type}: ${message}`);
    },
    transport: new DefaultChatTransport({ api: 'http://localhost/chat', fetch: async () => toResponse(chunks) }),
  });
  return { chat, heard };
}

const types = (chat: TestChat): readonly string[] =>
  chat.messages.flatMap(({ parts }) => parts.map(({ type }) => type));

describe('an error', () => {
  it('V-29: that the run lives with is heard by onData, is no part of the message, and leaves the chat ready', async () => {
    const { chat, heard } = chatOf('errors that the run lives with');
    await chat.sendMessage({ text: 'Do it.' });
    expect([chat.status, chat.error]).toEqual(['ready', undefined]);
    expect(heard.slice(0, 2)).toEqual(['data-amux-session-start: undefined', 'data-amux-error: A line was broken']);
    expect(types(chat).filter((type) => type.startsWith('data-'))).toEqual([]);
  });

  it('V-11 V-29: that a turn ends with is that of the chat, which goes on with the next prompt', async () => {
    const { chat, heard } = chatOf('a turn that fails where the run waits');
    await chat.sendMessage({ text: 'Do it.' });
    expect([chat.status, chat.error?.message]).toEqual(['error', 'The request cannot be read.']);
    chat.clearError();
    await chat.sendMessage({ text: 'Two?' });
    expect([chat.status, chat.error]).toEqual(['ready', undefined]);
    expect(chat.messages.at(-1)?.parts.findLast(({ type }) => type === 'text')).toMatchObject({ text: 'Two' });
    expect(heard.filter((line) => line.startsWith('data-amux-error'))).toEqual([]);
  });
});
