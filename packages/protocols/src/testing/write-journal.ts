/** Writes journals for tests: what a run or a tree of runs would have written, from its lines alone. */
import {
  type AgentEvent,
  createAccumulator,
  createTextDelta,
  createThinkingDelta,
  createToolInputDelta,
} from '@agent-mux/events';
import type {
  Cause,
  CloseEntry,
  Giver,
  InteractionResponse,
  JournalEntry,
  RunHeader,
  TurnError,
  TurnOutcome,
} from '@agent-mux/events/journal';
import type { Unstamped } from '../../../events/src/testing/journal.ts';

export const ROOT = '01JZ8M3QK5V7W9X2Y4Z6A8B0CD';
export const START = 1_760_000_000_000;

type Body<T> = T extends JournalEntry ? Omit<T, 'runId' | 'timestamp'> : never;
type EntryBody = Body<Exclude<JournalEntry, { readonly type: string }>>;

/** An event or another entry, without what the journal stamps. `of` is the number of its run in a tree. @defaultValue 0 */
export type Line = (Unstamped | EntryBody) & { readonly of?: number };

const PROGRAM: Giver = { kind: 'program' };

/** The id of the run with this number. */
export function runOf(number: number): string {
  return number === 0 ? ROOT : `01JZ8M3QK5V7W9X2Y4Z6A8B0${String(number).padStart(2, '0')}`;
}

export function opens(more: Partial<RunHeader> & { readonly number?: number } = {}): Line {
  const { number = 0, ...header } = more;
  const runId = runOf(number);
  return {
    of: number,
    entry: 'open',
    header: {
      format: 1,
      runId,
      name: 'main',
      agent: 'claude',
      mode: 'bidi',
      prompt: 'Do it.\nThen say so.',
      cwd: '/w',
      approvalMode: 'prompt',
      stream: 'auto',
      tags: [],
      contextId: ROOT,
      threadId: ROOT,
      taskId: runId,
      root: ROOT,
      depth: 0,
      path: ['main'],
      initiator: 'user',
      options: {},
      ...header,
    },
  };
}

export function says(id: string, text: string, as: 'first' | 'new-turn' | 'steer', by: Giver = PROGRAM): Line {
  return { entry: 'input', input: 'prompt', by, id, text, as };
}

export function delivered(id: string, how: 'new-turn' | 'steered' | 'answer'): Line {
  return { entry: 'delivered', id, delivered: how };
}

export function rests(id: string, outcome: TurnOutcome, error?: TurnError): Line {
  return { entry: 'turn', id, outcome, ...(error === undefined ? {} : { error }) };
}

export function answers(interactionId: string, response: InteractionResponse, by: Giver = PROGRAM): Line {
  return { entry: 'input', input: 'answer', by, interactionId, response };
}

export function controls(action: 'interrupt' | 'abort' | 'pause' | 'resume' | 'end', reason?: string): Line {
  return { entry: 'input', input: 'control', by: PROGRAM, action, ...(reason === undefined ? {} : { reason }) };
}

export function asked(interactionId: string, more: Partial<Extract<EntryBody, { entry: 'asked' }>> = {}): Line {
  return { entry: 'asked', interactionId, scopes: ['once', 'session'], acceptsUpdatedInput: true, ...more };
}

type Facts = Partial<Omit<CloseEntry['facts'], 'textOf'>> & { readonly textOf?: number | undefined };

/**
 * A `close` whose `textOf` is the last message of the main lane, unless it is given; undefined means that the run has no text of its own.
 */
export function closes(cause: Cause = 'completed', more: Facts = {}, handoffTo?: string): Line {
  const facts = more as Partial<CloseEntry['facts']>;
  const isGood = cause === 'completed';
  return {
    entry: 'close',
    cause,
    facts: {
      durationMs: 1_000,
      exitCode: isGood ? 0 : 1,
      signal: null,
      attempts: 1,
      sessionId: 's',
      ...(isGood ? {} : { error: { code: 'AGENT_ERROR', message: `It ended with ${cause}.`, recoverable: false } }),
      stderr: '',
      diagnostics: { unknownNative: {}, repaired: 0 },
      ...facts,
    },
    ...(handoffTo === undefined ? {} : { handoffTo }),
  };
}

