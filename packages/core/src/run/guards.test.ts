import { describe, expect, it } from 'vitest';
import type { Dialect } from '../adapter/dialect.ts';
import { SteadyClock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import { Journal } from '../readers/journal.ts';
import { Hold, whileHeld } from '../readers/while-held.ts';
import { closeFacts } from '../results/close-facts.ts';
import type { RunResult } from '../results/run-result.ts';
import { Faults } from './faults.ts';
import { guardRecorder } from './guarded-recorder.ts';
import { serveDraft } from './hearing.ts';
import { isUnread, parseMessage } from './parse-message.ts';
import { Prior } from './prior.ts';
import type { Recorder } from './recorder.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { PATIENCE_MS, Waits } from './waits.ts';
import { guardMayLeave, tellWhatLivesOn } from './what-lives-on.ts';

const boom = (): never => {
  throw new Error('boom');
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a fault', () => {
  const MESSAGE = 'agent-mux failed to sum up: boom. The run was ended; other runs go on.';

  function setUp() {
    const told: string[] = [];
    return { faults: new Faults((message) => told.push(message)), told };
  }

  it('is the cause of the end, once, and is told in a later turn', async () => {
    const { faults, told } = setUp();
    expect(faults.cause).toBeUndefined();
    expect(faults.try('add', () => 2)).toBe(2);
    expect(faults.try('sum up', boom)).toBeUndefined();
    faults.report('go on', new Error('again'));
    expect(told).toEqual([]);
    expect(faults.cause).toEqual({ type: 'error', code: 'INTERNAL', message: MESSAGE });
    await turn();
    expect(told).toEqual([MESSAGE]);
  });

  it('leaves no timer of a clock, which is asked as it is', () => {
    const { faults } = setUp();
    const atOnce = (_ms: number, callback: () => void) => {
      callback();
      return () => {};
    };
    const clock = faults.guardClock(new SteadyClock({ now: () => 5, monotonic: () => 2, after: atOnce }));
    clock.after(1, boom);
    expect([clock.now(), clock.timestampOf(7), clock.ofDay.now()]).toEqual([5, 7, 5]);
    expect(faults.cause?.message).toBe(
      'agent-mux failed to act on a timer: boom. The run was ended; other runs go on.',
    );
  });

  it('leaves the timers of a clock that has none', () => {
    const { faults } = setUp();
    const manual = createManualClock();
    let count = 0;
    faults.guardClock(new SteadyClock({ ...manual, monotonic: manual.now })).after(5, () => count++);
    manual.pass(5);
    expect([count, faults.cause]).toEqual([1, undefined]);
  });
});

describe('a recorder', () => {
  const CALLS = ['describe', 'out', 'in', 'host', 'exit', 'raw', 'onError'] as const;
  type Spied = Record<string, (...args: unknown[]) => unknown>;

  function setUp(changes: object = {}) {
    const seen: unknown[] = [];
    const told: string[] = [];
    const given: Spied = Object.fromEntries(
      CALLS.map((name) => [name, (...args: unknown[]) => void seen.push([name, ...args.filter(Boolean)])]),
    );
    const recorder = { ...given, finish: async () => '/path', ...changes } as unknown as Recorder;
    const guarded = guardRecorder(
      recorder,
      (message) => told.push(message),
      new Waits(createManualClock()),
    ) as unknown as Spied;
    return { guarded, seen, told };
  }

  it('hears all that is said to it', async () => {
    const { guarded, seen, told } = setUp();
    for (const name of CALLS) {
      guarded[name]?.('a', 'b', true, 4);
    }
    expect(seen).toEqual([
      ['describe', 'a'],
      ['out', 'a', 'b', true, 4],
      ['in', 'a', 'b', true],
      ['host', 'a', 'b'],
      ['exit', 'a', 'b'],
      ['raw', 'a', 'b'],
      ['onError', 'a'],
    ]);
    expect([await guarded['finish']?.(), told]).toEqual(['/path', []]);
  });

  it.each(CALLS)('that throws at %s is given up, once, and has no path', async (name) => {
    const { guarded, seen, told } = setUp({ [name]: boom });
    guarded[name]?.('a');
    guarded[name]?.('a');
    for (const other of CALLS) {
      guarded[other]?.('a');
    }
    expect(seen).toEqual([]);
    expect(told).toEqual(['The recording was given up: boom. The run goes on without it.']);
    expect(await guarded['finish']?.()).toBeUndefined();
  });

  it('that cannot finish has no path', async () => {
    const { guarded, told } = setUp({ finish: boom });
    expect(await guarded['finish']?.()).toBeUndefined();
    expect(told).toHaveLength(1);
    expect(guardRecorder(undefined, () => {}, new Waits(createManualClock()))).toBeUndefined();
  });
});

