/** The rules of AG-UI that no single stream shows. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { message } from '../../../events/src/testing/journal.ts';
import type { Answerable, OpenQuestion } from '../inbound.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  closes,
  controls,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  says,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { decode, resume } from './inbound.ts';
import { type AguiOptions, agui } from './project/index.ts';
import type { AguiEvent } from './types.ts';

const of = (lines: readonly Line[], options?: AguiOptions): AguiEvent[] =>
  projectAll(writeJournal(lines), agui(options));
const corner = (name: string, options?: AguiOptions): AguiEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, agui(options));
};
/** The types of the events without those that only count or frame. */
const typesOf = (events: readonly AguiEvent[]): string[] =>
  events.filter(({ type }) => type !== 'CUSTOM' && !type.startsWith('STEP')).map(({ type }) => type);
const only = <T extends AguiEvent['type']>(events: readonly AguiEvent[], type: T) =>
  events.filter((event): event is Extract<AguiEvent, { type: T }> => event.type === type);

describe('agui', () => {
  it('U-16: runs from prompt to prompt, each with the words that began it', () => {
    const runs = only(corner('three turns'), 'RUN_STARTED');
    expect(runs.map(({ runId, input }) => [runId.slice(26), input?.messages[0]?.content])).toEqual([
      ['', 'Do it.\nThen say so.'],
      ['.2', 'Two?'],
      ['.3', 'Three?'],
    ]);
    expect(new Set(runs.map(({ threadId }) => threadId)).size).toBe(1);
  });

  it('U-16: ends with the turn where the journal waits for prompts', () => {
    const [first] = corner('turns of a run that waits between them').flatMap((event, place, all) =>
      event.type === 'RUN_FINISHED' ? [all.slice(0, place + 1)] : [],
    );
    expect(typesOf(first ?? [])).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ]);
  });

  it('U-16: has words for the running turn as a message of the user', () => {
    const [steered] = only(corner('words for the running turn'), 'TEXT_MESSAGE_START').filter(
      ({ role }) => role === 'user',
    );
    expect(steered?.messageId).toBe('p2');
  });

  it.each([...CAUSES, 'lost'] as const)('U-17: ends a run that ended with %s by the table', (cause) => {
    const lines = [opens(), FIRST, SESSION, ...turn(0, ...message('Hi')), ...(cause === 'lost' ? [] : [closes(cause)])];
    const last = of(lines).at(-1);
    const stopped = { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } };
    const wanted =
      cause === 'completed'
        ? { type: 'RUN_FINISHED', outcome: { type: 'success' } }
        : cause === 'interrupted' || cause === 'aborted'
          ? stopped
          : { type: 'RUN_ERROR', code: cause === 'lost' ? 'INTERNAL' : 'AGENT_ERROR' };
    expect(last).toMatchObject(wanted);
  });

  it('U-17: cancels the run whose turn was interrupted, also where another prompt follows', () => {
    const half: readonly Line[] = [
      FIRST,
      SESSION,
      { type: 'turn_start', turnIndex: 0 },
      ...message('Half'),
      controls('interrupt'),
      { type: 'turn_end', turnIndex: 0 },
      says('p2', 'Again', 'new-turn'),
      ...turn(1, ...message('Yes')),
      LEFT,
      closes(),
    ];
    for (const options of [{}, { keepOpen: true }]) {
      const ends = only(of([opens({ options }), ...half]), 'RUN_FINISHED').map(({ outcome }) => outcome?.type);
      expect(ends).toEqual(['cancelled', 'success']);
    }
  });

  it('U-18: has lanes and children as subagents, each with who has started it', () => {
    const lanes = only(corner('a lane within a lane'), 'SUBAGENT_STARTED');
    expect(lanes.map(({ name, parentSubagentRunId = '' }) => [name, parentSubagentRunId.slice(26)])).toEqual([
      ['scout', ''],
      ['scout', '/l1'],
    ]);
    const child = corner('a child');
    const [started] = only(child, 'SUBAGENT_STARTED');
    expect(started).toMatchObject({ name: 'scout' });
    expect(only(child, 'TOOL_CALL_START')[0]).toMatchObject({ subagentRunId: started?.subagentRunId });
    expect(only(corner('a child that fails'), 'SUBAGENT_ERROR')[0]).toMatchObject({ code: 'AGENT_CRASH' });
  });

  it('U-19: ends the run at a question where that is wanted, and its answer begins the next', () => {
    const events = corner('an approval that changes the input', { interrupts: 'finish' });
    const [interrupted, last] = only(events, 'RUN_FINISHED');
    expect(interrupted?.outcome).toMatchObject({
      type: 'interrupt',
      interrupts: [
        {
          id: 'i1',
          reason: 'approval',
          toolCallId: 'c1',
          message: 'Edit: a.txt',
          responseSchema: { required: ['approved'] },
        },
      ],
    });
    expect(last?.outcome).toEqual({ type: 'success' });
    expect(only(events, 'RUN_STARTED')[1]?.input?.resume).toEqual([
      { interruptId: 'i1', status: 'resolved', payload: { approved: true, input: { command: 'ls -l' } } },
    ]);
    expect(only(corner('an approval that the mode refuses', { interrupts: 'finish' }), 'RUN_STARTED')).toHaveLength(1);
  });

  it('U-19: takes a resume that names again what it has answered, as it is told where a second question stood behind the first', async () => {
    const pending: OpenQuestion[] = ['i1', 'i2'].map((id) => ({ id, type: 'approval', scopes: ['once'] }));
    const respond = vi.fn(async (id: string) => {
      pending.splice(
        pending.findIndex((each) => each.id === id),
        1,
      );
    });
    const run: Answerable = { interaction: { pending, respond } };
    const yes = (interruptId: string) => ({ interruptId, status: 'resolved', payload: { approved: true } }) as const;
    await resume(run, [yes('i1')]);
    await expect(resume(run, [yes('i1'), yes('i3')])).rejects.toThrow('no question for "i3" waits');
    await resume(run, [yes('i1'), yes('i2')]);
    expect(respond.mock.calls.map(([id]) => id)).toEqual(['i1', 'i2']);
    await expect(resume(run, [yes('i1')])).rejects.toThrow('no question for "i1" waits');
  });

  it('U-19: tells the end of a run that nobody answers', () => {
    const lines = [
      opens(),
      FIRST,
      SESSION,
      ...turn(0, { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' }),
    ];
    const events = of([...lines.slice(0, -1), closes('aborted')], { interrupts: 'finish' });
    expect(only(events, 'RUN_FINISHED').map(({ outcome }) => outcome?.type)).toEqual(['interrupt', 'cancelled']);
  });

  it('U-20: has the final text of the main lane as its result', () => {
    expect(only(corner('a lane with text and calls'), 'RUN_FINISHED')[0]?.result).toBe('It says so');
    expect(only(corner('a handoff'), 'RUN_FINISHED')[0]?.result).toBe('I know');
  });

  it('U-21: tells the usage of each run, and that of its subagents', () => {
    const lines = whole(
      ...turn(0, ...message('One'), usage(10)),
      says('p2', 'Two?', 'new-turn'),
      ...turn(1, usage(20), usage(1)),
    );
    expect(only(of(lines), 'RUN_FINISHED').map((event) => event.usage?.[0]?.inputTokens)).toEqual([10, 21]);
    expect(only(corner('a lane with text and calls'), 'RUN_FINISHED')[0]?.usage?.[0]).toEqual({
      inputTokens: 4,
      outputTokens: 5,
      totalTokens: 9,
      cachedInputTokens: 2,
    });
  });

  it('U-22: tells a changed input with the result', () => {
    expect(only(corner('an approval that changes the input'), 'TOOL_CALL_RESULT')[0]?.metadata).toEqual({
      amux: { input: { command: 'ls -l' } },
    });
  });

  it('U-23: has what has no event of its own as a CUSTOM, and diagnostics only where they are wanted', () => {
    const names = only(corner('errors that the run lives with'), 'CUSTOM').map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['amux.session_start', 'amux.error', 'amux.plugin_error']));
    expect(names).not.toContain('amux.debug');
    expect(only(corner('errors that the run lives with', { raw: true }), 'RAW')).toHaveLength(1);
  });
});

