import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { EventDraft, ResolvedOptions } from '../adapter/index.ts';
import { SteadyClock } from '../clock.ts';
import { isDelta } from '../results/index.ts';
import { Faults } from './faults.ts';
import type { PreparedRun } from './prepared-run.ts';
import { createRunParts } from './run-parts.ts';
import { prepareToy } from './testing/bare-run.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { createScriptedDialect, QUESTION, saying } from './testing/scripted-dialect.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const SESSION: EventDraft = { type: 'session_start', sessionId: 's' };
const ASKS: EventDraft = { type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'low' };

interface Setting {
  readonly prepared?: Partial<PreparedRun>;
  readonly options?: Partial<ResolvedOptions>;
  /** The hooks that throw. */
  readonly breaks?: readonly string[];
  readonly isRead?: boolean;
  readonly isAtWork?: boolean;
}

/** The parts of a run whose first attempt is open; what they ask of the run is written down. */
function setUp({ prepared = {}, options = {}, breaks = [], isRead = false, isAtWork = true }: Setting = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void => {
      done.push([what, ...given]);
      if (breaks.includes(what)) {
        throw new Error('boom');
      }
    };
  const manual = createManualClock();
  const clock = new SteadyClock({ ...manual, monotonic: manual.now });
  const dialect = createScriptedDialect();
  const faults = new Faults(() => {});
  const kept: JournalEntry[] = [];
  const read: JournalEntry[] = [];
  const hooks = {
    prepared: prepareToy({ ...prepared, options: { ...prepareToy().options, ...options } }),
    clock,
    faults,
    keeper: {
      append: (entry: JournalEntry) => {
        kept.push(entry);
        if (breaks.includes('append')) {
          throw new Error('boom');
        }
      },
      keepAnswer: () => undefined,
    },
    kin: { append: (entry: JournalEntry) => read.push(entry), isRead },
    dialect: () => dialect,
    isUp: () => true,
    act: note('act'),
    say: note('say'),
    advance: note('advance'),
    steerReading: note('steerReading'),
    pushOwn: note('pushOwn'),
    warn: note('warn'),
    stop: note('stop'),
    fail: note('fail'),
    observe: note('observe'),
    hasMore: () => {
      if (breaks.includes('hasMore')) {
        throw new Error('boom');
      }
      return false;
    },
    isAtWork: () => isAtWork,
    isSuspended: () => false,
    priorTurnCount: () => 4,
  };
  const parts = createRunParts(hooks as unknown as Parameters<typeof createRunParts>[0]);
  const conversation = parts.machine.open(dialect, 1, {
    write: note('write'),
    asked: (key) => parts.answers.ask(key),
  });
  parts.channel.attach(dialect);
  const says = (...drafts: readonly EventDraft[]): void =>
    void parts.machine.hear(saying(...drafts), { source: 'stdout' }, clock.now());
  /** What was done since this was asked last, without the events that were observed. */
  const taken = (): unknown[][] => done.splice(0).filter(([what]) => what !== 'observe');
  return { parts, dialect, faults, kept, read, manual, done, taken, says, conversation };
}

describe('an event', () => {
  it('is taken up by the result, by the run, and by all who keep or read it', () => {
    const { parts, done, kept, read, says } = setUp();
    says(SESSION, { type: 'turn_start' }, { type: 'step_start' }, { type: 'message_stop', text: 'Hello' });
    const types = parts.journal.retained.map((entry) => ('type' in entry ? entry.type : entry.entry));
    expect(types).toContain('session_start');
    expect([kept, read]).toEqual([parts.journal.retained, parts.journal.retained]);
    // The run counts no pieces of an answer.
    expect(done.filter(([what]) => what === 'observe').map(([, event]) => event)).toEqual(
      parts.journal.retained.filter((entry) => !isDelta(entry)),
    );
    expect(types).toContain('text_delta');
    expect(parts.journal.retained[0]).toMatchObject({ type: 'session_start', runId: 'run-1', agent: 'toy' });
    expect(parts.machine.sumUp({ agent: 'toy' } as never)).toMatchObject({ text: 'Hello' });
    expect(parts.turns.readers.fold.begun).toHaveLength(0);
  });

  it('belongs to the turn of its prompt, of which the readers of turns know', () => {
    const { parts, says } = setUp();
    parts.entries.prompt({
      action: 'prompt',
      as: 'first',
      by: { kind: 'program', id: 'x' } as never,
      id: 'p',
      text: 'go',
    });
    says(SESSION, { type: 'turn_start' });
    expect(parts.turns.readers.fold.begun).toHaveLength(1);
  });

  it('reaches its readers also where the run cannot take it up', () => {
    const { faults, says, kept } = setUp({ breaks: ['observe'] });
    says(SESSION);
    expect(kept).toHaveLength(1);
    expect(faults.cause?.message).toContain('agent-mux failed to take up an event: boom');
  });

  it('that cannot be delivered ends no message', () => {
    const { faults, says } = setUp({ breaks: ['append'] });
    says(SESSION);
    expect(faults.cause?.message).toContain('agent-mux failed to deliver an event: boom');
  });

  it('of a session that goes on has the turns before it', () => {
    const { kept, says } = setUp();
    says({ ...SESSION, resumed: true } as EventDraft);
    expect(kept).toContainEqual(expect.objectContaining({ priorTurnCount: 4 }));
  });

  it('carries its message where the run is to be debugged', () => {
    const { kept, says } = setUp({ prepared: { debug: true } });
    says(SESSION);
    expect(kept[0]).toMatchObject({ raw: saying(SESSION) });
  });
});

