import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { EventDraft, ResolvedOptions } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import { ToldQuestions } from '../interaction/told-questions.ts';
import type { RunState } from '../results/index.ts';
import { Conversation } from './conversation.ts';
import type { HostAction } from './host-action.ts';
import { RunMachine, type RunMachineOptions } from './run-machine.ts';
import { createScriptedDialect, QUESTION, saying, script } from './testing/scripted-dialect.ts';

const OPTIONS = {
  stream: 'auto',
  cwd: '/work',
  includeSubagents: false,
  noSession: false,
  approvalMode: 'prompt',
  keepOpen: false,
} as const;

/** A machine whose first attempt is open, with all its events and what was written. */
function setUp(changes: Partial<RunMachineOptions> = {}, isOpen = true) {
  const events: AgentEvent[] = [];
  const written: string[] = [];
  const dialect = createScriptedDialect();
  const questions = new ToldQuestions('run-1');
  const machine: RunMachine = new RunMachine({
    runId: 'run-1',
    agent: 'toy',
    options: OPTIONS,
    interactions: questions,
    emit: (event) => {
      events.push(event);
      machine.observe(event);
    },
    ...changes,
  });
  const open = (number: number) => machine.open(dialect, number, { write: (message) => written.push(message) });
  const conversation = isOpen ? open(1) : undefined;
  let now = 0;
  /** Hears that the CLI says these drafts. */
  const says = (...drafts: readonly EventDraft[]): void =>
    void machine.hear(saying(...drafts), { source: 'stdout' }, ++now);
  const setState = (state: object): void => void Object.assign(dialect.state, state);
  /** The types of the events since this was asked last. */
  const types = (): string[] => events.splice(0).map(({ type }) => type);
  return { machine, dialect, questions, events, written, conversation, open, says, setState, types };
}

const SESSION: EventDraft = { type: 'session_start', sessionId: 's' };
const ASKS: EventDraft = { type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'low' };
const BY = { kind: 'program', id: 'x' } as never;
const EXIT = { code: 1, signal: null, stderr: 'oh', asked: null };
const FACTS = {
  runId: 'run-1',
  agent: 'toy',
  model: undefined,
  mode: 'talk',
  exitCode: 0,
  signal: null,
  tags: [],
  stderr: 'oh',
  durationMs: 3,
  events: [],
} as const;

describe('a machine', () => {
  it('runs as soon as the CLI has spoken, which a client to it does not show', () => {
    const { machine, says } = setUp();
    expect(machine.status.state).toBe('spawned');
    machine.hear('words', { source: 'stdin' }, 1);
    expect(machine.status.state).toBe('spawned');
    says(SESSION);
    expect(machine.status.state).toBe('running');
    says(SESSION);
    expect(machine.status.state).toBe('running');
  });

  it.each([true, false])('ends by itself unless it is kept open: %s', (keepOpen) => {
    expect(setUp({ options: { ...OPTIONS, keepOpen } }).machine.status.isFinishing).toBe(!keepOpen);
  });

  it('puts the text of a message on its events only where that is wanted', () => {
    const rawOf = (changes: Partial<RunMachineOptions>): unknown => {
      const { says, events } = setUp(changes);
      says(SESSION);
      return events[0] && Reflect.get(events[0], 'raw');
    };
    expect([rawOf({}), rawOf({ debug: false }), rawOf({ debug: true })]).toEqual([
      undefined,
      undefined,
      saying(SESSION),
    ]);
  });

  it('tells nothing of streams before it has a dialect, and then follows that', () => {
    const { machine, events, open, says } = setUp({}, false);
    machine.hear(saying(SESSION), { source: 'stderr' }, 1);
    expect([events, machine.status.state]).toEqual([[], 'running']);
    machine.act({ action: 'interrupt', of: 'run' }, 1);
    machine.act({ action: 'answer', by: BY, key: 'k', response: { type: 'deny', reason: 'no' } }, 1);
    machine.settle();
    machine.exit(EXIT, 2);
    expect([machine.isResting, machine.isAsking, machine.hasLeftWell]).toEqual([false, false, false]);
    open(1);
    says(SESSION);
    expect(events.map(({ type }) => type)).toEqual(['session_start']);
  });

  it('tells that texts come whole where the dialect streams none', () => {
    const tell = (streams: { text: boolean; thinking: boolean; toolInput: boolean }): string[] => {
      const { dialect, says, types } = setUp({ options: { ...OPTIONS, stream: true } });
      Object.assign(dialect, { streams });
      says(SESSION, { type: 'turn_start' }, { type: 'step_start' }, { type: 'message_stop', text: 'Hello' });
      return types();
    };
    expect(tell({ text: false, thinking: false, toolInput: false })).toContain('stream_fallback');
    expect(tell({ text: true, thinking: true, toolInput: true })).not.toContain('stream_fallback');
  });
});

