/** The forms of Cursor CLI's `assistant` lines, in lines that are written by hand after what its users say of them (2026.07.20). */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { StreamJsonText } from './text.ts';

type Fields = Readonly<Record<string, unknown>>;

const said = (text: string, fields: Fields = {}): Fields => ({
  type: 'assistant',
  message: { role: 'assistant', content: [{ type: 'text', text }] },
  ...fields,
});
const delta = (text: string): Fields => said(text, { timestamp_ms: 1 });
const beforeTool = (text: string): Fields => said(text, { timestamp_ms: 2, model_call_id: 'm1' });
const TOOL = { type: 'tool_call' };

/** The drafts of these lines; a tool call ends the text before it. */
function read(...lines: readonly Fields[]): readonly EventDraft[] {
  const text = new StreamJsonText();
  const drafts = lines.flatMap((line) => (line === TOOL ? text.stop() : text.read(line)));
  return [...drafts, ...text.stop()];
}

const messagesOf = (drafts: readonly EventDraft[]): readonly unknown[] =>
  drafts.flatMap((draft) => (draft.type === 'message_stop' ? [draft.text] : []));
const deltasOf = (drafts: readonly EventDraft[]): readonly string[] =>
  drafts.flatMap((draft) => (draft.type === 'text_delta' ? [draft.delta] : []));

describe('without deltas, each line is a whole message', () => {
  it.each([
    ['that begins with the one before it', 'OK', 'OK, all set.'],
    ['with which the one before it ends', 'I will do it. Done.', 'Done.'],
    ['that is the one before it', 'Done.', 'Done.'],
  ])('%s', (_which, first, last) => {
    expect(messagesOf(read(beforeTool(first), TOOL, said(last)))).toEqual([first, last]);
  });

  it('unless it says nothing', () => {
    expect(read(said(''), beforeTool(''))).toEqual([]);
  });
});

describe('with deltas, a whole text ends the message that it repeats', () => {
  it.each<[string, readonly Fields[], readonly string[]]>([
    ['before a tool', [delta('O'), delta('K'), beforeTool('OK'), TOOL], ['OK']],
    [
      'where it begins with the message before it',
      [delta('O'), delta('K'), beforeTool('OK'), TOOL, delta('OK,'), delta(' all set.'), said('OK, all set.')],
      ['OK', 'OK, all set.'],
    ],
    ['where it is the message before it', [delta('OK'), beforeTool('OK'), TOOL, delta('OK'), said('OK')], ['OK', 'OK']],
    [
      'where it repeats all messages',
      [delta('OK'), beforeTool('OK'), TOOL, delta('Done.'), said('OKDone.')],
      ['OK', 'Done.'],
    ],
    [
      'where it repeats all messages, which are the same',
      [delta('OK'), beforeTool('OK'), TOOL, delta('OK'), said('OKOK')],
      ['OK', 'OK'],
    ],
    ['where it has more than its deltas', [delta('Hel'), said('Hello')], ['Hello']],
    [
      'where it has more than its deltas, and repeats all messages',
      [delta('OK'), beforeTool('OK'), TOOL, delta('Do'), said('OKDone.')],
      ['OK', 'Done.'],
    ],
    ['where it is another text', [delta('Hel'), said('Bye')], ['Bye']],
    ['that has ended, which is told once', [delta('OK'), beforeTool('OK'), said('OK')], ['OK']],
    [
      'and all that have ended, which are told once',
      [delta('OK'), beforeTool('OK'), TOOL, delta('Done.'), TOOL, said('OKDone.')],
      ['OK', 'Done.'],
    ],
    [
      'unless it is another one than the message that ends with it',
      [delta('I will do it. Done.'), beforeTool('I will do it. Done.'), TOOL, said('Done.')],
      ['I will do it. Done.', 'Done.'],
    ],
  ])('%s', (_where, lines, messages) => {
    expect(messagesOf(read(...lines))).toEqual(messages);
  });

  it('and null stands for a field that is not there', () => {
    const none = { timestamp_ms: null, model_call_id: null };
    const drafts = read(
      said('Hel', { timestamp_ms: 1, model_call_id: null }),
      said('lo', { timestamp_ms: 2, model_call_id: null }),
      said('Hello', none),
    );
    expect(deltasOf(drafts)).toEqual(['Hel', 'lo']);
    expect(messagesOf(drafts)).toEqual(['Hello']);
  });
});

describe('the text of the whole turn says what the last message is', () => {
  const last = (all: string, ...lines: readonly Fields[]): string | undefined => {
    const text = new StreamJsonText();
    for (const line of lines) {
      line === TOOL ? text.called() : text.read(line);
    }
    return text.last(all).words;
  };

  it.each<[string, string, Fields[], string | undefined]>([
    ['the one that was told', 'Done.', [delta('Done.')], undefined],
    ['all that were told', 'OKDone.', [delta('OK'), TOOL, said('Done.')], undefined],
    ['the last of them, where it was trimmed', 'OK Done.', [delta('OK '), TOOL, said('Done.\n')], undefined],
    ['the only one, of which nothing was told', 'Done.', [], 'Done.'],
    ['the one behind a call, of which nothing was told', 'OKDone.', [delta('OK'), TOOL], 'Done.'],
    ['the one behind a call, of which the end is missing', 'OKDone.', [delta('OK'), TOOL, delta('Do')], 'Done.'],
    ['the only one, of which the end is missing', 'Done.', [delta('Do')], 'Done.'],
    ['the only one, of which the beginning is missing', 'Done.', [delta('ne.')], 'Done.'],
    ['the one that was told, where one before a call is missing', 'OKDone.', [TOOL, said('Done.')], 'OKDone.'],
    ['the same, where another one before it is not', 'OKGoDone.', [delta('Go'), TOOL, said('Done.')], undefined],
    ['another one than was told', 'Bye.', [delta('OK'), TOOL, said('Done.')], 'Bye.'],
    ['nothing', '', [], undefined],
  ])('%s', (_which, all, lines, words) => {
    expect(last(all, ...lines)).toBe(words);
  });

  it('unless only the beginning of what was told is kept', () => {
    const text = new StreamJsonText(2);
    text.read(delta('Done'));
    expect(text.last('Done, and more.').words).toBeUndefined();
  });
});