describe('an answer', () => {
  const ask = (setting: ReturnType<typeof setUp>): string => {
    setting.dialect.state.pending.set('k', QUESTION);
    setting.dialect.respond = () => ({ write: ['yes'] });
    setting.says(SESSION, ASKS);
    setting.taken();
    return setting.parts.channel.open[0]?.id ?? '';
  };

  it('is written down, said, and lets the run go on', async () => {
    const setting = setUp({ isRead: true });
    const id = ask(setting);
    await setting.parts.channel.respond(id, { type: 'approve' });
    expect(setting.taken()).toEqual([
      [
        'act',
        expect.objectContaining({ action: 'answer', key: 'k', interactionId: id, response: { type: 'approve' } }),
      ],
      ['say', { write: ['yes'] }],
      ['advance'],
    ]);
  });

  it('that cannot be said is a fault of the run, and not of its giver', async () => {
    const setting = setUp({ isRead: true, breaks: ['say'] });
    await setting.parts.channel.respond(ask(setting), { type: 'approve' });
    expect(setting.faults.cause?.message).toContain('agent-mux failed to hand over an answer: boom');
  });

  it('is awaited from whoever reads the tree, and else the question is denied', async () => {
    const heard = setUp({ isRead: true });
    ask(heard);
    heard.manual.pass(100);
    expect(heard.parts.channel.open).toHaveLength(1);
    const unheard = setUp();
    ask(unheard);
    unheard.manual.pass(100);
    await turn();
    expect(unheard.taken()).toContainEqual([
      'act',
      expect.objectContaining({ response: { type: 'deny', reason: 'nobody is listening' } }),
    ]);
  });

  it('of nobody to a question that takes no denial fails the run', async () => {
    const setting = setUp();
    setting.dialect.state.pending.set('k', QUESTION);
    setting.dialect.respond = () => 'unsupported';
    setting.parts.answers.refuseUntold('k', 'it could not be read');
    await turn();
    expect(setting.taken()).toContainEqual(['fail', 'CAPABILITY_ERROR', expect.any(String)]);
  });

  it('whose end breaks something of ours is a fault', () => {
    const setting = setUp({ isRead: true });
    setting.parts.channel.onGone(ask(setting), () => {
      throw new Error('boom');
    });
    setting.parts.channel.close();
    expect(setting.faults.cause?.message).toContain('agent-mux failed to handle a question: boom');
  });

  it('is refused as long as nothing is granted', async () => {
    const setting = setUp({ isRead: true });
    const id = ask(setting);
    setting.parts.machine.status.stop({ type: 'aborted' });
    await expect(setting.parts.channel.respond(id, { type: 'approve' })).rejects.toThrow();
    expect(setting.taken()).toEqual([]);
  });

  it('comes too late once the agent leaves', async () => {
    const setting = setUp({ isRead: true });
    setting.parts.machine.status.isLeaving = true;
    ask(setting);
    await turn();
    expect(setting.parts.channel.open).toHaveLength(0);
  });
});