describe('a machine without an attempt', () => {
  it('has had none in its result', () => {
    const { machine } = setUp({}, false);
    machine.conclude({ type: 'aborted' });
    expect(machine.sumUp(FACTS).attempts).toBe(0);
  });

  it.each<EventDraft>([
    { type: 'message_stop', text: 'Hello' },
    { type: 'thinking_stop', thinking: 'Hm' },
    { type: 'tool_call_start', toolCallId: 't', toolName: 'n', input: {} },
  ])('streams nothing: %j', (draft) => {
    const { machine, types } = setUp({ options: { ...OPTIONS, stream: true } }, false);
    for (const each of [SESSION, { type: 'turn_start' }, { type: 'step_start' }, draft] as const) {
      machine.act({ action: 'draft', draft: each }, 1);
    }
    expect(types()).toContain('stream_fallback');
  });

  it('hands the conversation of the first one to whoever opens it', () => {
    expect(setUp().conversation).toBeInstanceOf(Conversation);
  });
});

describe('a run rests', () => {
  it('while its agent has nothing to do, until its end is decided', () => {
    const { machine, setState } = setUp();
    expect(machine.isResting).toBe(true);
    setState({ busy: true });
    expect(machine.isResting).toBe(false);
    setState({ busy: false });
    machine.act({ action: 'close' }, 1);
    expect([machine.isResting, machine.status.isLeaving]).toEqual([false, true]);
  });
});

describe('a run asks', () => {
  it('while the CLI waits for an answer, and the stream has not told one', () => {
    const { machine, dialect, says } = setUp();
    expect(machine.isAsking).toBe(false);
    dialect.state.pending.set('k', QUESTION).set('l', QUESTION);
    says(SESSION, ASKS, { ...ASKS, key: 'l' });
    expect(machine.isAsking).toBe(true);
    says({ type: 'approval_denied', key: 'k' });
    expect(machine.isAsking).toBe(true);
    says({ type: 'approval_granted', key: 'l' });
    expect(machine.isAsking).toBe(false);
  });
});

describe('a process has left well', () => {
  it.each([
    ['that was told to, after a whole turn', true, true, undefined, true],
    ['that was told to in the middle of one', true, false, undefined, false],
    ['that was not told to', false, true, undefined, false],
    ['that was ended', true, true, { type: 'aborted' }, false],
  ] as [string, boolean, boolean, EndCause | undefined, boolean][])('%s', (_, isLeaving, clean, cause, hasLeft) => {
    const { machine, setState } = setUp();
    setState({ clean });
    machine.status.isLeaving = isLeaving;
    if (cause !== undefined) {
      machine.status.stop(cause);
    }
    expect(machine.hasLeftWell).toBe(hasLeft);
  });
});

