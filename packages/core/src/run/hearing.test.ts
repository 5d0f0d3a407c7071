import { describe, expect, it } from 'vitest';
import type { DialectState, EventDraft } from '../adapter/index.ts';
import { createHearing } from './hearing.ts';

interface State {
  readonly holdsEnd?: boolean;
  /** Whether the dialect can settle. @defaultValue true */
  readonly canSettle?: boolean;
  readonly cause?: 'aborted';
  readonly overrun?: object;
  readonly lastOutcome?: object;
  readonly isEnding?: boolean;
}

/** A hearing whose parts write down what is asked of them. */
function setUp(first: State = {}) {
  const now = { isAsking: false, ...first };
  const done: unknown[][] = [];
  const waits: (() => void)[] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  const status = {
    isFinishing: false,
    get cause() {
      return now.cause && { type: now.cause };
    },
    get isEnding() {
      return now.isEnding ?? false;
    },
  };
  const machine = {
    status,
    get isAsking() {
      return now.isAsking;
    },
    assembler: { mainSteps: 7, lastOutcome: now.lastOutcome },
  };
  const parts = {
    prepared: { runId: 'run-1', agent: 'toy' },
    dialect: () => ({
      state: { holdsEnd: now.holdsEnd } as unknown as DialectState,
      ...(now.canSettle === false ? {} : { settle: () => ({ drafts: [] }) }),
    }),
    act: note('act'),
    advance: note('advance'),
    stop: note('stop'),
    warn: note('warn'),
    hostTools: { call: note('call'), settle: note('settle') },
    machine,
    timers: {
      read: note('read'),
      touch: note('touch'),
      awaitQuiet: (callback: () => void) => {
        done.push(['awaitQuiet']);
        waits.push(callback);
      },
    },
    channel: { prune: note('prune') },
    answers: { refuseOverdue: note('refuseOverdue') },
    spending: {
      see: note('see'),
      overrun: (steps: number) => {
        done.push(['overrun', steps]);
        return now.overrun;
      },
    },
    prompts: {
      settle: note('steered'),
      passBoundary: note('passBoundary'),
      followUps: { rejectAll: note('rejectAll') },
    },
    onHeard: note('onHeard'),
    onSpawnError: note('onSpawnError'),
  };
  const on = createHearing(parts as unknown as Parameters<typeof createHearing>[0]);
  /** What was done since this was asked last. */
  const taken = (): unknown[][] => done.splice(0);
  return { on, now, status, taken, becomeQuiet: () => waits.pop()?.(), waits };
}

const HANDLED = [['refuseOverdue'], ['passBoundary'], ['advance']];

describe('what is heard', () => {
  it('on stdout counts as an answer of the CLI, and the timers and the questions know of it', () => {
    const { on, taken } = setUp();
    on.read(3);
    on.heard(4, 'stdout');
    expect(taken()).toEqual([['read', 3], ['onHeard', 4], ['touch', 4], ['prune']]);
  });

  it.each(['stderr', 'stdin'] as const)('on %s is no answer, but shows that the agent lives', (source) => {
    const { on, taken } = setUp();
    on.heard(4, source);
    expect(taken()).toEqual([['touch', 4], ['prune']]);
  });

  it.each([
    ['host_tool_call', 'call', { type: 'host_tool_call', key: 'k', toolCallId: 't', toolName: 'n', input: {} }],
    ['tokens_seen', 'see', { type: 'tokens_seen', inputTokens: 1, outputTokens: 2 }],
    ['steer_settled', 'steered', { type: 'steer_settled', key: 'k', delivered: 'steered' }],
  ] as [string, string, EventDraft][])('as %s goes to who acts on it', (_, what, draft) => {
    const { on, taken } = setUp();
    on.toRun(draft as Parameters<typeof on.toRun>[0]);
    expect(taken()).toEqual([[what, draft]]);
  });

  it('as a call that is over settles the call by its key', () => {
    const { on, taken } = setUp();
    on.toRun({ type: 'host_tool_settled', key: 'k' });
    expect(taken()).toEqual([['settle', 'k']]);
  });
});

