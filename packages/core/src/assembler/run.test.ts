/** Whole runs: the session, turns, outcomes, retries, cost and pauses around what an agent does. */
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import type { EndCause } from './contract.ts';
import { brief } from './testing/brief.ts';
import { type Bench, type BenchOptions, createBench, RUN_ID } from './testing/harness.ts';

const START: EventDraft = { type: 'session_start', sessionId: 's1' };
const TURN: EventDraft = { type: 'turn_start' };
const END: EventDraft = { type: 'turn_end' };
const HI: EventDraft = { type: 'text_delta', delta: 'hi' };
const HI_LINES = ['message_start', 'text_delta delta=hi', 'message_stop text=hi'];
const RETRY = { attempt: 1, maxAttempts: 2, reason: 'overloaded', delayMs: 5 };
const RETRIED = 'retry attempt=1 maxAttempts=2 reason=overloaded delayMs=5 newAttempt=true';
const TOLD = 'The agent failed before there was a session (overloaded). Retry 1 of 2 begins in 5 ms.';
const AUTH = { type: 'auth_error', message: 'no key', guidance: 'log in' } as const;
const STARTED = 'session_start sessionId=s1 resumed=false';
const TRANSIENT = `session_start sessionId=transient-${RUN_ID} resumed=false`;

interface RunCase {
  readonly name: string;
  readonly options?: BenchOptions;
  readonly play: readonly (EventDraft | 'respawn')[];
  readonly cause?: EndCause;
  readonly events: readonly string[];
  /** The value that `end` returns. */
  readonly ends?: EndCause;
  readonly sessionId?: string;
}

function play({ options, play: steps, cause }: RunCase): Bench & { readonly ended: EndCause | undefined } {
  const bench = createBench(options);
  for (const step of steps) {
    if (step === 'respawn') {
      bench.assembler.respawn(RETRY, bench.now());
    } else {
      bench.push(step);
    }
  }
  return { ...bench, ended: bench.assembler.end(bench.now(), cause) };
}

function check(cases: readonly RunCase[]): void {
  it.each(cases)('$name', (row) => {
    const { events, ended, assembler } = play(row);
    expect({ events: events.map(brief), ended, violations: checkStream(events) }).toEqual({
      events: row.events,
      ended: row.ends,
      violations: [],
    });
    expect(assembler.repaired).toBe(0);
    if (row.sessionId !== undefined) {
      expect(assembler.sessionId).toBe(row.sessionId);
    }
  });
}