function runWith(...pending: readonly OpenQuestion[]): Answerable & { readonly respond: ReturnType<typeof vi.fn> } {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending, respond } };
}

const PENDING: readonly OpenQuestion[] = [
  { id: 'i1', type: 'approval', toolCallId: 'c1', scopes: ['once'] },
  { id: 'q1', type: 'input', scopes: ['once'] },
  { id: 'f1', type: 'input', scopes: ['once'], schema: { type: 'object' } },
  { id: 'c1', type: 'input', scopes: ['once'], questions: [{ id: 'q', question: 'Which?' }] },
];

describe('the way back of AG-UI', () => {
  const by = { kind: 'user', id: 'ada' } as const;

  it.each<[string, object, object]>([
    [
      'i1',
      { payload: { approved: true, scope: 'once', input: { a: 1 } } },
      { type: 'approve', scope: 'once', input: { a: 1 } },
    ],
    ['i1', { payload: { approved: false, reason: 'no' } }, { type: 'deny', reason: 'no' }],
    ['i1', { status: 'cancelled' }, { type: 'deny' }],
    ['q1', { payload: { text: 'blue' } }, { type: 'text', text: 'blue' }],
    ['q1', { payload: 'blue' }, { type: 'text', text: 'blue' }],
    ['f1', { payload: { name: 'x' } }, { type: 'form', action: 'accept', content: { name: 'x' } }],
    ['f1', { status: 'cancelled' }, { type: 'form', action: 'cancel' }],
    ['c1', { payload: { q: ['a', 'b'] } }, { type: 'answers', answers: { q: ['a', 'b'] } }],
    ['c1', { payload: JSON.parse('{"__proto__":"a"}') }, { type: 'answers', answers: JSON.parse('{"__proto__":"a"}') }],
  ])('U-24: makes an answer to %s of %j', async (interruptId, entry, response) => {
    const run = runWith(...PENDING);
    await resume(run, [{ interruptId, status: 'resolved', ...entry }], { by });
    // The names include those of every object, which only their JSON distinguishes.
    expect(JSON.stringify(run.respond.mock.calls[0])).toBe(JSON.stringify([interruptId, response, { by }]));
    expect(run.respond).toHaveBeenCalledExactlyOnceWith(interruptId, response, { by });
  });

  it.each<[unknown, RegExp]>([
    [{}, /resume: expected a list/],
    [[1], /resume\[0\]: expected an object/],
    [[{ status: 'resolved' }], /resume\[0\]\.interruptId: expected a string/],
    [[{ interruptId: 'i1', status: 'done' }], /resume\[0\]\.status: expected resolved or cancelled/],
    [[{ interruptId: 'i9', status: 'cancelled' }], /no question for "i9" waits/],
    [[{ interruptId: 'i1', status: 'resolved', payload: true }], /resume\[0\]\.payload: expected an object/],
    [
      [{ interruptId: 'i1', status: 'resolved', payload: { approved: 'yes' } }],
      /payload\.approved: expected true or false/,
    ],
    [
      [{ interruptId: 'i1', status: 'resolved', payload: { approved: true, scope: 'session' } }],
      /payload\.scope: expected once/,
    ],
    [[{ interruptId: 'c1', status: 'resolved', payload: { q: 1 } }], /payload\.q: expected a string or a list/],
    [
      [
        { interruptId: 'q1', status: 'resolved', payload: 'blue' },
        { interruptId: 'i9', status: 'cancelled' },
      ],
      /i9/,
    ],
    [
      [
        { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
        { interruptId: 'i1', status: 'cancelled' },
      ],
      /resume\[1\]\.interruptId: expected an interrupt that is resumed once/,
    ],
  ])('U-24: refuses %j, and answers nothing', async (sent, reason) => {
    const run = runWith(...PENDING);
    await expect(resume(run, sent as never)).rejects.toThrow(reason);
    await expect(resume(run, sent as never)).rejects.toBeInstanceOf(TypeError);
    expect(run.respond).not.toHaveBeenCalled();
  });

  it('U-25: reads all that the projection says, and refuses the rest by its field', () => {
    for (const { entries } of CORNER_JOURNALS) {
      for (const output of projectAll(entries, agui({ raw: true, interrupts: 'finish' }))) {
        expect(decode(JSON.stringify(output))).toEqual(JSON.parse(JSON.stringify(output)));
      }
    }
    expect(() => decode({ type: 'TEXT_MESSAGE_END' })).toThrow(
      /TEXT_MESSAGE_END of AG-UI: messageId: expected a string/,
    );
    const onInvalid = vi.fn();
    expect(decode('{', { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
    expect(decode({ type: 'THING_OF_TOMORROW' })).toEqual({ type: 'THING_OF_TOMORROW' });
  });
});