it('gives up a recorder that never finishes once the patience is over', async () => {
  const told: string[] = [];
  const clock = createManualClock();
  const recorder = { finish: () => new Promise(() => {}) } as unknown as Recorder;
  const finished = guardRecorder(recorder, (message) => told.push(message), new Waits(clock))?.finish();
  clock.pass(PATIENCE_MS);
  expect(await finished).toBeUndefined();
  expect(told).toEqual([
    'The recording was given up: there was no answer within 30 seconds. The run goes on without it.',
  ]);
});

describe('listeners that wait', () => {
  const heard = (act: (journal: Journal) => void): readonly string[] => {
    const journal = new Journal({ highWaterMark: 10, collect: false, onPressure: () => {}, onWarning: () => {} });
    const log: string[] = [];
    journal.on('paused', () => log.push('event'));
    let seq = 0;
    const append = journal.append.bind(journal);
    Object.assign(journal, { say: () => append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ }) });
    try {
      act(Object.assign(journal, { log }));
    } catch {
      log.push('thrown');
    }
    return log;
  };
  const say = (journal: Journal): void => (journal as Journal & { say: () => void }).say();
  const mark = (journal: Journal): void => void (journal as Journal & { log: string[] }).log.push('mark');

  it('hear afterwards, also where something is thrown', () => {
    const told = heard((journal) => {
      whileHeld(journal, () => {
        say(journal);
        mark(journal);
      });
    });
    expect(told).toEqual(['mark', 'event']);
    const thrown = heard((journal) =>
      whileHeld(journal, () => {
        say(journal);
        boom();
      }),
    );
    expect(thrown).toEqual(['event', 'thrown']);
  });

  it('are held and released once, however often it is asked', () => {
    const told = heard((journal) => {
      const hold = new Hold(journal);
      hold.release();
      hold.hold();
      hold.hold();
      say(journal);
      mark(journal);
      hold.release();
      hold.release();
      mark(journal);
      say(journal);
      hold.hold();
      say(journal);
      mark(journal);
      hold.release();
    });
    expect(told).toEqual(['mark', 'event', 'mark', 'event', 'mark', 'event']);
  });
});

describe('what lives on', () => {
  it('is told: what could not be ended, and what was left on purpose', () => {
    expect(tellWhatLivesOn({ code: 0, signal: null, leftOver: 0 })).toEqual([]);
    const leftRunning = [{ pid: 7, command: 'npm run dev' }];
    expect(tellWhatLivesOn({ code: 0, signal: null, leftOver: 2, leftRunning })).toEqual([
      {
        type: 'debug',
        level: 'warn',
        message: '2 processes of the run could not be ended: they belong to another user, or are stuck.',
      },
      { type: 'debug', level: 'info', message: 'Left running, as `leaveRunning` wished: process 7, npm run dev' },
    ]);
  });

  it('is what the program says yes to at once, and not what it fails at', async () => {
    const told: string[] = [];
    const about = { pid: 7, parent: 1, argv: [], cwd: '' };
    const ask = (answer: () => unknown): boolean =>
      guardMayLeave(answer as () => boolean, (message) => told.push(message))(about);
    expect([ask(() => true), ask(() => false), ask(() => 'yes')]).toEqual([true, false, false]);
    expect(told).toEqual([]);
    expect(ask(boom)).toBe(false);
    expect(told.splice(0)).toEqual(['leaveRunning failed for process 7, which is ended: boom']);
    const late = 'leaveRunning gave a promise for process 7, which is ended: it has to answer at once.';
    expect([ask(async () => true), ask(async () => boom())]).toEqual([false, false]);
    expect(told.splice(0)).toEqual([late, late]);
    const lost: unknown[] = [];
    const hear = (reason: unknown): void => void lost.push(reason);
    process.on('unhandledRejection', hear);
    expect(ask(() => Promise.reject(new Error('late')))).toBe(false);
    await turn();
    await turn();
    process.off('unhandledRejection', hear);
    expect(lost).toEqual([]);
    expect(told).toEqual([late]);
  });
});