describe('an action of the host', () => {
  const held: EventDraft = { type: 'turn_end' };
  const HELD: ReadonlySet<HostAction['action']> = new Set([
    'answer',
    'tool-result',
    'probe',
    'steer',
    'signal',
    'end-input',
    'kill',
  ]);
  const ACTIONS: readonly HostAction[] = [
    { action: 'prompt', as: 'first', by: BY, id: 'p', text: 'go' },
    { action: 'prompt', as: 'new-turn', by: BY, id: 'p', text: 'go' },
    { action: 'steer', as: 'steer', by: BY, id: 'p', text: 'go' },
    { action: 'answer', by: BY, key: 'k', response: { type: 'approve' } },
    { action: 'tool-result', key: 'k', outcome: { type: 'output', text: 'x' } },
    { action: 'probe' },
    { action: 'close' },
    { action: 'signal', signal: 'SIGINT' },
    { action: 'end-input' },
    { action: 'interrupt', of: 'turn' },
    { action: 'abort' },
    { action: 'timeout', kind: 'run' },
    { action: 'settle' },
    { action: 'kill' },
    { action: 'draft', draft: { type: 'outcome', outcome: { type: 'crash', stderr: '' } } },
    { action: 'retry', attempt: 1, maxAttempts: 2, reason: 'AGENT_CRASH', delayMs: 3 },
  ];

  it.each(ACTIONS)('tells the end of a turn that is held back, unless that turn goes on: %j', (action) => {
    const { machine, dialect, says, setState } = setUp();
    says(SESSION, { type: 'turn_start' });
    setState({ holdsEnd: true });
    dialect.held = [held];
    machine.act(action, 5);
    expect(dialect.held).toEqual(HELD.has(action.action) ? [held] : []);
  });

  it('that tells something else leaves the end where it is', () => {
    const { machine, dialect, says, setState } = setUp();
    says(SESSION, { type: 'turn_start' });
    setState({ holdsEnd: true });
    dialect.held = [held];
    machine.act({ action: 'draft', draft: { type: 'debug', level: 'warn', message: 'hm' } }, 50);
    expect(dialect.held).toEqual([held]);
    // What is told later is not told at an earlier moment.
    machine.settle();
    expect(machine.end(60)).toBeUndefined();
  });

  it('that is a prompt for a new turn ends an interrupt, and the first words do not', () => {
    const { machine } = setUp();
    machine.act({ action: 'interrupt', of: 'turn' }, 1);
    machine.act({ action: 'prompt', as: 'first', by: BY, id: 'p', text: 'go' }, 2);
    expect(machine.status.asked).toBe('interrupt');
    machine.act({ action: 'prompt', as: 'new-turn', by: BY, id: 'p', text: 'go' }, 3);
    expect(machine.status.asked).toBeUndefined();
  });

  it('that denies has its reason in the stream', () => {
    const { machine, events, says } = setUp();
    says(SESSION, ASKS);
    machine.act({ action: 'answer', by: BY, key: 'k', response: { type: 'deny', reason: 'too risky' } }, 5);
    says({ type: 'approval_denied', key: 'k' });
    expect(events.at(-1)).toMatchObject({ type: 'approval_denied', reason: 'too risky' });
  });

  it.each([
    [{ action: 'interrupt', of: 'turn' }, 'the turn was interrupted', undefined, 'interrupt'],
    [
      { action: 'abort', reason: 'dear' },
      'the run is being ended (aborted)',
      { type: 'aborted', reason: 'dear' },
      'abort',
    ],
    [{ action: 'abort' }, 'the run is being ended (aborted)', { type: 'aborted' }, 'abort'],
    [
      { action: 'timeout', kind: 'inactivity' },
      'the run is being ended (timeout)',
      { type: 'timeout', kind: 'inactivity' },
      'timeout',
    ],
    [
      { action: 'draft', draft: { type: 'outcome', outcome: { type: 'turn_limit', maxTurns: 3 } } },
      'the run is being ended (turn_limit)',
      { type: 'turn_limit', maxTurns: 3 },
      'interrupt',
    ],
  ] as const)('that stops something denies the open questions: %j', (action, reason, cause, asked) => {
    const { machine, dialect, says, events, setState } = setUp();
    setState({ busy: true, turn: true });
    dialect.state.pending.set('k', QUESTION);
    says(SESSION, ASKS);
    machine.act(action as HostAction, 5);
    expect(events.at(-1)).toMatchObject({ type: 'approval_denied', reason, timestamp: 5 });
    expect([machine.status.cause, machine.status.asked]).toEqual([cause, asked]);
    const count = events.length;
    machine.act({ action: 'timeout', kind: 'run' }, 6);
    expect(machine.status.cause).toEqual(cause ?? { type: 'timeout', kind: 'run' });
    expect(events.slice(count).map(({ type }) => type)).not.toContain('outcome');
  });

  it('that comes after the end of the run is decided changes nothing', () => {
    const { machine, dialect, says, types } = setUp();
    says(SESSION);
    machine.act({ action: 'abort' }, 5);
    dialect.state.pending.set('k', QUESTION);
    types();
    machine.act({ action: 'timeout', kind: 'run' }, 6);
    machine.act({ action: 'draft', draft: { type: 'outcome', outcome: { type: 'interrupted' } } }, 6);
    expect([machine.status.cause, types()]).toEqual([{ type: 'aborted' }, []]);
  });

  it('that is an interrupt knows whether a turn is open', () => {
    const { machine, setState, says } = setUp();
    setState({ busy: true, turn: true });
    says(SESSION);
    machine.act({ action: 'interrupt', of: 'turn' }, 5);
    // The turn that was interrupted ends, and the next one begins.
    machine.hear(script({ state: { busy: true, turn: false } }), { source: 'stdout' }, 6);
    expect(machine.status.asked).toBe('interrupt');
    machine.hear(script({ state: { busy: true, turn: true } }), { source: 'stdout' }, 7);
    expect(machine.status.asked).toBeUndefined();
  });

  it('that is an interrupt without an agent does not take the first turn for the next one too early', () => {
    const { machine, open, setState } = setUp({}, false);
    machine.act({ action: 'interrupt', of: 'run' }, 5);
    expect(machine.status.asked).toBe('interrupt');
    open(1);
    setState({ busy: true, turn: true });
    machine.hear('{}', { source: 'stdout' }, 7);
    // Nothing was busy when it was interrupted, so the turn that begins is the next one.
    expect(machine.status.asked).toBeUndefined();
  });

  it('pauses the run and lets it go on, and tells both', () => {
    const { machine, says, types } = setUp();
    says(SESSION);
    types();
    machine.act({ action: 'draft', draft: { type: 'debug', level: 'info', message: 'hm' } }, 5);
    expect([machine.status.state, types()]).toEqual(['running', ['debug']]);
    machine.act({ action: 'draft', draft: { type: 'paused' } }, 5);
    expect([machine.status.state, types()]).toEqual(['paused' as RunState, ['paused']]);
    machine.act({ action: 'draft', draft: { type: 'resumed' } }, 6);
    expect([machine.status.state, types()]).toEqual(['running' as RunState, ['resumed']]);
  });

  it('is not told where it is an outcome, until the run ends with it', () => {
    const { machine, says, types } = setUp();
    says(SESSION);
    types();
    machine.act({ action: 'draft', draft: { type: 'outcome', outcome: { type: 'interrupted' } } }, 5);
    expect(types()).toEqual([]);
    machine.end(6);
    expect([types(), machine.status.state]).toEqual([['interrupted', 'session_end'], 'interrupted']);
  });
});

