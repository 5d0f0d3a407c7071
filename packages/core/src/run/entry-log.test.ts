import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { Interaction } from '../adapter/dialect.ts';
import { SteadyClock } from '../clock.ts';
import { Journal } from '../readers/journal.ts';
import { EntryLog } from './entry-log.ts';
import type { HostAction } from './host-action.ts';
import { InputLog } from './input-log.ts';

const PROGRAM = { kind: 'program' };
const IMAGE = { mimeType: 'image/png', data: 'AAAA' };

function setUp() {
  let ofDay = 1_000;
  const clock = new SteadyClock({ now: () => ofDay, monotonic: () => 0, after: () => () => {} });
  const journal = new Journal({ highWaterMark: 100, collect: true, onPressure: () => {}, onWarning: () => {} });
  const log = new EntryLog('r', journal, clock);
  const setTime = (time: number): void => {
    ofDay = time;
  };
  /** Returns all entries without their common fields. */
  const entries = (): readonly object[] =>
    journal.retained.map((entry) => {
      const { runId, timestamp, ...rest } = entry as JournalEntry & { timestamp: number };
      expect([runId, timestamp]).toEqual(['r', 1_000]);
      return rest;
    });
  return { log, journal, entries, setTime };
}

const PAUSE = { action: 'draft', draft: { type: 'paused' } } as const;
const RESUME = { action: 'draft', draft: { type: 'resumed' } } as const;
const control = { entry: 'input', input: 'control', by: PROGRAM } as const;

describe('what is written down', () => {
  it('is what the run is, what is published, asked and offered, and how it ended', () => {
    const { log, entries } = setUp();
    const header = { runId: 'r' } as RunHeader;
    const facts = { durationMs: 1 } as never;
    log.open(header);
    log.note({ kind: 'k', data: 1 });
    log.note({ kind: 'k', lane: 's', data: [2] });
    log.ask({ action: 'interrupt' });
    log.ask({ action: 'abort' });
    log.ask({ action: 'abort', reason: 'late', by: { kind: 'policy', rule: 'caller-ended' } });
    log.ask(PAUSE);
    log.ask(RESUME);
    log.end();
    log.delivered('p1', 'steered');
    log.asked('i1', { kind: 'approval', detail: 'd' });
    log.close({ cause: 'completed', facts, handoffTo: 'next' });
    expect(entries()).toStrictEqual([
      { entry: 'open', header },
      { entry: 'note', kind: 'k', data: 1 },
      { entry: 'note', kind: 'k', lane: 's', data: [2] },
      { ...control, action: 'interrupt' },
      { ...control, action: 'abort' },
      { ...control, action: 'abort', reason: 'late', by: { kind: 'policy', rule: 'caller-ended' } },
      { ...control, action: 'pause' },
      { ...control, action: 'resume' },
      { ...control, action: 'end' },
      { entry: 'delivered', id: 'p1', delivered: 'steered' },
      { entry: 'asked', interactionId: 'i1', scopes: ['once'], acceptsUpdatedInput: false },
      { entry: 'close', cause: 'completed', facts, handoffTo: 'next' },
    ]);
  });

  it('of a question is all that it offers', () => {
    const { log, entries } = setUp();
    const offers = { acceptsUpdatedInput: true, questions: [], schema: { type: 'object' } };
    log.asked('i1', { kind: 'input', detail: 'd', scopes: ['once', 'session'], ...offers, input: undefined });
    expect(entries()).toStrictEqual([
      { entry: 'asked', interactionId: 'i1', scopes: ['once', 'session'], ...offers, input: undefined },
    ]);
  });

  it.each<HostAction>([
    { action: 'signal', signal: 'SIGINT' },
    { action: 'timeout', kind: 'run' },
    { action: 'draft', draft: { type: 'outcome', outcome: { type: 'interrupted' } } },
    { action: 'close' },
  ])('of what nobody asked of the run is nothing: %j', (action) => {
    const { log, entries } = setUp();
    log.ask(action);
    expect(entries()).toEqual([]);
  });

  it.each([
    ['nothing, at once', undefined, ['steered']],
    ['a key, and nothing yet', 'k', []],
  ] as const)(
    'of words for the running turn is that they were steered, where the CLI tells %s',
    (_, key, delivered) => {
      const { log, entries } = setUp();
      expect(log.steered('p1', key)).toEqual(delivered.map((how) => ({ id: 'p1', delivered: how }))[0]);
      expect(entries()).toEqual(delivered.map((how) => ({ entry: 'delivered', id: 'p1', delivered: how })));
    },
  );

  it.each(['steered', 'new-turn', 'refused'] as const)('of words that were %s is that, once', (delivered) => {
    const { log, entries } = setUp();
    log.steered('p1', 'k');
    const settle = (key: string) => log.settle({ type: 'steer_settled', key, delivered });
    expect(['other', 'k', 'k'].map(settle)).toEqual([undefined, { id: 'p1', delivered }, undefined]);
    // Refused words become a turn of their own, and are delivered then.
    expect(entries()).toEqual(delivered === 'refused' ? [] : [{ entry: 'delivered', id: 'p1', delivered }]);
  });

  it('is nothing after the end', () => {
    const { log, journal } = setUp();
    log.close({ cause: 'completed', facts: {} as never });
    log.note({ kind: 'k', data: 1 });
    log.ask({ action: 'abort' });
    expect(journal.length).toBe(1);
  });

  it('has times that never go back', () => {
    const { log, journal, setTime } = setUp();
    const times = () => journal.retained.map(({ timestamp }) => timestamp);
    log.ask(PAUSE);
    setTime(5_000);
    log.ask(RESUME);
    setTime(500);
    log.end();
    expect(times()).toEqual([1_000, 5_000, 5_000]);
  });
});