describe('a message', () => {
  const parse = (parseEvent: () => unknown, message = 'line') =>
    parseMessage({ parseEvent } as unknown as Dialect, message, { source: 'stdout' });
  const lost = (reason: string, message = 'line') => ({
    drafts: [
      {
        type: 'error',
        code: 'PARSE_ERROR',
        message: `The adapter could not read a message of stdout (${reason}): ${message}`,
        recoverable: true,
      },
    ],
    write: [],
  });

  it('is what the dialect makes of it, or is lost and told', () => {
    const parsed = { drafts: [], write: ['a'] };
    expect(parse(() => parsed)).toBe(parsed);
    expect(parse(boom)).toEqual(lost('boom'));
    for (const given of [undefined, null, {}, { drafts: [] }, { write: [] }, { drafts: 'a', write: [] }]) {
      expect(parse(() => given)).toEqual(lost('parseEvent() gave no { drafts, write }'));
    }
    expect(parse(() => ({ drafts: [], write: [1] }))).toEqual(lost('parseEvent() gave a write that is no string'));
    expect(parse(() => ({ drafts: [], write: ['a', 1] }))).toEqual(lost('parseEvent() gave a write that is no string'));
    expect(parse(boom, 'x'.repeat(300))).toEqual(lost('boom', 'x'.repeat(200)));
  });

  it('may not have been read as one', () => {
    const read = (drafts: readonly object[], write: readonly string[] = [], line = '{}{}'): boolean =>
      isUnread({ drafts, write } as never, line);
    expect([read([]), read([], ['a']), read([], [], '{}'), read([], [], '{} \t{}')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([read([{ type: 'log' }]), read([{ type: 'turn_start' }])]).toEqual([true, false]);
    const error = (code: string) => ({ type: 'error', code });
    expect([read([error('PARSE_ERROR')]), read([error('INTERNAL')]), read([{ type: 'log' }], ['a'])]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('the session before', () => {
  async function settle(read: (() => Promise<{ turnCount: number } | undefined>) | undefined) {
    const log: string[] = [];
    const prior = new Prior(read, (code, message) => log.push(`${code} ${message}`), new Waits(createManualClock()));
    expect(prior.session).toBeUndefined();
    await prior.settle(() => log.push('learned'));
    return [prior.session, ...log];
  }

  it('is learned where there is one, and fails the run where it cannot be read', async () => {
    expect(await settle(undefined)).toEqual([undefined]);
    expect(await settle(async () => undefined)).toEqual([undefined]);
    expect(await settle(async () => ({ turnCount: 2 }))).toEqual([{ turnCount: 2 }, 'learned']);
    expect(await settle(async () => boom())).toEqual([undefined, 'INTERNAL boom']);
    const error = new AgentMuxError('SESSION_NOT_FOUND', 'none');
    expect(await settle(() => Promise.reject(error))).toEqual([undefined, 'SESSION_NOT_FOUND none']);
  });

  it('is not waited for where the run is stopped, nor learned afterwards', async () => {
    const stopped = new Waits(createManualClock());
    const log: string[] = [];
    let answer: (session: { turnCount: number }) => void = () => expect.unreachable();
    const read = () => new Promise<{ turnCount: number }>((resolve) => (answer = resolve));
    const prior = new Prior(read, (code) => log.push(code), stopped);
    const settled = prior.settle(() => log.push('learned'));
    stopped.stop();
    await settled;
    answer({ turnCount: 2 });
    await new Promise(setImmediate);
    expect([prior.session, log]).toEqual([undefined, []]);
  });
});

it('hands what the CLI asks of the run to whom it is for', () => {
  const log: unknown[] = [];
  const tools = {
    call: (call: object) => log.push(['call', call]),
    settle: (key: string) => log.push(['settle', key]),
  };
  const prompts = { settle: (draft: object) => log.push(['prompts', draft]) };
  const call = { type: 'host_tool_call', key: 'k', toolCallId: 't', toolName: 'n', input: 1 } as const;
  const settled = { type: 'steer_settled', key: 'k', delivered: 'steered' } as const;
  const seen = { type: 'tokens_seen', inputTokens: 9, outputTokens: 1 } as const;
  const spending = { see: (draft: object) => log.push(['spending', draft]) };
  for (const draft of [call, { type: 'host_tool_settled', key: 'k' } as const, settled, seen]) {
    serveDraft(draft, { hostTools: tools, prompts, spending } as never);
  }
  expect(log).toEqual([
    ['call', call],
    ['settle', 'k'],
    ['prompts', settled],
    ['spending', seen],
  ]);
});

it('closes a journal with what the events do not say', () => {
  const diagnostics = { unknownNative: {}, repaired: 1 };
  const base = { durationMs: 1, exitCode: 0, signal: null, attempts: 2, diagnostics };
  expect(closeFacts({ ...base, error: null } as unknown as RunResult, undefined)).toStrictEqual({
    ...base,
    stderr: '',
  });
  const error = { code: 'AGENT_ERROR', message: 'm', recoverable: true };
  const left = { pid: 7, command: 'c' };
  const more = { sessionId: 's', leftRunning: [{ ...left, more: 1 }], error: { ...error, stderr: 'tail' } };
  expect(closeFacts({ ...base, ...more } as unknown as RunResult, 4)).toStrictEqual({
    ...base,
    sessionId: 's',
    textOf: 4,
    error,
    stderr: 'tail',
    leftRunning: [left],
  });
});