describe('a tool of the program', () => {
  const tools = [{ name: 'add', description: 'adds', inputSchema: {}, run: async () => '3' }] as never;
  const CALL = { type: 'host_tool_call', key: 'h', toolCallId: 't', toolName: 'add', input: {} } as const;
  const OUTCOME = { type: 'output', text: '3' };

  it('has its result written down and handed back', async () => {
    const { parts, dialect, taken } = setUp({ options: { tools } });
    dialect.returnHostTool = (key, outcome) => ({ write: [JSON.stringify([key, outcome])] });
    parts.hostTools.call(CALL);
    await turn();
    expect(taken()).toEqual([
      ['act', { action: 'tool-result', key: 'h', outcome: OUTCOME }],
      ['say', { write: [JSON.stringify(['h', OUTCOME])] }],
      ['advance'],
    ]);
  });

  it('is not there where none is given', async () => {
    const { parts, taken } = setUp();
    parts.hostTools.call(CALL);
    await turn();
    expect(taken()).toEqual([['warn', expect.stringContaining('"add"')]]);
  });

  it('is not run while nothing is granted', async () => {
    const { parts, dialect, taken } = setUp({ options: { tools } });
    dialect.returnHostTool = () => ({ write: ['no'] });
    parts.machine.status.stop({ type: 'aborted' });
    parts.hostTools.call(CALL);
    await turn();
    expect(taken()[0]).toEqual([
      'act',
      expect.objectContaining({ outcome: { type: 'error', message: expect.any(String) } }),
    ]);
  });

  it('whose result cannot be handed back is a fault', async () => {
    const { parts, dialect, faults } = setUp({ options: { tools }, breaks: ['act'] });
    dialect.returnHostTool = () => ({ write: ['3'] });
    parts.hostTools.call(CALL);
    await turn();
    expect(faults.cause?.message).toContain('agent-mux failed to hand back what a tool gave: boom');
  });

  it('lets the agent wait for as long as it runs', async () => {
    const never = [{ name: 'add', description: 'adds', inputSchema: {}, run: () => new Promise(() => {}) }] as never;
    const { parts, manual, taken } = setUp({ options: { tools: never }, prepared: { inactivityTimeout: 100 } });
    parts.timers.start();
    parts.hostTools.call(CALL);
    manual.pass(1_000);
    expect(taken()).toEqual([]);
    parts.hostTools.close();
    manual.pass(1_000);
    expect(taken()).toEqual([['stop', { type: 'timeout', kind: 'inactivity' }]]);
  });
});

describe('a limit of time', () => {
  it('ends the run', () => {
    const { parts, manual, taken } = setUp({ prepared: { timeout: 100 } });
    parts.timers.start();
    manual.pass(99);
    expect(taken()).toEqual([]);
    manual.pass(1);
    expect(taken()).toEqual([['stop', { type: 'timeout', kind: 'run' }]]);
  });

  it('of silence ends no run whose agent is not at work', () => {
    const { parts, manual, taken } = setUp({ prepared: { inactivityTimeout: 100 }, isAtWork: false });
    parts.timers.start();
    manual.pass(1_000);
    expect(taken()).toEqual([]);
  });
});

describe('an agent that is silent for long', () => {
  const silent = (probe: (() => { write: readonly string[] }) | undefined) => {
    const setting = setUp();
    let count = 0;
    if (probe !== undefined) {
      setting.dialect.probe = () => {
        count++;
        return probe();
      };
    }
    setting.parts.timers.start();
    return { ...setting, asked: () => count };
  };

  it('is asked for its turn where it can be, and again only after it has spoken of more than that', () => {
    const { parts, manual, taken, asked } = silent(() => ({ write: ['well?'] }));
    manual.pass(30_000);
    expect(taken()).toEqual([['act', { action: 'probe' }], ['say', { write: ['well?'] }], ['advance']]);
    parts.timers.touch(manual.now());
    manual.pass(60_000);
    expect(asked()).toBe(1);
    parts.timers.touch(manual.now());
    manual.pass(60_000);
    expect(asked()).toBe(2);
  });

  it('is told nothing where its dialect has nothing to ask, and may be asked after its next word', () => {
    const { parts, manual, taken, asked } = silent(() => ({ write: [] }));
    manual.pass(30_000);
    expect([taken(), asked()]).toEqual([[], 1]);
    parts.timers.touch(manual.now());
    manual.pass(60_000);
    expect(asked()).toBe(2);
  });

  it('is not asked where it cannot be', () => {
    const { manual, taken } = silent(undefined);
    expect(manual.size).toBe(0);
    manual.pass(60_000);
    expect(taken()).toEqual([]);
  });
});

describe('readers that are behind', () => {
  it('let the run steer its reading, whose failure is a fault', async () => {
    for (const breaks of [[], ['steerReading']]) {
      const setting = setUp({ prepared: { highWaterMark: 1 }, breaks });
      const reader = setting.parts.journal.entries()[Symbol.asyncIterator]();
      const first = reader.next();
      setting.says(SESSION, { type: 'turn_start' }, { type: 'step_start' }, { type: 'text_delta', delta: 'a' });
      await first;
      setting.says({ type: 'text_delta', delta: 'b' }, { type: 'text_delta', delta: 'c' });
      expect(setting.taken()).toContainEqual(['steerReading']);
      expect(setting.faults.cause?.message.includes('hold the agent back: boom')).toBe(
        breaks.length > 0 ? true : undefined,
      );
    }
  });
});

describe('the activity of a run', () => {
  it('that cannot be told is a fault', async () => {
    const { parts, faults, says } = setUp({ breaks: ['hasMore'] });
    parts.turns.activity.on(() => {});
    says(SESSION);
    parts.turns.activity.touch();
    await turn();
    expect(faults.cause?.message).toContain('agent-mux failed to say what the run does: boom');
  });
});