describe('a limit', () => {
  const overrun = { type: 'turn_limit', maxTurns: 6 };

  it('that is exceeded stops the run as soon as the message is told', () => {
    const { on, taken } = setUp({ overrun });
    on.told();
    expect(taken()).toEqual([
      ['overrun', 7],
      ['stop', overrun],
    ]);
  });

  it('that is kept stops nothing', () => {
    const { on, taken } = setUp();
    on.told();
    expect(taken()).toEqual([['overrun', 7]]);
  });

  it('does not count any more once the end of the run is decided', () => {
    const { on, taken } = setUp({ overrun, cause: 'aborted' });
    on.told();
    expect(taken()).toEqual([]);
  });
});

describe('a message that was handled', () => {
  it('lets whatever is due happen, in this order', () => {
    const { on, status, taken } = setUp();
    on.handled('stdout');
    expect([taken(), status.isFinishing]).toEqual([HANDLED, false]);
  });

  it('after which the budget is used up rejects what waits and lets the run end', () => {
    const { on, status, taken } = setUp({
      lastOutcome: { type: 'error', code: 'BUDGET_EXCEEDED', message: 'No more.' },
    });
    on.handled('stdout');
    const [overdue, rejected, ...rest] = taken();
    expect(overdue).toEqual(['refuseOverdue']);
    expect([rejected, rest, status.isFinishing]).toEqual([
      ['rejectAll', 'Run run-1 has used up its budget.'],
      HANDLED.slice(1),
      true,
    ]);
  });

  it('after another outcome leaves what waits where it is', () => {
    const { on, status, taken } = setUp({ lastOutcome: { type: 'crash', stderr: '' } });
    on.handled('stdout');
    expect([taken(), status.isFinishing]).toEqual([HANDLED, false]);
  });

  it('with the end of a turn that is held back begins to wait for quiet, which ends the turn', () => {
    const { on, taken, becomeQuiet } = setUp({ holdsEnd: true });
    on.handled('stdout');
    expect(taken()).toEqual([['awaitQuiet'], ...HANDLED]);
    becomeQuiet();
    expect(taken()).toEqual([['act', { action: 'settle' }], ...HANDLED]);
  });

  it.each([
    ['on stderr', { holdsEnd: true }, 'stderr'],
    ['of a dialect that holds nothing back', { holdsEnd: false }, 'stdout'],
    ['of a dialect that cannot settle', { holdsEnd: true, canSettle: false }, 'stdout'],
  ] as const)('%s waits for no quiet', (_, state, source) => {
    const { on, taken } = setUp(state);
    on.handled(source);
    expect(taken()).toEqual(HANDLED);
  });
});

describe('quiet after the end of a turn', () => {
  it('of which the host has made an end meanwhile ends nothing more', () => {
    const { on, now, taken, becomeQuiet } = setUp({ holdsEnd: true });
    on.handled('stdout');
    taken();
    Object.assign(now, { holdsEnd: false });
    becomeQuiet();
    expect(taken()).toEqual(HANDLED);
  });

  it('is waited for anew while the CLI asks, and once more after the answer', () => {
    const { on, now, taken, becomeQuiet } = setUp({ holdsEnd: true });
    on.handled('stdout');
    taken();
    now.isAsking = true;
    becomeQuiet();
    becomeQuiet();
    expect(taken()).toEqual([['awaitQuiet'], ['awaitQuiet']]);
    now.isAsking = false;
    becomeQuiet();
    expect(taken()).toEqual([['awaitQuiet']]);
    becomeQuiet();
    expect(taken()).toEqual([['act', { action: 'settle' }], ...HANDLED]);
  });

  it('is not waited for while the CLI asks after its turn was ended', () => {
    const { on, now, taken, becomeQuiet, waits } = setUp({ holdsEnd: true });
    on.handled('stdout');
    taken();
    Object.assign(now, { isAsking: true, holdsEnd: false });
    becomeQuiet();
    expect([taken(), waits]).toEqual([HANDLED, []]);
  });
});

describe('a failure', () => {
  it('of the start is what the run reports as its reason', () => {
    const { on, taken } = setUp();
    on.failed('spawn', new Error('no such file'));
    expect(taken()).toEqual([['onSpawnError', 'no such file']]);
  });

  it('of stdin is a warning while the run goes on', () => {
    const { on, taken } = setUp();
    on.failed('stdin', new Error('EPIPE'));
    expect(taken()).toEqual([['warn', 'toy closed its input early: EPIPE']]);
  });

  it('of stdin is nothing to speak of when the run ends anyway', () => {
    const { on, taken } = setUp({ isEnding: true });
    on.failed('stdin', new Error('EPIPE'));
    expect(taken()).toEqual([]);
  });
});
