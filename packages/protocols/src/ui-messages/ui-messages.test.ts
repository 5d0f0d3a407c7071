/** The rules of UI message streams that no single stream shows. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { approval, callReady, message, result } from '../../../events/src/testing/journal.ts';
import type { OpenQuestion } from '../inbound.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  answers,
  asked,
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  rests,
  SESSION,
  says,
  turn,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { decode, handleChat, isAnswered, type UiInboundMessage } from './inbound.ts';
import { uiMessages } from './project/index.ts';
import { toResponse, toSse } from './response.ts';
import type { UiMessageChunk } from './types.ts';

const of = (lines: readonly Line[]): UiMessageChunk[] => projectAll(writeJournal(lines), uiMessages());
const corner = (name: string): UiMessageChunk[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, uiMessages());
};
const only = <T extends UiMessageChunk['type']>(chunks: readonly UiMessageChunk[], type: T) =>
  chunks.filter((chunk): chunk is Extract<UiMessageChunk, { type: T }> => chunk.type === type);
/** The parts of ours with this name. */
const ours = (chunks: readonly UiMessageChunk[], name: string) =>
  chunks.flatMap((chunk) => (chunk.type === `data-amux-${name}` && 'data' in chunk ? [chunk] : []));
/** The types of the chunks without those that are ours alone. */
const typesOf = (chunks: readonly UiMessageChunk[]): string[] =>
  chunks.filter(({ type }) => !type.startsWith('data-')).map(({ type }) => type);
const reasonsOf = (chunks: readonly UiMessageChunk[]) => only(chunks, 'finish').map(({ finishReason }) => finishReason);