describe('a prompt', () => {
  const prompt = { by: { kind: 'program' }, id: 'p1', text: 'go' } as const;

  it('is written down once, with how many images came with it, however often it is said', () => {
    const { log, entries } = setUp();
    log.take({ action: 'prompt', as: 'first', ...prompt, images: [IMAGE, IMAGE] });
    log.take({ action: 'prompt', as: 'first', ...prompt });
    log.take({ action: 'steer', as: 'steer', ...prompt, id: 'p2' });
    expect(entries()).toStrictEqual([
      { entry: 'input', input: 'prompt', by: PROGRAM, id: 'p1', text: 'go', as: 'first', images: 2 },
      { entry: 'input', input: 'prompt', by: PROGRAM, id: 'p2', text: 'go', as: 'steer' },
    ]);
  });

  const delivered = (...says: readonly ('first' | 'new-turn' | 'kept' | 'steer' | 'turn' | 'again')[]) => {
    const { log, journal } = setUp();
    for (const as of says) {
      if (as === 'turn') {
        log.event({ type: 'turn_start' } as AgentEvent, () => undefined);
      } else if (as === 'steer') {
        log.take({ action: 'steer', as, ...prompt });
      } else if (as === 'kept') {
        log.keepPrompt({ action: 'prompt', as: 'new-turn', ...prompt });
      } else {
        log.take({ action: 'prompt', as: as === 'again' ? 'first' : as, ...prompt });
      }
    }
    return journal.retained.filter((entry) => 'entry' in entry && entry.entry === 'delivered').length;
  };

  it('has arrived when the turn begins that it was said for, and not with a turn of its own accord', () => {
    expect(delivered('first')).toBe(0);
    expect(delivered('first', 'turn')).toBe(1);
    expect(delivered('first', 'turn', 'turn')).toBe(1);
    expect(delivered('turn')).toBe(0);
    expect(delivered('steer', 'turn')).toBe(0);
    // The words were refused, and are a turn of their own.
    expect(delivered('steer', 'new-turn', 'turn')).toBe(1);
    // The turn began before the words were said.
    expect(delivered('kept', 'turn')).toBe(0);
    expect(delivered('kept', 'turn', 'new-turn', 'turn')).toBe(1);
    // Another attempt begins with the same words.
    expect(delivered('first', 'turn', 'again', 'turn')).toBe(1);
  });
});