describe('the session', () => {
  it.each<EventDraft>([
    { type: 'text_delta', delta: 'a', lane: 'sub' },
    { type: 'thinking_delta', delta: 'a', lane: 'sub' },
    { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: {}, lane: 'sub' },
  ])('does not begin with what nobody sees: $type of a subagent', (draft) => {
    const { events, push } = createBench();
    push(TURN, draft);
    expect(events).toEqual([]);
    push(START);
    expect(events.map(brief)[0]).toBe(STARTED);
    const seen = createBench({ includeSubagents: true });
    seen.push(TURN, draft);
    expect(seen.events.map(brief)[0]).toBe(TRANSIENT);
  });

  check([
    {
      name: 'comes first: what informs waits for it',
      play: [
        { type: 'log', source: 'stderr', line: 'boot' },
        { type: 'rate_limited' },
        TURN,
        { type: 'plugin_loaded', pluginId: 'p', pluginName: 'P', version: '' },
        { ...START, resumed: true, priorTurnCount: 4, forkedFrom: 's0' },
        START,
        { type: 'skill_loaded', skillName: 'k', source: 'built-in' },
        HI,
        { type: 'skill_loaded', skillName: 'late', source: 'built-in' },
        { type: 'session_checkpoint', sessionId: 'other', checkpointId: 'c' },
      ],
      events: [
        'log source=stderr line=boot',
        'session_start sessionId=s1 resumed=true forkedFrom=s0',
        'session_resume sessionId=s1 priorTurnCount=4',
        'session_fork sessionId=s1 forkedFrom=s0',
        'rate_limited',
        'plugin_loaded pluginId=p pluginName=P version=',
        'skill_loaded skillName=k source=built-in',
        'turn_start turnIndex=0',
        ...HI_LINES.slice(0, 2),
        'debug level=info message=Loaded during the run: {"type":"skill_loaded","skillName":"late","source":"built-in"}',
        'session_checkpoint sessionId=s1 checkpointId=c',
        ...HI_LINES.slice(2),
        'turn_end turnIndex=0',
        'session_end sessionId=s1 turnCount=5',
      ],
      sessionId: 's1',
    },
    {
      name: 'is transient where output comes first; a native one that follows is only told',
      play: [{ type: 'message_stop' }, HI, START, { type: 'session_start', sessionId: 's2' }, END],
      events: [
        TRANSIENT,
        'turn_start turnIndex=0',
        ...HI_LINES.slice(0, 2),
        `debug level=info message=The agent's session is now s1; the stream keeps transient-${RUN_ID}.`,
        `debug level=info message=The agent's session is now s2; the stream keeps transient-${RUN_ID}.`,
        ...HI_LINES.slice(2),
        'turn_end turnIndex=0',
        `session_end sessionId=transient-${RUN_ID} turnCount=1`,
      ],
      sessionId: 's2',
    },
    {
      name: 'is missing where the run fails before it',
      play: [TURN, { type: 'rate_limited' }, { type: 'turn_end', outcome: AUTH }],
      events: [
        'debug level=info message=Before there was a session: {"type":"rate_limited"}',
        'auth_error message=no key guidance=log in',
      ],
      ends: AUTH,
    },
    {
      name: 'is missing where the run fails otherwise than its turn did, of which that is told',
      play: [TURN, { type: 'turn_end', outcome: AUTH }],
      cause: { type: 'aborted' },
      events: [
        'debug level=info message=Before there was a session: {"type":"turn_end","outcome":{"type":"auth_error","message":"no key","guidance":"log in"}}',
        'aborted',
      ],
      ends: { type: 'aborted' },
    },
    {
      name: 'is missing where the run is aborted before it',
      play: [],
      cause: { type: 'aborted' },
      events: ['aborted'],
      ends: { type: 'aborted' },
    },
    {
      name: 'is there in a run that completes with nothing',
      play: [],
      events: [TRANSIENT, `session_end sessionId=transient-${RUN_ID} turnCount=0`],
    },
  ]);
});

describe('turns', () => {
  check([
    {
      name: 'are opened by what needs one, and adopted by the turn_start that follows',
      play: [START, HI, TURN, END, HI, END],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        ...HI_LINES,
        'turn_end turnIndex=0',
        'turn_start turnIndex=1',
        ...HI_LINES,
        'turn_end turnIndex=1',
        'session_end sessionId=s1 turnCount=2',
      ],
    },
    {
      name: 'that something else has opened are adopted once: the turn_start after that begins the next',
      play: [START, HI, TURN, TURN, END],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        ...HI_LINES,
        'turn_end turnIndex=0',
        'turn_start turnIndex=1',
        'turn_end turnIndex=1',
        'session_end sessionId=s1 turnCount=2',
      ],
    },
    {
      name: 'end where the agent begins the next, also empty ones',
      play: [
        START,
        TURN,
        TURN,
        HI,
        TURN,
        { type: 'turn_end', cost: { totalUsd: 1, inputTokens: 2, outputTokens: 3 } },
        END,
      ],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        'turn_end turnIndex=0',
        'turn_start turnIndex=1',
        ...HI_LINES,
        'turn_end turnIndex=1',
        'turn_start turnIndex=2',
        'turn_end turnIndex=2 cost={"totalUsd":1,"inputTokens":2,"outputTokens":3}',
        'session_end sessionId=s1 turnCount=3',
      ],
    },
  ]);
});

