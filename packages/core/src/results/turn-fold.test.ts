/** The results of the turns of a run: each case is a journal of few entries. */
import type { AgentEvent } from '@agent-mux/events';
import type { InputEntry, JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { TurnFold } from './turn-fold.ts';
import type { TurnResult } from './turn-result.ts';

const RUN = { runId: '01J00000000000000000000000', timestamp: 1 } as const;
const PROGRAM = { kind: 'program' } as const;

type Body<T extends AgentEvent> = T extends AgentEvent ? Omit<T, 'runId' | 'agent' | 'timestamp' | 'seq'> : never;

function event(body: Body<AgentEvent>): AgentEvent {
  return { ...RUN, agent: 'claude', seq: 0, ...body } as AgentEvent;
}

function prompt(id: string, as: Extract<InputEntry, { input: 'prompt' }>['as']): JournalEntry {
  return { entry: 'input', input: 'prompt', ...RUN, by: PROGRAM, id, text: `prompt ${id}`, as };
}

const START = event({ type: 'turn_start', turnIndex: 0 });
const END = event({ type: 'turn_end', turnIndex: 0 });
const words = (text: string): AgentEvent => event({ type: 'message_stop', text });
const tokens = (model: string, inputTokens: number): AgentEvent =>
  event({ type: 'token_usage', model, inputTokens, outputTokens: 1 });
const cost = (totalUsd: number, costUsd: number): AgentEvent =>
  event({
    type: 'cost',
    cost: { totalUsd, inputTokens: 1, outputTokens: 1 },
    models: [{ model: 'm', costUsd }],
  });
const delivered = (id: string, how: 'new-turn' | 'steered'): JournalEntry => ({
  entry: 'delivered',
  ...RUN,
  id,
  delivered: how,
});

function turnsOf(...entries: readonly JournalEntry[]): readonly TurnResult[] {
  const fold = new TurnFold();
  for (const [place, entry] of entries.entries()) {
    fold.take(entry, place);
  }
  return fold.results({ outcome: 'completed' });
}

describe('the files of a turn', () => {
  type Change = 'file_create' | 'file_write' | 'file_patch' | 'file_delete';
  const cases: readonly (readonly [readonly Change[], string | undefined])[] = [
    [['file_create'], 'create'],
    [['file_write'], 'update'],
    [['file_patch'], 'update'],
    [['file_delete'], 'delete'],
    [['file_create', 'file_write'], 'create'],
    [['file_create', 'file_delete'], undefined],
    [['file_write', 'file_delete'], 'delete'],
    [['file_delete', 'file_create'], 'update'],
    [['file_delete', 'file_write'], 'update'],
    [['file_write', 'file_create'], 'create'],
    [['file_create', 'file_delete', 'file_create'], 'create'],
  ];
  it.each(cases)('are after %j: %s', (changes, left) => {
    const events = changes.map((type) => event({ type, path: '/work/a.txt' } as Body<AgentEvent>));
    const [turn] = turnsOf(prompt('a', 'first'), START, ...events, END);
    expect(turn?.files).toEqual(left === undefined ? [] : [{ path: '/work/a.txt', change: left }]);
  });
});

describe('the tools of a turn', () => {
  it('are counted with those that failed, each server by itself', () => {
    const call = { toolCallId: 't', toolName: 'look' } as const;
    const [turn] = turnsOf(
      prompt('a', 'first'),
      START,
      event({ type: 'tool_call_start', ...call } as Body<AgentEvent>),
      event({ type: 'tool_error', ...call, error: 'no' } as Body<AgentEvent>),
      event({ type: 'tool_call_start', ...call } as Body<AgentEvent>),
      event({ type: 'mcp_tool_call_start', ...call, server: 's' } as Body<AgentEvent>),
      event({ type: 'mcp_tool_error', ...call, server: 's', error: 'no' } as Body<AgentEvent>),
      END,
    );
    expect(turn?.tools).toEqual([
      { name: 'look', calls: 2, failed: 1 },
      { name: 'look', server: 's', calls: 1, failed: 1 },
    ]);
  });
});

describe('the MCP tools of a turn', () => {
  it('are counted by their calls, and those that failed once more', () => {
    const call = { toolCallId: 't', toolName: 'look', server: 's' } as const;
    const start = event({ type: 'mcp_tool_call_start', ...call } as Body<AgentEvent>);
    const failure = event({ type: 'mcp_tool_error', ...call, error: 'no' } as Body<AgentEvent>);
    const [turn] = turnsOf(prompt('a', 'first'), START, start, start, start, failure, END);
    expect(turn?.tools).toEqual([{ name: 'look', server: 's', calls: 3, failed: 1 }]);
  });
});

describe('what a turn has cost', () => {
  it('is what came on top of the turns before it, of each model too', () => {
    const [first, second] = turnsOf(
      prompt('a', 'first'),
      START,
      tokens('m', 10),
      cost(0.3, 0.3),
      END,
      prompt('b', 'new-turn'),
      delivered('b', 'new-turn'),
      START,
      tokens('m', 20),
      cost(0.8, 0.8),
      END,
    );
    expect([first?.cost?.totalUsd, first?.models]).toEqual([
      0.3,
      [{ model: 'm', usage: { inputTokens: 10, outputTokens: 1 }, costUsd: 0.3 }],
    ]);
    expect([second?.cost?.totalUsd, second?.models]).toEqual([
      0.5,
      [{ model: 'm', usage: { inputTokens: 20, outputTokens: 1 }, costUsd: 0.5 }],
    ]);
  });
});

describe('a turn that the agent begins by itself', () => {
  const own = [START, words('By itself.'), tokens('m', 5), END];

  it('is of the turn before, with all that it did', () => {
    const [turn, none] = turnsOf(prompt('a', 'first'), START, words('Done.'), tokens('m', 10), END, ...own);
    expect([turn?.text, turn?.usage?.inputTokens, none]).toEqual(['By itself.', 15, undefined]);
  });

  it('adds to the turn before what it has used, called and changed, and leaves its words where it has none', () => {
    const call = { toolCallId: 't', toolName: 'look' } as const;
    const looked = event({ type: 'tool_call_start', ...call } as Body<AgentEvent>);
    const made = event({ type: 'file_create', path: '/work/a.txt' } as Body<AgentEvent>);
    const [turn] = turnsOf(
      prompt('a', 'first'),
      ...[START, words('Done.'), tokens('m', 10), cost(0.3, 0.3), looked, END],
      ...[START, tokens('m', 5), cost(0.5, 0.5), looked, made, END],
    );
    expect(turn).toMatchObject({
      text: 'Done.',
      usage: { inputTokens: 15 },
      cost: { totalUsd: 0.5 },
      models: [{ model: 'm', usage: { inputTokens: 15, outputTokens: 2 }, costUsd: 0.5 }],
      tools: [{ name: 'look', calls: 2, failed: 0 }],
      files: [{ path: '/work/a.txt', change: 'create' }],
    });
  });

  it('has what the turn before has used, where it used nothing itself', () => {
    const [turn] = turnsOf(prompt('a', 'first'), START, tokens('m', 10), cost(0.3, 0.3), END, START, END);
    expect([turn?.usage?.inputTokens, turn?.cost?.totalUsd]).toEqual([10, 0.3]);
  });

  it('is of the turn before also where another prompt follows', () => {
    const [first, second] = turnsOf(
      prompt('a', 'first'),
      ...[START, words('Done.'), tokens('m', 10), END],
      ...own,
      prompt('b', 'new-turn'),
      delivered('b', 'new-turn'),
      ...[START, words('Next.'), tokens('m', 1), END],
    );
    expect([first?.text, first?.usage?.inputTokens]).toEqual(['By itself.', 15]);
    expect([second?.prompt, second?.text, second?.usage?.inputTokens]).toEqual(['prompt b', 'Next.', 1]);
  });

  it('is of the turn before also where it begins another one by itself', () => {
    const [turn] = turnsOf(prompt('a', 'first'), START, tokens('m', 10), END, ...own, START, tokens('m', 2), END);
    expect([turn?.text, turn?.usage?.inputTokens]).toEqual(['By itself.', 17]);
  });

  it('is the turn of a steering prompt where the agent says so while it goes on', () => {
    const [first, second] = turnsOf(
      prompt('a', 'first'),
      ...[START, words('Done.'), tokens('m', 10)],
      prompt('s', 'steer'),
      END,
      START,
      tokens('m', 5),
      delivered('s', 'new-turn'),
      words('Steered.'),
      END,
    );
    expect([first?.text, first?.usage?.inputTokens]).toEqual(['Done.', 10]);
    expect([second?.prompt, second?.text, second?.usage?.inputTokens]).toEqual(['prompt s', 'Steered.', 5]);
  });
});

describe('a turn', () => {
  it('takes in words that it was steered with', () => {
    const turns = turnsOf(
      prompt('a', 'first'),
      START,
      prompt('s', 'steer'),
      delivered('s', 'steered'),
      words('Yes.'),
      END,
    );
    expect(turns.map(({ prompt: said, text }) => [said, text])).toEqual([['prompt a', 'Yes.']]);
  });

  it('has the words of its last attempt alone', () => {
    const retry = event({ type: 'retry', attempt: 2, newAttempt: true } as Body<AgentEvent>);
    const [turn] = turnsOf(prompt('a', 'first'), START, words('Given up.'), END, retry);
    expect(turn?.text).toBe('');
    const [again] = turnsOf(
      prompt('a', 'first'),
      START,
      words('Given up.'),
      END,
      START,
      words('This too.'),
      END,
      retry,
    );
    expect(again?.text).toBe('');
  });

  it('keeps its words where the agent itself repeats a request, also between two of its turns', () => {
    const retry = event({ type: 'retry', attempt: 2 } as Body<AgentEvent>);
    const [turn] = turnsOf(prompt('a', 'first'), START, words('The answer.'), END, retry);
    expect(turn?.text).toBe('The answer.');
  });

  it('that ends before it was taken up stands where its end does, and ends the one before', () => {
    const fold = new TurnFold();
    const entries: readonly JournalEntry[] = [
      prompt('a', 'first'),
      START,
      END,
      prompt('b', 'new-turn'),
      { entry: 'turn', ...RUN, id: 'b', outcome: 'failed' },
      { entry: 'turn', ...RUN, id: 'nobody', outcome: 'failed' },
    ];
    expect(entries.map((entry, place) => fold.take(entry, place))).toEqual([true, false, false, false, true, false]);
    expect(fold.begun.map(({ id, from, to }) => [id, from, to])).toEqual([
      ['a', 0, 4],
      ['b', 4, 4],
    ]);
    expect(fold.unsettled).toEqual([]);
  });

  it('ends as its entry says, and a prompt that was never taken up as the run does', () => {
    const error = { code: 'RATE_LIMITED', message: 'later', recoverable: true } as const;
    const fold = new TurnFold();
    const entries: readonly JournalEntry[] = [
      prompt('a', 'first'),
      START,
      END,
      { entry: 'turn', ...RUN, id: 'a', outcome: 'failed', error },
      prompt('b', 'new-turn'),
    ];
    const told = entries.map((entry, place) => fold.take(entry, place));
    expect(told).toEqual([true, false, false, true, false]);
    expect(fold.results({ outcome: 'aborted' }).map(({ outcome, error: why }) => [outcome, why])).toEqual([
      ['failed', error],
      ['aborted', undefined],
    ]);
  });
});

describe('a turn among others', () => {
  function foldOf(...entries: readonly JournalEntry[]): TurnFold {
    const fold = new TurnFold();
    for (const [place, entry] of entries.entries()) {
      fold.take(entry, place);
    }
    return fold;
  }
  const placesOf = ({ begun }: TurnFold): unknown => begun.map(({ id, from, to }) => [id, from, to]);
  const ended: JournalEntry = { entry: 'turn', ...RUN, id: 'a', outcome: 'interrupted' };
  const inLane = (type: 'turn_start' | 'turn_end'): AgentEvent => event({ type, turnIndex: 0, lane: 'sub' });

  it('ends as the run does where it is the last that has begun, and has completed where another one followed', () => {
    const fold = foldOf(prompt('a', 'first'), prompt('b', 'new-turn'), delivered('b', 'new-turn'));
    expect(fold.results({ outcome: 'aborted' }).map(({ outcome }) => outcome)).toEqual(['completed', 'aborted']);
  });

  it('is over where its end is told, or where the next one has begun, whichever is first', () => {
    const next = [prompt('b', 'new-turn'), delivered('b', 'new-turn')];
    expect(placesOf(foldOf(prompt('a', 'first'), ended, ...next))).toEqual([
      ['a', 0, 1],
      ['b', 3, undefined],
    ]);
    expect(placesOf(foldOf(prompt('a', 'first'), ...next, ended))).toEqual([
      ['a', 0, 2],
      ['b', 2, undefined],
    ]);
  });

  it('has nothing of what the agent begins by itself after a later one', () => {
    const [first, second] = turnsOf(
      ...[prompt('a', 'first'), START, words('One.'), END],
      ...[prompt('b', 'new-turn'), delivered('b', 'new-turn'), START, words('Two.'), END],
      ...[START, words('By itself.'), END],
    );
    expect([first?.text, second?.text]).toEqual(['One.', 'By itself.']);
  });

  it('begins with the native turn of which the CLI says later that steered words began it, if that goes on', () => {
    const start = [prompt('a', 'first'), START, words('Done.'), prompt('s', 'steer'), END, START, words('More.')];
    const open = foldOf(...start, delivered('s', 'new-turn'));
    expect(placesOf(open)).toEqual([
      ['a', 0, 5],
      ['s', 5, undefined],
    ]);
    const closed = foldOf(...start, END, delivered('s', 'new-turn'));
    expect(placesOf(closed)).toEqual([
      ['a', 0, 8],
      ['s', 8, undefined],
    ]);
    expect(closed.results({ outcome: 'completed' }).map(({ text }) => text)).toEqual(['More.', '']);
  });

  it('does not begin with the turn of a subagent', () => {
    const start = [prompt('a', 'first'), START, prompt('s', 'steer'), inLane('turn_start'), tokens('m', 5)];
    const [first, second] = turnsOf(...start, inLane('turn_end'), delivered('s', 'new-turn'));
    expect([first?.usage?.inputTokens, second?.usage]).toEqual([5, null]);
    const [one, two] = turnsOf(...start, delivered('s', 'new-turn'));
    expect([one?.usage?.inputTokens, two?.usage]).toEqual([5, null]);
  });

  it('is that of steered words for good, and also of a prompt that joined it in the end', () => {
    const fold = foldOf(
      ...[prompt('a', 'first'), START, prompt('s', 'steer'), delivered('s', 'steered')],
      ...[prompt('b', 'new-turn'), delivered('b', 'new-turn'), delivered('s', 'steered')],
      ...[prompt('c', 'new-turn'), delivered('c', 'steered')],
    );
    expect(['s', 'b', 'c', 'nobody'].map((id) => fold.turnOf(id)?.id)).toEqual(['a', 'b', 'b', 'b']);
    expect(fold.all.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('begins or ends with few entries, and with no other', () => {
    const fold = new TurnFold();
    const note: JournalEntry = { entry: 'note', ...RUN, kind: 'k', data: 1 };
    const answer = { entry: 'input', input: 'answer', ...RUN, by: PROGRAM, id: 'q' } as unknown as JournalEntry;
    const entries: readonly (readonly [JournalEntry, boolean])[] = [
      [note, false],
      [prompt('a', 'first'), true],
      [START, false],
      [words('One.'), false],
      [cost(1, 1), false],
      [note, false],
      [answer, false],
      [prompt('s', 'steer'), false],
      [delivered('s', 'steered'), false],
      [prompt('b', 'new-turn'), false],
      [delivered('b', 'new-turn'), true],
      [delivered('b', 'new-turn'), false],
      [prompt('t', 'steer'), false],
      [delivered('t', 'new-turn'), true],
      [{ entry: 'turn', ...RUN, id: 'b', outcome: 'completed' }, true],
    ];
    expect(entries.map(([entry], place) => fold.take(entry, place))).toEqual(entries.map(([, told]) => told));
  });

  it('has no end yet where it goes on, and so have those that wait after it', () => {
    const idsOf = ({ unsettled }: TurnFold): unknown => unsettled.map(({ id }) => id);
    expect(idsOf(new TurnFold())).toEqual([]);
    expect(idsOf(foldOf(prompt('b', 'new-turn')))).toEqual(['b']);
    expect(idsOf(foldOf(prompt('a', 'first'), prompt('b', 'new-turn')))).toEqual(['a', 'b']);
    expect(idsOf(foldOf(prompt('a', 'first'), prompt('b', 'new-turn'), ended))).toEqual(['b']);
  });

  it('has nothing where it has not begun, and no prompt where the recording has none', () => {
    const [, waiting] = turnsOf(prompt('a', 'first'), START, words('One.'), prompt('b', 'new-turn'));
    expect(waiting).toStrictEqual({
      index: 1,
      prompt: 'prompt b',
      text: '',
      usage: null,
      cost: null,
      tools: [],
      files: [],
      outcome: 'completed',
    });
    const [, unknown] = turnsOf(
      prompt('a', 'first'),
      START,
      END,
      delivered('x', 'new-turn'),
      START,
      words('Two.'),
      END,
    );
    expect([unknown?.prompt, unknown?.text]).toEqual(['', 'Two.']);
  });
});