describe('the exit of a process', () => {
  it('is told as it is where nobody had asked for it', () => {
    const { machine, dialect } = setUp();
    machine.exit({ code: 3, signal: 'SIGHUP', stderr: 'oh' }, 5);
    expect(dialect.exits).toEqual([{ code: 3, signal: 'SIGHUP', stderr: 'oh' }]);
  });

  it('comes with what the host asked for, as far as nobody knows it better', () => {
    const { machine, dialect } = setUp();
    machine.act({ action: 'interrupt', of: 'turn' }, 1);
    machine.exit({ code: 3, signal: null, stderr: 'oh' }, 5);
    expect(dialect.exits.pop()).toEqual({ code: 3, signal: null, stderr: 'oh', asked: 'interrupt' });
    machine.exit({ code: 3, signal: null, stderr: 'oh', asked: 'timeout' }, 5);
    expect(dialect.exits.pop()).toEqual({ code: 3, signal: null, stderr: 'oh', asked: 'timeout' });
    machine.exit({ code: 3, signal: null, stderr: 'oh', asked: null } as never, 5);
    expect(dialect.exits.pop()).toMatchObject({ code: 3 });
  });

  it('is a good one of a process that has left well, however we ended it', () => {
    const { machine, dialect, setState } = setUp();
    setState({ clean: true });
    machine.act({ action: 'close' }, 1);
    machine.exit({ code: null, signal: 'SIGKILL', stderr: 'oh' }, 5);
    machine.exit({ code: null, signal: 'SIGKILL', stderr: 'oh', settled: false }, 5);
    expect(dialect.exits).toEqual([
      { code: 0, signal: null, stderr: 'oh' },
      { code: null, signal: 'SIGKILL', stderr: 'oh' },
    ]);
  });

  it('says nothing of a process that never existed', () => {
    const { machine, dialect } = setUp();
    machine.status.stop({ type: 'crash', stderr: 'no such file' });
    machine.exit(EXIT as never, 5);
    expect(dialect.exits).toEqual([]);
    const other = setUp();
    other.machine.status.stop({ type: 'aborted' });
    other.machine.exit(EXIT as never, 5);
    expect(other.dialect.exits).toHaveLength(1);
  });

  it('tells the end of the turn that is held back first', () => {
    const { machine, dialect, setState } = setUp();
    setState({ holdsEnd: true });
    dialect.held = [{ type: 'turn_end' }];
    machine.exit(EXIT as never, 5);
    expect(dialect.held).toEqual([]);
    setState({ holdsEnd: true });
    dialect.held = [{ type: 'turn_end' }];
    machine.end(6);
    expect(dialect.held).toEqual([]);
  });
});