describe('an event', () => {
  const turnStart = (more: object = {}) =>
    ({ type: 'turn_start', timestamp: 1_000, runId: 'r', ...more }) as AgentEvent;
  const FIRST = { action: 'prompt', as: 'first', by: { kind: 'program' }, id: 'p1', text: 'go' } as const;

  it('has the entry of what the CLI has taken up before it', () => {
    const { log, entries } = setUp();
    log.prompt(FIRST);
    log.event(turnStart(), () => undefined);
    expect(entries().slice(1)).toStrictEqual([
      { entry: 'delivered', id: 'p1', delivered: 'new-turn' },
      { type: 'turn_start' },
    ]);
  });

  it.each([
    ['of another kind', { type: 'log' }],
    ['of a subagent', { lane: 's' }],
  ])('%s begins no turn of the run', (_what, more) => {
    const { log, entries } = setUp();
    log.prompt(FIRST);
    log.event(turnStart(more), () => undefined);
    expect(entries().slice(1)).toStrictEqual([{ type: 'turn_start', ...more }]);
    log.event(turnStart(), () => undefined);
    expect(entries()).toHaveLength(4);
  });

  it.each(['approval_request', 'input_required'] as const)(
    'that asks has behind it what the question offers, as long as that is open: %s',
    (type) => {
      const native = { type: 'input', key: 'q', options: [] } as unknown as Interaction;
      const asked = turnStart({ type, interactionId: 'i1' });
      const told: unknown[] = [];
      const open = setUp();
      open.log.event(asked, (event) => {
        told.push(event);
        return native;
      });
      expect(told).toEqual([asked]);
      expect(open.entries()).toMatchObject([{ type }, { entry: 'asked', interactionId: 'i1' }]);
      const settled = setUp();
      settled.log.event(asked, () => undefined);
      expect(settled.entries()).toMatchObject([{ type }]);
    },
  );

  it('that asks nothing is no question', () => {
    const { log, entries } = setUp();
    log.event(turnStart(), () => expect.fail('nobody has asked'));
    expect(entries()).toHaveLength(1);
  });

  it('may come at the very beginning of time, as in a recording', () => {
    const clock = new SteadyClock({ now: () => 0, monotonic: () => 0, after: () => () => {} });
    expect(new EntryLog('r', { append: () => {}, isOver: false }, clock).timestampOf(0)).toBe(0);
  });
});

describe('an answer', () => {
  const answer = { by: { kind: 'user', id: 'u' }, interactionId: 'i1', response: { type: 'approve' } } as const;
  const entry = { entry: 'input', input: 'answer', ...answer };

  it('is written down as it is given, but not where nobody has seen the question', () => {
    const { log, entries } = setUp();
    log.take({ action: 'answer', key: 'q', ...answer });
    log.take({ action: 'answer', key: 'q', by: answer.by, response: answer.response });
    expect(entries()).toStrictEqual([entry]);
  });

  it('that was kept before is not written down again, and the next one is', () => {
    const { log, entries } = setUp();
    log.keepAnswer(answer);
    log.take({ action: 'answer', key: 'q', ...answer });
    expect(entries()).toStrictEqual([entry]);
    log.take({ action: 'answer', key: 'q', ...answer });
    expect(entries()).toStrictEqual([entry, entry]);
  });

  it.each<HostAction>([
    { action: 'signal', signal: 'SIGINT' },
    { action: 'end-input' },
    { action: 'abort' },
    { action: 'kill' },
    { action: 'probe' },
    { action: 'close' },
    { action: 'interrupt', of: 'turn' },
    { action: 'timeout', kind: 'run' },
    { action: 'tool-result', key: 'k', outcome: { type: 'output', text: '' } },
    { action: 'draft', draft: { type: 'turn_start' } },
    { action: 'retry', attempt: 1, maxAttempts: 2, reason: 'x', delayMs: 1 },
  ])('is an entry, and nothing else that the host does is: $action', (action) => {
    const { log, entries } = setUp();
    log.take(action);
    expect(entries()).toEqual([]);
  });
});

describe('what the host says takes one form', () => {
  const log = new InputLog('r', { kind: 'agent', id: 'p' });
  const input = { text: 'go', promptId: 'u', images: [IMAGE] };
  const words = { text: 'go', images: [IMAGE] };

  it('numbers its prompts, of which all attempts have the first', () => {
    const ids = new InputLog('r');
    expect(ids.first({ text: 'a' })).toStrictEqual({
      action: 'prompt',
      as: 'first',
      by: PROGRAM,
      id: 'r-p1',
      text: 'a',
    });
    expect(ids.newTurn({ text: 'b' })).toStrictEqual({
      action: 'prompt',
      as: 'new-turn',
      by: PROGRAM,
      id: 'r-p2',
      text: 'b',
    });
    expect(ids.first({ text: 'a' }).id).toBe('r-p1');
    expect(ids.steer({ text: 'c' })).toStrictEqual({
      action: 'steer',
      as: 'steer',
      by: PROGRAM,
      id: 'r-p3',
      text: 'c',
    });
    expect(ids.newTurn({ text: 'c' }, 'r-p3').id).toBe('r-p3');
    expect(ids.newTurn({ text: 'd' }).id).toBe('r-p4');
  });

  it('says who has started the run, and of all else that it was the program', () => {
    expect(log.first(input)).toStrictEqual({
      action: 'prompt',
      as: 'first',
      by: { kind: 'agent', id: 'p' },
      id: 'r-p1',
      ...words,
    });
    expect([log.newTurn(input).by, log.steer(input).by]).toEqual([PROGRAM, PROGRAM]);
  });
});
