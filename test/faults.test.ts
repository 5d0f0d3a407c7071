/** Whatever throws inside a run ends that run, and no other; its processes are gone, and who waits for it hears of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunHandle, RunResult } from '@agent-mux/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Assembler } from '../packages/core/src/assembler/index.ts';
import { HandOver } from '../packages/core/src/interaction/hand-over.ts';
import { AnswerPolicy, Channel } from '../packages/core/src/interaction/index.ts';
import { Input } from '../packages/core/src/process/input.ts';
import { Intake } from '../packages/core/src/process/intake.ts';
import { RingTail } from '../packages/core/src/process/ring-tail.ts';
import { Journal } from '../packages/core/src/readers/journal.ts';
import { Listeners } from '../packages/core/src/readers/listeners.ts';
import { ResultFold } from '../packages/core/src/results/run-result.ts';
import { Attempt } from '../packages/core/src/run/attempt.ts';
import { Attempts } from '../packages/core/src/run/attempts.ts';
import { EntryLog } from '../packages/core/src/run/entry-log.ts';
import { FollowUps } from '../packages/core/src/run/follow-ups.ts';
import { HostTools } from '../packages/core/src/run/host-tools.ts';
import { RunLife } from '../packages/core/src/run/life.ts';
import { Prompts } from '../packages/core/src/run/prompts.ts';
import { RunMachine } from '../packages/core/src/run/run-machine.ts';
import { RunStatus } from '../packages/core/src/run/run-status.ts';
import { RunTimers } from '../packages/core/src/run/run-timers.ts';
import { StandingClock } from '../packages/core/src/run/standing-clock.ts';
import { Stopper } from '../packages/core/src/run/stopper.ts';
import { DRAW_SEED, drawn, IS_FULL } from './support/drawn.ts';
import { processesOf } from './support/listing.ts';
import { says, session } from './support/toy-adapter.ts';
import { next, startToy } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-faults-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** Each part of a run, with the methods that it has: all of them are made to throw. */
const PARTS: Readonly<Record<string, object>> = {
  Assembler: Assembler.prototype,
  AnswerPolicy: AnswerPolicy.prototype,
  Attempt: Attempt.prototype,
  Attempts: Attempts.prototype,
  Channel: Channel.prototype,
  EntryLog: EntryLog.prototype,
  FollowUps: FollowUps.prototype,
  HandOver: HandOver.prototype,
  HostTools: HostTools.prototype,
  Input: Input.prototype,
  Intake: Intake.prototype,
  Journal: Journal.prototype,
  Listeners: Listeners.prototype,
  Prompts: Prompts.prototype,
  ResultFold: ResultFold.prototype,
  RingTail: RingTail.prototype,
  RunLife: RunLife.prototype,
  RunMachine: RunMachine.prototype,
  RunStatus: RunStatus.prototype,
  RunTimers: RunTimers.prototype,
  StandingClock: StandingClock.prototype,
  Stopper: Stopper.prototype,
};

const SEAMS = Object.entries(PARTS).flatMap(([part, prototype]) =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype))
    .filter(
      ([name, { value, get }]) =>
        name !== 'constructor' &&
        `${part}.${name}` !== 'RunLife.start' &&
        (typeof value === 'function' || get !== undefined),
    )
    .flatMap(([name]) => (IS_FULL ? [1, 2, 5] : [1]).map((nth) => ({ seam: `${part}.${name}()`, part, name, nth }))),
);

/** Faults that are met before the run begins, or in a way that lets it go on: at whatever call, or at one by its number. */
const OTHERWISE: Readonly<Record<string, { readonly outcome: string; readonly why: string }>> = {
  'Attempt.command 1': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'Attempts.current 1': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'RunLife.attempt 1': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'RunLife.record': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'RunMachine.optionsOfAttempt': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'RunMachine.open': { outcome: 'refused', why: 'run() throws it, and nothing was started' },
  'Journal.on': { outcome: 'refused', why: 'on() throws it' },
  'Listeners.add': { outcome: 'refused', why: 'on() throws it' },
  'Journal.await': { outcome: 'refused', why: 'to await throws it' },
  'Journal.iterate': { outcome: 'completed', why: 'the loop of its caller throws it' },
  'Journal.cursor': { outcome: 'completed', why: 'the loop of its caller throws it' },
  'Journal.taken': { outcome: 'completed', why: 'the loop of its caller throws it' },
  'Channel.respond': { outcome: 'completed', why: 'an answer that cannot be given is a denial' },
  'Channel.answer': { outcome: 'completed', why: 'an answer that cannot be given is a denial' },
  'Journal.retained': { outcome: 'completed', why: 'the stream has told its end, and the result lacks its events' },
  'Journal.close': { outcome: 'completed', why: 'the stream has told its end, and it is closed again' },
  'RunStatus.stop': { outcome: 'completed', why: 'the run was over when it was aborted' },
  'Stopper.stop': { outcome: 'completed', why: 'the run was over when it was aborted' },
  'Journal.isClosed': { outcome: 'completed', why: 'the stream has told its end' },
  'RunMachine.closing': { outcome: 'completed', why: 'the stream has told its end, and the journal lacks its own' },
  'ResultFold.textOf': { outcome: 'completed', why: 'the stream has told its end, and the journal lacks its own' },
  'EntryLog.close': { outcome: 'completed', why: 'the stream has told its end, and the journal lacks its own' },
  'HandOver.withdrawHeld 5': { outcome: 'completed', why: 'the cause is known, and nothing is held any more' },
  'Channel.dropAll 2': { outcome: 'completed', why: 'the cause is known, and its questions are closed once more' },
  'Channel.close 2': { outcome: 'completed', why: 'the cause is known, and its questions are closed once more' },
};