describe('uiMessages', () => {
  it('V-14: has a stream and a message for each prompt', () => {
    const chunks = corner('three turns');
    expect(only(chunks, 'start').map(({ messageId }) => messageId?.slice(26))).toEqual(['', '.2', '.3']);
    expect(reasonsOf(chunks)).toEqual(['stop', 'stop', 'stop']);
  });

  it.each([
    ['interrupted', 'a turn that is interrupted where the run waits', [['abort', 'interrupted'], 'other', 'stop']],
    ['aborted', 'a turn in which a run is aborted that would wait', ['stop', ['abort', 'aborted'], 'other']],
  ])(
    'V-15: says of a turn that somebody has %s where the run waits that it was, in its own stream',
    (_how, name, ends) => {
      const chunks = corner(name);
      expect(
        chunks.flatMap((chunk) => {
          if (chunk.type === 'finish') {
            return [chunk.finishReason];
          }
          return chunk.type === 'abort' ? [[chunk.type, chunk.reason]] : [];
        }),
      ).toEqual(ends);
      expect(only(chunks, 'start')).toHaveLength(2);
    },
  );

  it('V-14: ends with the turn where the journal waits for prompts, and what comes before the next prompt joins it', () => {
    const lines = [
      opens({ options: { keepOpen: true } }),
      FIRST,
      SESSION,
      ...turn(0, ...message('One')),
      rests('p1', 'completed'),
      { entry: 'note', kind: 'x', data: 1 } as const,
      says('p2', 'Two?', 'new-turn'),
      ...turn(1, ...message('Two')),
      closes(),
    ];
    const chunks = of(lines);
    const finish = chunks.findIndex(({ type }) => type === 'finish');
    expect(chunks.slice(finish + 1).map(({ type }) => type)).toEqual([
      'start',
      'data-amux-note',
      'message-metadata',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
  });

  it('V-14 V-18: begins a message with the prompt that comes after a question was answered in the turn before', () => {
    const ask = { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' } as const;
    const answered = [ask, asked('q1'), answers('q1', { type: 'text', text: 'blue' }), ...message('Blue.')];
    const chunks = of(whole(...turn(0, ...answered), says('p2', 'Two?', 'new-turn'), ...turn(1, ...message('Two'))));
    const told = chunks.flatMap((chunk) => (/^(start|finish|text-delta)$/.test(chunk.type) ? [chunk] : []));
    expect(told.map((chunk) => ('delta' in chunk ? chunk.delta : chunk.type))).toEqual([
      ...['start', 'finish', 'start', 'Blue.', 'finish'],
      ...['start', 'Two', 'finish'],
    ]);
  });

  it.each([...CAUSES, 'lost'] as const)('V-15: ends a run that ended with %s by the table', (cause) => {
    const lines = [opens(), FIRST, SESSION, ...turn(0, ...message('Hi')), ...(cause === 'lost' ? [] : [closes(cause)])];
    const [before, last] = of(lines).slice(-2);
    const reason = ['turn_limit', 'budget', 'context'].includes(cause) ? 'length' : 'error';
    if (cause === 'completed') {
      expect([before?.type, last]).toMatchObject(['finish-step', { finishReason: 'stop' }]);
    } else if (cause === 'interrupted' || cause === 'aborted') {
      expect([before, last]).toMatchObject([{ type: 'abort', reason: cause }, { finishReason: 'other' }]);
    } else {
      expect([before, last]).toMatchObject([{ type: 'error' }, { finishReason: reason }]);
    }
  });

  it.each([
    ['BUDGET_EXCEEDED', 'length'],
    ['AGENT_ERROR', 'error'],
  ] as const)('V-15: ends events that stand alone and end with %s by the same table', (code, finishReason) => {
    const end: Line = { type: 'error', code, message: 'It is over.', recoverable: false };
    expect(of([SESSION, ...turn(0, ...message('Hi')), end, LEFT]).at(-1)).toMatchObject({
      type: 'finish',
      finishReason,
    });
  });

  it('V-16: has no words of a subagent among the parts, and calls that name it', () => {
    const chunks = corner('a lane with text and calls');
    const [tool] = only(chunks, 'tool-input-available');
    expect(tool?.toolMetadata).toMatchObject({ amux: { subagent: expect.stringMatching(/\/l1$/) } });
    expect(ours(chunks, 'subagent').at(-1)?.data).toMatchObject({ name: 'scout', state: 'done' });
    expect(ours(chunks, 'text').map(({ data }) => Object.keys(data as object))).toContainEqual(['subagent', 'text']);
    const said = only(chunks, 'text-delta').map(({ delta }) => delta);
    expect(said.join('')).toBe('It says so');
    expect(ours(corner('a child that fails'), 'subagent').at(-1)?.data).toMatchObject({ state: 'failed' });
  });

  it('V-17 V-19: finishes at an approval, goes on with the message, and tells the input that was granted', () => {
    const chunks = corner('an approval that changes the input');
    const [one, other] = only(chunks, 'start');
    expect(one?.messageId).toBe(other?.messageId);
    expect(reasonsOf(chunks)).toEqual(['tool-calls', 'stop']);
    expect(only(chunks, 'tool-approval-request')).toMatchObject([{ approvalId: 'i1', toolCallId: 'c1' }]);
    expect(only(chunks, 'tool-input-available').at(-1)?.input).toEqual({ command: 'ls -l' });
  });

  it('V-17: asks nobody what the mode refuses by itself', () => {
    expect(reasonsOf(corner('an approval that the mode refuses'))).toEqual(['stop']);
  });

  it('V-18: finishes at a question without a call, and the answer begins a message', () => {
    const ask = { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' } as const;
    const chunks = of(
      whole(
        { type: 'turn_start', turnIndex: 0 },
        ask,
        { entry: 'asked', interactionId: 'q1', scopes: [] } as never,
        ...message('B'),
      ),
    );
    expect(ours(chunks, 'question')[0]?.data).toMatchObject({ kind: 'input', text: 'Which?' });
    expect(reasonsOf(chunks)).toEqual(['other', 'stop']);
    expect(new Set(only(chunks, 'start').map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('V-20: leaves a denied call denied', () => {
    const ask = {
      type: 'approval_request',
      interactionId: 'i1',
      action: 'Edit',
      detail: 'a',
      riskLevel: 'low',
      toolCallId: 'c1',
    } as const;
    const chunks = of(
      whole(
        ...turn(
          0,
          ...callReady('c1'),
          ask,
          { entry: 'asked', interactionId: 'i1', scopes: ['once'], acceptsUpdatedInput: false } as never,
          { type: 'approval_denied', interactionId: 'i1', toolCallId: 'c1', reason: 'No' },
          { ...result('c1'), type: 'tool_error', error: 'refused' } as never,
        ),
      ),
    );
    expect(only(chunks, 'tool-output-denied')).toHaveLength(1);
    expect(only(chunks, 'tool-output-error')).toEqual([]);
    expect(ours(chunks, 'denied')[0]?.data).toMatchObject({ toolCallId: 'c1', errorText: 'refused' });
  });

  it('V-20: a call for which the agent asks again is not denied with its first question', () => {
    const first = { type: 'approval_denied', interactionId: 'i1', toolCallId: 'c1', reason: 'asked again' } as const;
    const last = { ...first, interactionId: 'i2', reason: 'No' } as const;
    const begin = [...callReady('c1'), approval('i1', 'c1'), asked('i1'), approval('i2', 'c1'), asked('i2'), first];
    expect(only(of(whole(...turn(0, ...begin))), 'tool-output-denied')).toEqual([]);
    expect(only(of(whole(...turn(0, ...begin, last))), 'tool-output-denied')).toMatchObject([{ toolCallId: 'c1' }]);
  });

  it('V-21: tells what has no chunk as a transient part, and only within a stream', () => {
    const retry = { type: 'rate_limited', retryAfterMs: 5 } as const;
    const chunks = of([opens(), retry, FIRST, SESSION, retry, ...turn(0, ...message('Hi')), closes()]);
    expect(ours(chunks, 'rate-limited')).toMatchObject([{ transient: true, data: retry }]);
  });

  it('V-21: has chunks of the AI SDK for images and for sources that the host notes', () => {
    const chunks = of(
      whole(
        { type: 'image_output', mimeType: 'image/png', base64: 'AAAA' },
        { type: 'image_output', mimeType: 'image/png', filePath: '/w/a b.png' },
        { entry: 'note', kind: 'source', data: { url: 'https://example.com/', title: 'It' } },
      ),
    );
    expect(only(chunks, 'file').map(({ url }) => url)).toEqual(['data:image/png;base64,AAAA', 'file:///w/a%20b.png']);
    expect(only(chunks, 'source-url')).toMatchObject([{ url: 'https://example.com/', title: 'It' }]);
  });

  it('V-22: is server-sent events with [DONE] behind the finish, one stream in each response', async () => {
    const chunks = corner('three turns');
    async function* source() {
      yield* chunks;
    }
    const stream = source();
    const bodies: string[] = [];
    for (let turns = 0; turns < 3; turns += 1) {
      bodies.push(await (toResponse(stream) as Response).text());
    }
    expect(bodies.join('')).toBe(chunks.map(toSse).join(''));
    expect(bodies.map((body) => body.endsWith('data: [DONE]\n\n'))).toEqual([true, true, true]);
    expect((toResponse(stream) as Response).headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  });

  it('V-22: takes headers of the program, and one of ours in any case in its place', () => {
    const headers = { 'Cache-Control': 'no-store', 'X-Run': '1' };
    const given = (toResponse((async function* none() {})(), { headers }) as Response).headers;
    expect([given.get('cache-control'), given.get('x-run')]).toEqual(['no-store', '1']);
    expect(given.get('content-type')).toBe('text/event-stream');
  });

  it('V-22: reads a stream to its end when its client leaves', async () => {
    const chunks = corner('three turns');
    async function* source() {
      yield* chunks;
    }
    const stream = source();
    await (toResponse(stream) as Response).body?.cancel();
    expect(await (toResponse(stream) as Response).text()).toContain('.2"');
  });

  it('V-23: has the generation cycles of the main lane as steps', () => {
    const lines = whole(...turn(0, ...callReady('c1'), result('c1'), ...message('Done')));
    const steps = typesOf(of(lines)).filter((type) => type.includes('step') || type === 'tool-output-available');
    expect(steps).toEqual(['start-step', 'tool-output-available', 'finish-step', 'start-step', 'finish-step']);
  });
});

describe('handleChat', () => {
  const approval = (id: string): OpenQuestion => ({ id, type: 'approval', toolCallId: `c-${id}`, scopes: ['once'] });
  const runWith = (...pending: OpenQuestion[]) => ({
    interaction: { pending, respond: vi.fn(async () => {}) },
    continue: vi.fn(async () => {}),
  });
  const responded = (id: string, more: object = { approved: true }) => ({
    type: 'dynamic-tool',
    state: 'approval-responded',
    approval: { id, ...more },
  });
  const post = (role: string, ...parts: object[]): UiInboundMessage[] => [{ role, parts }];

  it('V-24: answers all approvals that wait, and none where one is wrong', async () => {
    const run = runWith(approval('i1'), approval('i2'));
    const no = responded('i2', { approved: false, reason: 'No' });
    expect(await handleChat(run, post('assistant', responded('i0'), responded('i1'), no))).toBe('answer');
    expect(run.interaction.respond.mock.calls).toEqual([
      ['i1', { type: 'approve' }, {}],
      ['i2', { type: 'deny', reason: 'No' }, {}],
    ]);
    const other = runWith(approval('i1'), approval('i2'));
    const wrong = post('assistant', responded('i1'), responded('i2', { approved: 'yes' }));
    await expect(handleChat(other, wrong)).rejects.toThrow(
      'messages[0].parts[1].approval.approved: expected true or false',
    );
    expect(other.interaction.respond).not.toHaveBeenCalled();
  });

  it('V-18: takes words as the answer of a question, and else as a follow-up', async () => {
    const text = { type: 'text', text: 'B' };
    const asks = runWith({ id: 'q1', type: 'input', scopes: [] });
    expect(await handleChat(asks, post('user', text))).toBe('answer');
    expect(asks.interaction.respond).toHaveBeenCalledWith('q1', { type: 'text', text: 'B' }, {});
    const given = { type: 'data-amux-answer', id: 'q1', data: { answers: { one: ['A'] } } };
    await handleChat(asks, post('user', given));
    expect(asks.interaction.respond).toHaveBeenLastCalledWith('q1', { type: 'answers', answers: { one: ['A'] } }, {});
    const idle = runWith();
    expect(await handleChat(idle, post('user', text))).toBe('follow-up');
    expect(idle.continue).toHaveBeenCalledWith('B');
  });

  it.each([
    ['messages: expected a list that is not empty', []],
    ['messages[0].role: expected user or assistant', post('system')],
    ['messages[0].parts: expected a tool in state approval-responded for the approval i1', post('assistant')],
    ['messages[0].parts: expected an answer to the approval i1', post('user', { type: 'text', text: 'Go on' })],
    ['an agent is handed no files', post('user', { type: 'file', url: 'data:,' })],
    ['messages[0].parts: expected a text that is not empty', post('user')],
    ['messages[0].parts[0].data: expected an object', post('user', { type: 'data-amux-answer' })],
  ])('V-24: refuses %s', async (sentence, messages) => {
    await expect(handleChat(runWith(approval('i1')), messages)).rejects.toThrow(sentence);
  });

  it.each([
    ['messages[0].parts[1].approval.id', post('assistant', responded('i1'), responded('i1', { approved: false }))],
    [
      'messages[0].parts[1].id',
      post(
        'user',
        { type: 'data-amux-answer', data: { approved: true } },
        { type: 'data-amux-answer', id: 'i1', data: { approved: false } },
      ),
    ],
  ])('V-24: answers nothing where %s is answered twice', async (field, messages) => {
    const run = runWith(approval('i1'));
    await expect(handleChat(run, messages)).rejects.toThrow(`${field}: expected a question that is answered once`);
    expect(run.interaction.respond).not.toHaveBeenCalled();
  });

  it('V-24: says when a chat may send by itself', () => {
    const asked = { state: 'approval-requested' };
    expect(isAnswered({ messages: post('assistant', responded('i1'), { state: 'input-available' }) })).toBe(true);
    expect(isAnswered({ messages: post('assistant', responded('i1'), asked) })).toBe(false);
    expect(isAnswered({ messages: post('assistant', { type: 'text' }) })).toBe(false);
    expect(isAnswered({ messages: [] })).toBe(false);
  });

  it('V-25: reads the lines of its own stream', () => {
    expect(decode('{"type":"text-delta","id":"t","delta":"x"}')).toEqual({ type: 'text-delta', id: 't', delta: 'x' });
    expect(() => decode({ type: 'error' })).toThrow('errorText: expected a string');
    expect(() => decode({ type: 'data-weather' })).toThrow('data: expected a value, got undefined');
    expect(decode({ type: 'data-weather', data: null })).toEqual({ type: 'data-weather', data: null });
    const onInvalid = vi.fn();
    expect(decode('{', { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledOnce();
  });
});