describe('a run ends', () => {
  it.each([
    [undefined, undefined, 'completed'],
    [undefined, { type: 'error', code: 'INTERNAL', message: 'boom' }, 'failed'],
    [{ type: 'aborted' }, { type: 'error', code: 'INTERNAL', message: 'boom' }, 'aborted'],
  ] as [EndCause | undefined, EndCause | undefined, string][])(
    'for %j, or else for %j, as %s',
    (cause, broken, state) => {
      const { machine, says } = setUp();
      says(SESSION);
      if (cause !== undefined) {
        machine.status.stop(cause);
      }
      machine.end(9, broken);
      expect(machine.status.state).toBe(state);
    },
  );

  it('by a signal of somebody else where its process has crashed by one', () => {
    const crash = { type: 'crash', stderr: '' } as const;
    const end = (signal: string | null, isLeaving: boolean, cause?: EndCause) => {
      const { machine, says } = setUp();
      says(SESSION);
      machine.status.isLeaving = isLeaving;
      if (cause !== undefined) {
        machine.status.stop(cause);
      }
      machine.exit({ code: null, signal, stderr: '' }, 5);
      machine.conclude(crash);
      const result = machine.sumUp(FACTS);
      return [machine.status.state, result.exitReason, machine.closing(result).cause];
    };
    expect(end('SIGKILL', false)).toEqual(['killed', 'killed', 'kill']);
    expect(end(null, false)).toEqual(['crashed', 'crashed', 'crash']);
    // Whoever told it to leave, or stopped it, had a part in its signal.
    expect(end('SIGKILL', true)).toEqual(['crashed', 'crashed', 'crash']);
    expect(end('SIGKILL', false, { type: 'aborted' })).toEqual(['crashed', 'crashed', 'crash']);
  });

  it('with a result of its events and of these facts', () => {
    const { machine, says, open } = setUp();
    says(SESSION, { type: 'turn_start' }, { type: 'step_start' }, { type: 'message_stop', text: 'Hello' });
    open(2);
    machine.end(9, { type: 'error', code: 'INTERNAL', message: 'boom' });
    const result = machine.sumUp(FACTS);
    expect(result).toMatchObject({ text: 'Hello', sessionId: 's', attempts: 2, exitReason: 'failed', durationMs: 3 });
    expect(result.error).toMatchObject({ code: 'INTERNAL', message: 'boom', stderr: 'oh' });
    expect(result.diagnostics).toEqual({ unknownNative: {}, repaired: expect.any(Number) });
    const { cause, facts } = machine.closing(result, { a: 1 });
    expect([cause, facts.output, facts.textOf]).toEqual(['error', { a: 1 }, expect.any(Number)]);
  });

  it('with the fault as its reason in the last entry, where there is no other', () => {
    const { machine, says } = setUp();
    says(SESSION);
    const fault = { type: 'error', code: 'INTERNAL', message: 'boom' } as const;
    expect(machine.closing(machine.sumUp(FACTS), undefined, fault).cause).toBe('error');
    machine.conclude({ type: 'interrupted' });
    expect(machine.closing(machine.sumUp(FACTS), undefined, fault).cause).toBe('interrupted');
  });
});

