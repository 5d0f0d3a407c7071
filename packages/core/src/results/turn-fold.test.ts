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