describe('an outcome', () => {
  const failed: EventDraft = { type: 'turn_end', outcome: AUTH };
  const begin = [STARTED, 'turn_start turnIndex=0', 'turn_end turnIndex=0'];
  check([
    {
      name: 'of the last turn ends the run',
      play: [START, TURN, failed],
      events: [...begin, 'auth_error message=no key guidance=log in', 'session_end sessionId=s1 turnCount=1'],
      ends: AUTH,
    },
    {
      name: 'is an error that was overcome where another turn follows',
      play: [START, TURN, failed, TURN, END],
      events: [
        ...begin,
        'error code=AUTH_ERROR message=no key recoverable=true',
        'turn_start turnIndex=1',
        'turn_end turnIndex=1',
        'session_end sessionId=s1 turnCount=2',
      ],
    },
    {
      name: 'that was an interruption is only told where another turn follows',
      play: [START, TURN, { type: 'turn_end', outcome: { type: 'interrupted' } }, HI, END],
      events: [
        ...begin,
        'turn_start turnIndex=1',
        ...HI_LINES.slice(0, 2),
        'debug level=info message=The turn was interrupted; the run goes on.',
        ...HI_LINES.slice(2),
        'turn_end turnIndex=1',
        'session_end sessionId=s1 turnCount=2',
      ],
    },
    {
      name: 'stays the cause where the process dies after it, and goes back where the host ends the run',
      play: [START, TURN, failed, { type: 'crash', exitCode: 1, stderr: '' }],
      cause: { type: 'aborted' },
      events: [
        ...begin,
        'error code=AUTH_ERROR message=no key recoverable=true',
        'aborted',
        'session_end sessionId=s1 turnCount=1',
      ],
      ends: { type: 'aborted' },
    },
    {
      name: 'is not told where it is only what the host brought about',
      play: [START, TURN, { type: 'turn_end', outcome: { type: 'interrupted' } }],
      cause: { type: 'turn_limit', maxTurns: 1 },
      events: [...begin, 'turn_limit maxTurns=1', 'session_end sessionId=s1 turnCount=1'],
      ends: { type: 'turn_limit', maxTurns: 1 },
    },
    {
      name: 'is not told where the process died because the host ended the run',
      play: [START, TURN, { type: 'crash', exitCode: 143, stderr: '' }],
      cause: { type: 'aborted' },
      events: [...begin, 'aborted', 'session_end sessionId=s1 turnCount=1'],
      ends: { type: 'aborted' },
    },
    {
      name: 'is told once where it came before the session, and another followed',
      play: [
        { type: 'outcome', outcome: { type: 'rate_limit_error', message: 'later' } },
        { type: 'outcome', outcome: AUTH },
        START,
      ],
      events: [
        STARTED,
        'error code=RATE_LIMITED message=later recoverable=true',
        'auth_error message=no key guidance=log in',
        'session_end sessionId=s1 turnCount=0',
      ],
      ends: AUTH,
    },
    {
      name: 'does not end a run that goes on before there is a session',
      play: [{ type: 'outcome', outcome: AUTH }, TURN],
      events: [
        TRANSIENT,
        'error code=AUTH_ERROR message=no key recoverable=true',
        'turn_start turnIndex=0',
        'turn_end turnIndex=0',
        `session_end sessionId=transient-${RUN_ID} turnCount=1`,
      ],
    },
    {
      name: 'is found in terminal events of the agent too; a limit that is exhausted says so',
      play: [START, TURN, { type: 'rate_limit_error', message: 'later', exhausted: true }],
      events: [...begin, 'rate_limit_error message=later exhausted=true', 'session_end sessionId=s1 turnCount=1'],
      ends: { type: 'rate_limit_error', message: 'later' },
    },
    {
      name: 'gives way to a retry, which closes what is open',
      play: [
        START,
        TURN,
        HI,
        { type: 'outcome', outcome: AUTH },
        'respawn',
        { ...START, sessionId: 's2' },
        TURN,
        HI,
        END,
      ],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        ...HI_LINES,
        'turn_end turnIndex=0',
        RETRIED,
        "debug level=info message=The agent's session is now s2; the stream keeps s1.",
        'turn_start turnIndex=1',
        ...HI_LINES,
        'turn_end turnIndex=1',
        'session_end sessionId=s1 turnCount=2',
      ],
      sessionId: 's2',
    },
    {
      name: 'tells the rate limit that a retry waits for',
      play: [
        START,
        TURN,
        { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'later', retryAfterMs: 700 } },
        'respawn',
      ],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        'turn_end turnIndex=0',
        'rate_limited retryAfterMs=700',
        RETRIED,
        'session_end sessionId=s1 turnCount=1',
      ],
    },
    {
      name: 'gives way to a retry before there is a session',
      play: [{ type: 'outcome', outcome: AUTH }, 'respawn', START, HI],
      events: [
        `debug level=warn message=${TOLD}`,
        STARTED,
        RETRIED,
        'turn_start turnIndex=0',
        ...HI_LINES,
        'turn_end turnIndex=0',
        'session_end sessionId=s1 turnCount=1',
      ],
    },
  ]);
});