/**
 * A question of the status of the run is asked at each message and for each answer. Which of them comes second or fifth depends on how the
 * messages arrive, and an answer that cannot be given is a denial.
 */
const ANY_QUESTION = { outcome: ['INTERNAL', 'completed'] };

/** The real method, but for one call of it. */
function plant(part: string, name: string, nth: number): () => number {
  const prototype = PARTS[part] ?? {};
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  let calls = 0;
  function planted(real: (this: unknown, ...args: unknown[]) => unknown) {
    return function (this: unknown, ...args: unknown[]): unknown {
      calls++;
      if (calls === nth) {
        throw new Error(`planted in ${part}.${name}`);
      }
      return real.apply(this, args);
    };
  }
  const { value, get } = descriptor;
  Object.defineProperty(
    prototype,
    name,
    get === undefined ? { ...descriptor, value: planted(value) } : { ...descriptor, get: planted(get) },
  );
  undo = () => Object.defineProperty(prototype, name, descriptor);
  return () => calls;
}

let undo: () => void = () => {};
afterEach(() => {
  undo();
  undo = () => {};
});

const STEPS = [
  session,
  says(
    { type: 'turn_start' },
    { type: 'step_start' },
    { type: 'text_delta', delta: 'Hello' },
    { type: 'message_stop' },
  ),
  { do: 'fork' },
  says(
    { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: { command: 'ls' } },
    { type: 'approval_request', key: 'k', action: 'Run', detail: 'ls', riskLevel: 'high', toolCallId: 't' },
  ),
  { do: 'read', contains: 'answer' },
  says(
    { type: 'tool_result', toolCallId: 't', output: 'done' },
    { type: 'token_usage', inputTokens: 1, outputTokens: 1 },
  ),
  says({ type: 'text_delta', delta: 'Bye' }, { type: 'message_stop' }, { type: 'step_end' }, { type: 'turn_end' }),
  { do: 'read-all' },
] as const;

interface Played {
  readonly result: RunResult | undefined;
  /** Thrown by run() itself: then nothing was started. */
  readonly refused: unknown;
  readonly runId: string;
}

let count = 0;

async function play(): Promise<Played> {
  let runId = '';
  let handle: RunHandle | undefined;
  try {
    handle = startToy(STEPS, {
      run: {
        timeout: 6_000,
        inactivityTimeout: 5_000,
        gracePeriodMs: 300,
        record: { dir: join(scratch, `${++count}`) },
        onApprovalRequest: () => 'approve',
      },
    });
    runId = handle.runId;
    handle.on('text_delta', () => {});
    void (async () => {
      for await (const _ of handle) {
        // Reads on.
      }
    })().catch(() => {});
    const result = await handle;
    await handle.abort();
    return { result, refused: undefined, runId };
  } catch (refused) {
    undo();
    // A run whose handle refuses one of its readers goes on, and would meet the fault that is planted next.
    await handle?.abort();
    return { result: undefined, refused, runId };
  }
}

describe(`a part of a run that throws (AMUX_SEED=${DRAW_SEED})`, () => {
  const escaped: unknown[] = [];
  const note = (error: unknown): void => void escaped.push(error);
  let other: RunHandle;

  beforeAll(async () => {
    process.on('uncaughtException', note);
    process.on('unhandledRejection', note);
    other = startToy([session, says({ type: 'turn_start' }, { type: 'text_delta', delta: 'x' }), { do: 'hang' }]);
    await next(other, 'text_delta');
  });

  afterAll(async () => {
    process.off('uncaughtException', note);
    process.off('unhandledRejection', note);
    await other.abort();
  });

  it.each(drawn(SEAMS, { every: 3, kindOf: ({ part }) => part }))('$seam, call $nth', async ({ part, name, nth }) => {
    const calls = plant(part, name, nth);
    const { result, refused, runId } = await play();
    const wasThrown = calls() >= nth;
    undo();
    expect(escaped.splice(0)).toEqual([]);
    expect(processesOf(runId)).toEqual([]);
    expect(other.state).toBe('running');
    const outcome = refused === undefined ? (result?.error?.code ?? result?.exitReason) : 'refused';
    const otherwise =
      OTHERWISE[`${part}.${name} ${nth}`] ??
      OTHERWISE[`${part}.${name}`] ??
      (part === 'RunStatus' && nth > 1 ? ANY_QUESTION : undefined);
    const outcomes = wasThrown ? [otherwise?.outcome ?? 'INTERNAL'].flat() : ['completed'];
    expect({ outcome, wasThrown, message: result?.error?.message, outcomes }).toMatchObject({
      outcome: expect.toBeOneOf(outcomes),
    });
  });
});