describe('the check of the last answer', () => {
  const read = { error: { code: 'OUTPUT_INVALID', message: 'no number', recoverable: true } } as never;
  const hear = (setting: ReturnType<typeof setUp>, what = read): EventDraft[] => {
    const said: EventDraft[] = [];
    setting.machine.hearOutput(what, (draft) => said.push(draft));
    return said;
  };

  it('ends the run where it does not fit', () => {
    const outcome = { type: 'error', code: 'OUTPUT_INVALID', message: 'no number' };
    expect(hear(setUp())).toEqual([{ type: 'outcome', outcome }]);
  });

  it('says nothing where it fits', () => {
    expect(hear(setUp(), { value: 1, raw: 1 } as never)).toEqual([]);
  });

  it.each([
    ['whose end is decided', (setting: ReturnType<typeof setUp>) => setting.machine.status.stop({ type: 'aborted' })],
    [
      'that has failed',
      (setting: ReturnType<typeof setUp>) =>
        setting.says(SESSION, { type: 'outcome', outcome: { type: 'crash', stderr: '' } }),
    ],
    [
      'whose process somebody has ended',
      (setting: ReturnType<typeof setUp>) => setting.machine.exit({ code: null, signal: 'SIGKILL', stderr: '' }, 5),
    ],
  ])('says nothing of a run %s', (_, fail) => {
    const setting = setUp();
    fail(setting);
    expect(hear(setting)).toEqual([]);
  });
});

describe('the options of the next attempt', () => {
  const given = { ...OPTIONS, prompt: 'go', checkpointId: 'c', maxCostUsd: 2 } as unknown as ResolvedOptions;
  const retry = { action: 'retry', attempt: 1, maxAttempts: 2, reason: 'AGENT_CRASH', delayMs: 3 } as const;
  const pay = (setting: ReturnType<typeof setUp>, totalUsd: number): void =>
    setting.says({ type: 'cost', mode: 'add', cost: { totalUsd, inputTokens: 1, outputTokens: 1 } });

  it('are those of the first, while nothing was spent and the session is as it was', () => {
    const { machine } = setUp();
    expect(machine.optionsOfAttempt(given)).toEqual(given);
    machine.act(retry, 5);
    expect(machine.optionsOfAttempt(given)).toEqual(given);
    const { checkpointId, maxCostUsd, ...rest } = given;
    expect(machine.optionsOfAttempt(rest as ResolvedOptions)).toEqual(rest);
  });

  it('have no checkpoint where the session has gone back to it, which stays so', () => {
    const { machine, setState } = setUp();
    setState({ hasGoneBack: true });
    expect(machine.optionsOfAttempt(given)).toHaveProperty('checkpointId');
    machine.act(retry, 5);
    expect(machine.optionsOfAttempt(given)).not.toHaveProperty('checkpointId');
    setState({ hasGoneBack: false });
    machine.act(retry, 6);
    expect(machine.optionsOfAttempt(given)).not.toHaveProperty('checkpointId');
  });

  it('have the rest of the money, which is never nothing', () => {
    const setting = setUp();
    setting.says(SESSION);
    pay(setting, 1);
    expect(setting.machine.optionsOfAttempt(given).maxCostUsd).toBe(1);
    pay(setting, 0.5000004);
    expect(setting.machine.optionsOfAttempt(given).maxCostUsd).toBe(0.5);
    pay(setting, 4);
    expect(setting.machine.optionsOfAttempt(given).maxCostUsd).toBe(0.000001);
  });

  it('belong to an attempt that has nothing of the text before, and does not leave', () => {
    const setting = setUp();
    setting.says(SESSION, { type: 'turn_start' }, { type: 'step_start' }, { type: 'message_stop', text: 'Hello' });
    setting.machine.act({ action: 'close' }, 4);
    setting.machine.act(retry, 5);
    expect([setting.machine.status.isLeaving, setting.machine.sumUp(FACTS).text]).toEqual([false, '']);
    expect(setting.events.findLast(({ type }) => type === 'retry')).toMatchObject({ attempt: 1, delayMs: 3 });
  });
});