it('tells a retry at once where there is no session, and once where none ever comes', () => {
  const { assembler, events, push, now } = createBench();
  push({ type: 'outcome', outcome: AUTH });
  assembler.respawn(RETRY, now());
  const atOnce = events.map(brief);
  assembler.end(now(), AUTH);
  const all = events.map(brief).filter((line) => /retry/i.test(line));
  expect([atOnce, all]).toEqual([[`debug level=warn message=${TOLD}`], [`debug level=warn message=${TOLD}`]]);
});

it('knows of no outcome that is not terminal yet once the run has ended with it', () => {
  const { assembler, push, now } = createBench();
  push(START, { type: 'outcome', outcome: AUTH });
  expect(assembler.lastOutcome).toEqual(AUTH);
  assembler.end(now());
  expect(assembler.lastOutcome).toBeUndefined();
});

describe('cost', () => {
  const cost = (totalUsd: number, mode: 'total' | 'add'): EventDraft => ({
    type: 'cost',
    mode,
    cost: { totalUsd, inputTokens: totalUsd, outputTokens: 0 },
  });
  it('is cumulative over reports and processes and never falls', () => {
    const { events } = play({
      name: '',
      play: [START, cost(2, 'total'), cost(1, 'total'), cost(3, 'add'), 'respawn', cost(1, 'total'), cost(5, 'total')],
      events: [],
    });
    const totals = events.flatMap((event) => (event.type === 'cost' ? [event.cost.totalUsd] : []));
    expect(totals).toEqual([2, 2, 4, 5, 9]);
    expect(events.map(brief).at(-1)).toBe(
      'session_end sessionId=s1 turnCount=0 cost={"totalUsd":9,"inputTokens":9,"outputTokens":0}',
    );
    expect(checkStream(events)).toEqual([]);
  });

  it('of each model goes on over processes', () => {
    const byModel = (costUsd: number): EventDraft => ({
      ...{ type: 'cost', mode: 'total', cost: { totalUsd: costUsd, inputTokens: 0, outputTokens: 0 } },
      models: [{ model: 'm', costUsd }],
    });
    const { events } = play({ name: '', play: [START, byModel(1), 'respawn', byModel(2)], events: [] });
    const models = events.flatMap((event) => (event.type === 'cost' ? [event.models] : []));
    expect(models).toEqual([[{ model: 'm', costUsd: 1 }], [{ model: 'm', costUsd: 3 }]]);
  });
});

describe('a pause', () => {
  check([
    {
      name: 'holds back what still arrives',
      play: [
        START,
        HI,
        { type: 'paused' },
        { type: 'paused' },
        { type: 'text_delta', delta: '!' },
        { type: 'resumed' },
        { type: 'resumed' },
      ],
      events: [
        STARTED,
        'turn_start turnIndex=0',
        ...HI_LINES.slice(0, 2),
        'paused',
        'resumed',
        'text_delta delta=!',
        'message_stop text=hi!',
        'turn_end turnIndex=0',
        'session_end sessionId=s1 turnCount=1',
      ],
    },
    {
      name: 'ends with the run',
      play: [START, { type: 'paused' }, HI],
      cause: { type: 'aborted' },
      events: [
        STARTED,
        'paused',
        'resumed',
        'turn_start turnIndex=0',
        ...HI_LINES,
        'turn_end turnIndex=0',
        'aborted',
        'session_end sessionId=s1 turnCount=1',
      ],
      ends: { type: 'aborted' },
    },
  ]);
});