export function turn(turnIndex: number, ...lines: readonly Line[]): Line[] {
  return [{ type: 'turn_start', turnIndex }, ...lines, { type: 'turn_end', turnIndex }];
}

export function step(stepIndex: number, ...lines: readonly Line[]): Line[] {
  return [
    { type: 'step_start', turnIndex: 0, stepIndex, stepType: 'generation' },
    ...lines,
    { type: 'step_end', turnIndex: 0, stepIndex },
  ];
}

/** A run of these lines, from its beginning to its end. */
export function whole(...lines: readonly Line[]): Line[] {
  return [opens(), FIRST, SESSION, ...lines, LEFT, closes()];
}

export const FIRST: Line = says('p1', 'Do it.\nThen say so.', 'first');
export const SESSION: Line = { type: 'session_start', sessionId: 's', resumed: false };
export const LEFT: Line = { type: 'session_end', sessionId: 's', turnCount: 1 };

export function usage(inputTokens: number): Line {
  return { type: 'token_usage', inputTokens, outputTokens: 5, cachedTokens: 2 };
}

export function cost(totalUsd: number): Line {
  return { type: 'cost', cost: { totalUsd, inputTokens: 10, outputTokens: 5 } };
}

/** The lines of the run with this number. */
export function by(of: number, lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, of }));
}

/** The journal: events numbered within their run, a millisecond apart, deltas with their accumulated text. */
export function writeJournal(lines: readonly Line[]): JournalEntry[] {
  const stampers = new Map<number, (event: Unstamped, timestamp: number) => AgentEvent>();
  const texts = new Map<number, number>();
  return lines.map(({ of = 0, ...line }, place) => {
    const timestamp = START + place;
    if ('entry' in line) {
      const entry = { runId: runOf(of), timestamp, ...line } as JournalEntry;
      return 'entry' in entry && entry.entry === 'close' ? withText(entry, texts.get(of)) : entry;
    }
    const stamp = stampers.get(of) ?? createStamper(runOf(of));
    stampers.set(of, stamp);
    const event = stamp(line as Unstamped, timestamp);
    if (event.type === 'message_stop' && event.lane === undefined) {
      texts.set(of, event.seq);
    }
    return event;
  });
}

function withText(entry: CloseEntry, textOf: number | undefined): CloseEntry {
  const { textOf: given = textOf, ...facts } = entry.facts;
  // An explicit undefined says that there is none.
  const isKnown = given !== undefined && !('textOf' in entry.facts && entry.facts.textOf === undefined);
  return { ...entry, facts: isKnown ? { ...facts, textOf: given } : facts };
}

function createStamper(runId: string): (event: Unstamped, timestamp: number) => AgentEvent {
  const accumulator = createAccumulator();
  let seq = 0;
  return (event, timestamp) => {
    const base = { runId, agent: 'claude', timestamp, seq: seq++ };
    switch (event.type) {
      case 'text_delta':
        return createTextDelta({ ...event, ...base }, event.delta, accumulator.text(event.lane, event.delta));
      case 'thinking_delta':
        return createThinkingDelta({ ...event, ...base }, event.delta, accumulator.thinking(event.lane, event.delta));
      case 'tool_input_delta': {
        const { toolCallId, delta } = event;
        return createToolInputDelta(
          { ...event, ...base },
          { toolCallId, delta, inputAccumulated: accumulator.input(toolCallId, delta) },
        );
      }
      default: {
        const stamped = { ...event, ...base } as AgentEvent;
        accumulator.see(stamped);
        return stamped;
      }
    }
  };
}
