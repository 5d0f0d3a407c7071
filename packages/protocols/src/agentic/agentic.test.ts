/** The rules of agentic that no single stream shows, as far as the projection, the ledger and the history keep them. */
import { CAUSES, type JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { callReady, message, onLane, result, spawn, subagentResult } from '../../../events/src/testing/journal.ts';
import type { Answerable, OpenQuestion } from '../inbound.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { ENDS } from '../testing/corners/ends.ts';
import { TREES } from '../testing/corners/trees.ts';
import {
  by,
  closes,
  cost,
  FIRST,
  LEFT,
  type Line,
  opens,
  rests,
  runOf,
  SESSION,
  says,
  step,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { history } from './history.ts';
import { decode, resumeWithInput } from './inbound.ts';
import { createLedger } from './ledger.ts';
import { type AgenticOptions, agentic } from './project/index.ts';
import type { AgenticEvent } from './types.ts';

const entriesOf = (name: string): readonly JournalEntry[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return found.entries;
};
const corner = (name: string): AgenticEvent[] => projectAll(entriesOf(name), agentic());
const of = (lines: readonly Line[], options?: AgenticOptions): AgenticEvent[] =>
  projectAll(writeJournal(lines), agentic(options));

/** The event in a word or two. */
function wordOf(event: AgenticEvent): string {
  const { type, name, depth } = event;
  const who = `${name}@${depth}`;
  switch (type) {
    case 'chat_output':
    case 'prompt_started':
    case 'prompt':
      return `${who} ${type}: ${event.payload.content}`;
    case 'turn_end':
      return `${who} turn_end${event.handoff_to === undefined ? '' : ' for another'}: ${event.result}`;
    case 'subagent_call':
      return `${who} calls ${event.payload.target_agent}`;
    case 'subagent_result':
      return `${who} hears ${event.payload.source_agent}: ${event.payload.result}`;
    default:
      return `${who} ${type}`;
  }
}
const wordsOf = (events: readonly AgenticEvent[]): string[] =>
  events.filter(({ type }) => !type.startsWith('completion') && !type.startsWith('tool')).map(wordOf);
const ofType = <T extends AgenticEvent['type']>(events: readonly AgenticEvent[], type: T) =>
  events.filter((event): event is Extract<AgenticEvent, { type: T }> => event.type === type);

describe('agentic', () => {
  it('G-2 G-3 G-4: brings all levels to the caller of the first in their order, and depth 0 is the top agent alone', () => {
    const events = corner('three deep');
    expect(wordsOf(events)).toEqual([
      'main@0 prompt_started: Do it.\nThen say so.',
      'main@0 calls scout',
      'scout@1 prompt_started: Look',
      'scout@1 chat_output: From scout',
      'scout@1 calls digger',
      'digger@2 prompt_started: Look',
      'digger@2 chat_output: From digger',
      'digger@2 turn_end: From digger',
      'scout@1 hears digger: From digger',
      'scout@1 turn_end: From scout',
      'main@0 hears scout: From scout',
      'main@0 chat_output: Deep',
      'main@0 turn_end: Deep',
    ]);
    const top = ofType(events, 'chat_output').filter(({ depth }) => depth === 0);
    expect(top.map(({ payload }) => payload.content)).toEqual(['Deep']);
  });

  it('G-6 G-21: names the successor with the end of the predecessor, and ends one that never comes', () => {
    expect(wordsOf(corner('a handoff')).slice(1)).toEqual([
      'main@0 chat_output: B will know',
      'main@0 turn_end for another: B will know',
      'expert@0 prompt_started: Go on',
      'expert@0 chat_output: I know',
      'expert@0 turn_end: I know',
    ]);
    const last = corner('a handoff that nobody takes').at(-1);
    expect(last).toMatchObject({
      type: 'turn_end',
      invocation: runOf(1),
      payload: { error: expect.stringContaining('nobody') },
    });
    expect(wordsOf(corner('a handoff of a child')).slice(4, 8)).toEqual([
      'scout@1 turn_end for another: Not me',
      'expert@1 prompt_started: Look',
      'expert@1 chat_output: Me',
      'expert@1 turn_end: Me',
    ]);
  });

  it('G-14 G-9: tells a run that another one has called as its subagent', () => {
    const [call] = ofType(corner('a child'), 'subagent_call');
    const [heard] = ofType(corner('a child'), 'subagent_result');
    expect(call).toMatchObject({ name: 'main', payload: { target_agent: 'scout', call_id: runOf(1) } });
    expect(heard).toMatchObject({
      name: 'main',
      payload: { source_agent: 'scout', call_id: runOf(1), result: 'From scout' },
    });
    expect(ofType(corner('a child that fails'), 'subagent_result')[0]?.payload.error).toContain('exit code 3');
  });

  it('G-17: tells the summary of a subagent only where it has said nothing itself', () => {
    const silent = of(whole(...turn(0, spawn('l1'), subagentResult('l1'))));
    expect(wordsOf(silent).slice(1, -1)).toEqual([
      'main@0 calls scout',
      'scout@1 prompt_started: look',
      'scout@1 chat_output: seen',
      'scout@1 turn_end: seen',
      'main@0 hears scout: seen',
    ]);
    const spoken = of(whole(...turn(0, spawn('l1'), ...onLane('l1', message('I see')), subagentResult('l1'))));
    expect(ofType(spoken, 'chat_output').map(({ payload }) => payload.content)).toEqual(['I see']);
  });

  it('G-8: tells a call again that a grant has changed', () => {
    const calls = ofType(corner('an approval that changes the input'), 'tool_call');
    expect(calls.map(({ payload }) => payload.arguments)).toEqual([{}, { command: 'ls -l' }]);
    expect(ofType(corner('an approval before its call begins'), 'tool_call')).toMatchObject([
      { payload: { arguments: { command: 'ls -l' } } },
    ]);
    expect(ofType(corner('a grant that a stop overtakes'), 'tool_call')).toHaveLength(1);
  });

  it.each(CAUSES.map((cause) => [cause]))('G-16: ends one way with %s', (cause) => {
    const events = of([
      opens(),
      FIRST,
      SESSION,
      ...turn(0, ...message('Half')),
      ...(ENDS[cause] ?? []),
      LEFT,
      closes(cause),
    ]);
    const last = events.at(-1);
    if (cause === 'interrupted' || cause === 'aborted') {
      expect(last).toMatchObject({ type: 'turn_cancelled', payload: {} });
    } else if (cause === 'completed') {
      expect(last).toMatchObject({ type: 'turn_end', result: 'Half' });
      expect(last?.payload).not.toHaveProperty('error');
    } else {
      const { error, messages } = ofType(events, 'turn_end').at(-1)?.payload ?? {};
      expect(error).toBeTruthy();
      expect(messages?.at(-1)?.content).toBe(error);
    }
    expect(events.filter(({ type }) => type === 'turn_end' || type === 'turn_cancelled')).toHaveLength(1);
  });

  it('G-24 G-23: ends a turn with the next prompt, and keeps words for the running turn within it', () => {
    const ends = ofType(corner('three turns'), 'turn_end');
    expect(ends.map(({ result: text }) => text)).toEqual(['One', 'Two', 'Three']);
    expect(ends.map(({ payload }) => payload.messages.length)).toEqual([2, 2, 2]);
    expect(wordsOf(corner('words for the running turn')).slice(1, -1)).toEqual([
      'main@0 chat_output: One',
      'main@0 reasoning_content',
      'main@0 prompt: Also this',
      'main@0 chat_output: This too',
    ]);
    expect(wordsOf(corner('words of which nobody told what became')).at(-2)).toBe('main@0 prompt: Too late');
    // A prompt that waits for the running turn begins with the next one.
    const queued = whole(
      { type: 'turn_start', turnIndex: 0 },
      says('p2', 'Two?', 'new-turn'),
      ...message('One'),
      { type: 'turn_end', turnIndex: 0 },
      ...turn(1, ...message('Two')),
    );
    expect(wordsOf(of(queued)).slice(1)).toEqual([
      'main@0 chat_output: One',
      'main@0 turn_end: One',
      'main@0 prompt_started: Two?',
      'main@0 chat_output: Two',
      'main@0 turn_end: Two',
    ]);
  });

  it('G-24: ends the turn at once where the run waits for prompts, as cancelled where it was interrupted', () => {
    const lines = [
      opens({ options: { keepOpen: true } }),
      FIRST,
      { type: 'turn_start', turnIndex: 0 } as const,
      { entry: 'input', input: 'control', by: { kind: 'program' }, action: 'interrupt' } as const,
      { type: 'turn_end', turnIndex: 0 } as const,
      rests('p1', 'interrupted'),
    ];
    expect(wordsOf(of([...lines]))).toEqual([
      'main@0 prompt_started: Do it.\nThen say so.',
      'main@0 turn_cancelled',
      'main@0 turn_end: Nobody has told how the run ended: its journal breaks off.',
    ]);
    expect(of(lines).filter(({ type }) => type === 'turn_cancelled')).toHaveLength(1);
  });

  it('G-24: cancels the turn in which a run is aborted that would wait for prompts', () => {
    const { entries = [] } =
      CORNER_JOURNALS.find(({ name }) => name === 'a turn in which a run is aborted that would wait') ?? {};
    expect(wordsOf(projectAll(entries, agentic())).filter((line) => / turn_/.test(line))).toEqual([
      'main@0 turn_end: One',
      'main@0 turn_cancelled',
    ]);
  });

  it('G-12 G-18 G-19: tells what each request to the model has used, and late usage with the next or at the end', () => {
    const lines = whole(
      ...turn(0, ...step(0, ...callReady('c1'), usage(9), result('c1')), ...step(1, ...message('Done'), usage(12))),
      usage(3),
      cost(0.5),
    );
    const told = ofType(of(lines), 'completion_end').map(({ payload }) => payload.usage);
    expect(told.map(({ input_tokens }) => input_tokens)).toEqual([9, 15]);
    expect(told.at(-1)?.cost).toBe(0.5);
    expect(ofType(of(lines), 'completion_start')).toHaveLength(2);
    // This journal reports its usage with a cost alone.
    const only = of(whole(...turn(0, ...message('Hi')), cost(0.5)));
    expect(ofType(only, 'completion_end')).toMatchObject([
      { payload: { usage: { cost: 0.5, input_tokens: 10, output_tokens: 5 } } },
    ]);
  });

  it('G-22: tells what the host has published, in its place', () => {
    const note: Line = { entry: 'note', kind: 'oauth_flow', data: { auth_url: 'https://example.org' } };
    const events = of(
      whole(
        ...turn(0, note, { entry: 'note', kind: 'title', data: 'x' }, { entry: 'note', kind: 'output', data: 'x' }),
      ),
    );
    expect(events.slice(1, -1)).toMatchObject([{ type: 'oauth_flow', payload: { auth_url: 'https://example.org' } }]);
  });

  it('G-25: tells the output of a command that runs only where logs are wanted', () => {
    const lines = whole(
      ...turn(
        0,
        ...callReady('c1', 'Bash'),
        { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' },
        { type: 'shell_stdout_delta', delta: 'a', toolCallId: 'c1' },
        { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 'c1' },
        result('c1', 'Bash'),
      ),
    );
    const logs = (options: AgenticOptions) =>
      ofType(of(lines, options), 'tool_result').map(({ payload }) => [payload.is_log, payload.result]);
    expect(logs({})).toEqual([[false, 'done']]);
    expect(logs({ logs: true })).toEqual([
      [true, 'a'],
      [false, 'done'],
    ]);
  });
});

describe('the ledger', () => {
  it.each(Object.keys(TREES))('G-20: is settled with the last end of a turn, and not before: %s', (name) => {
    const ledger = createLedger();
    const events = corner(name);
    const last = events.findLastIndex(({ type }) => type === 'turn_end' || type === 'turn_cancelled');
    events.forEach((event, place) => {
      ledger.take(event);
      expect(ledger.isSettled, `after event ${place}`).toBe(place >= last);
    });
    expect(ledger.open).toEqual([]);
  });

  it('G-20: counts two of one name as two, and takes streams that know names alone', () => {
    const ledger = createLedger();
    const events = corner('two children of one name at once');
    let most = 0;
    for (const event of events) {
      ledger.take(event);
      most = Math.max(most, ledger.names.get('scout') ?? 0);
    }
    expect(most).toBe(2);
    expect([...ledger.names]).toEqual([
      ['main', 0],
      ['scout', 0],
    ]);
    const plain = createLedger();
    plain.take({ type: 'chat_output', name: 'A', depth: 0 });
    plain.take('no event');
    expect(plain.open).toEqual([{ invocation: 'A', name: 'A', depth: 0 }]);
    plain.take({ type: 'turn_end', name: 'A', depth: 0, handoff_to: 'B' });
    expect([plain.isSettled, plain.open]).toEqual([false, [{ invocation: 'B', name: 'A', depth: 0 }]]);
  });
});

describe('the history', () => {
  it('G-7: is kept over turns, with the calls and what came of them', () => {
    const lines = whole(
      ...turn(0, ...message('I look'), ...callReady('c1'), result('c1'), ...message('Done')),
      says('p2', 'Again', 'new-turn'),
      ...turn(1, ...message('Done again')),
    );
    expect(history(writeJournal(lines))).toEqual([
      { role: 'user', name: 'main', content: 'Do it.\nThen say so.' },
      {
        role: 'assistant',
        name: 'main',
        content: 'I look',
        toolCalls: [{ id: 'c1', name: 'Edit', arguments: '{}', result: 'done' }],
      },
      { role: 'assistant', name: 'main', content: 'Done' },
      { role: 'user', name: 'main', content: 'Again' },
      { role: 'assistant', name: 'main', content: 'Done again' },
    ]);
    expect(history(entriesOf('an approval that changes the input')).at(-1)?.toolCalls).toMatchObject([
      { arguments: '{"command":"ls -l"}' },
    ]);
    expect(history(entriesOf('a question with choices')).at(-1)).toMatchObject({ role: 'user', content: 'red\nblue' });
  });

  it('G-7: gives what came of a call to the run that has called, also where a run before broke off with that id', () => {
    const first = writeJournal([opens(), FIRST, ...message('Once'), ...callReady('c1')]);
    const root = runOf(1);
    const second = writeJournal(
      by(1, [
        opens({ number: 1, root }),
        says('p1', 'Again', 'first'),
        ...message('Twice'),
        ...callReady('c1'),
        result('c1'),
        closes(),
      ]),
    );
    const calls = history([...first, ...second]).map(({ content, toolCalls }) => [
      content,
      toolCalls?.map((call) => call.result),
    ]);
    expect(calls).toEqual([
      ['Do it.\nThen say so.', undefined],
      ['Once', [undefined]],
      ['Again', undefined],
      ['Twice', [expect.any(String)]],
    ]);
  });

  it('G-7: goes on with a successor and with the next run of its context, and leaves out who was called', () => {
    expect(history(entriesOf('a handoff')).map(({ name, content }) => `${name}: ${content}`)).toEqual([
      'main: Do it.\nThen say so.',
      'main: B will know',
      'expert: I know',
    ]);
    expect(history(entriesOf('a child')).map(({ content }) => content)).toEqual([
      'Do it.\nThen say so.',
      'Ask',
      'Heard',
    ]);
    const next = '01JZ8M3QK5V7W9X2Y4Z6A8B099';
    const second = [opens({ number: 99, root: next }), { ...says('p1', 'Next', 'first'), of: 99 }];
    expect(history([...entriesOf('a message'), ...writeJournal(second)]).map(({ content }) => content)).toEqual([
      'Do it.\nThen say so.',
      'Hello',
      'Next',
    ]);
  });
});

function runWith(...pending: readonly OpenQuestion[]): Answerable & { readonly respond: ReturnType<typeof vi.fn> } {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending, respond } };
}

const approval: OpenQuestion = { id: 'i1', type: 'approval', scopes: ['once'], toolCallId: 'c1' };
const question: OpenQuestion = { id: 'q1', type: 'input', scopes: ['once'] };

describe('the way back of agentic', () => {
  const by = { kind: 'user', id: 'ada' } as const;

  it.each([
    ['approve', { type: 'approve' }],
    [true, { type: 'approve' }],
    ['deny', { type: 'deny' }],
    [false, { type: 'deny' }],
    [
      { approve: true, input: { a: 1 } },
      { type: 'approve', input: { a: 1 } },
    ],
    [
      { approve: false, reason: 'no' },
      { type: 'deny', reason: 'no' },
    ],
  ])('G-27: makes %j an answer of an approval', async (value, response) => {
    const run = runWith(question, approval);
    await resumeWithInput(run, { i1: value as never }, { by });
    expect(run.respond).toHaveBeenCalledExactlyOnceWith('i1', response, { by });
  });

  it('G-27: answers questions in words, several at once', async () => {
    const run = runWith(question, approval);
    await resumeWithInput(run, { q1: { c: ['red'] }, i1: true });
    await resumeWithInput(run, { q1: 'blue' });
    expect(run.respond.mock.calls).toEqual([
      ['q1', { type: 'answers', answers: { c: ['red'] } }, {}],
      ['i1', { type: 'approve' }, {}],
      ['q1', { type: 'text', text: 'blue' }, {}],
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'yes', /the message: expected an object/],
    ['nothing', {}, /an answer at least/],
    ['a key that nobody asked for', { q1: 'x', i9: 'yes' }, /no question for "i9" waits/],
    ['a decision that is none', { q1: 'x', i1: 'maybe' }, /i1: expected approve, deny/],
    ['a reason that is no text', { i1: { approve: false, reason: 1 } }, /i1\.reason: expected a string/],
    ['words that are none', { q1: 1 }, /q1: expected a string/],
  ])('G-27: refuses %s, and answers nothing', async (_what, sent, reason) => {
    const run = runWith(question, approval);
    await expect(resumeWithInput(run, sent as never)).rejects.toThrow(reason);
    await expect(resumeWithInput(run, sent as never)).rejects.toBeInstanceOf(TypeError);
    expect(run.respond).not.toHaveBeenCalled();
  });

  it('G-26: reads unknown types and what is written by others, and refuses an event by the field that is wrong', () => {
    expect(decode('{"type":"vendor","agent":"A","depth":1}')).toMatchObject({ name: 'A', agent: 'A', depth: 1 });
    expect(() => decode({ type: 'chat_output', name: 'A', payload: { content: 'x' } })).toThrow(/depth: expected/);
    expect(() => decode({ type: 'chat_output', name: 'A', depth: 0, payload: {} })).toThrow(
      /payload.content: expected/,
    );
    expect(() => decode('{')).toThrow(TypeError);
    const onInvalid = vi.fn();
    expect(decode('[]', { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
    for (const { entries } of CORNER_JOURNALS) {
      for (const output of projectAll(entries, agentic())) {
        expect(decode(JSON.stringify(output))).toEqual(output);
      }
    }
  });
});
