import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { Adapter, Dialect, LineContext, Mode, ModeContext } from '../adapter/index.ts';
import type { CassetteEntry, CassetteHeader } from '../recording/format.ts';
import { createToyDialect, toyAdapter } from '../recording/testing/toy-agent.ts';
import { out, said, TOY_HEADER } from '../recording/testing/toy-cassette.ts';
import { type Replay, replayCassette } from './replay.ts';
import { ReplayMachine } from './replay-machine.ts';

const OURS: CassetteHeader = { ...TOY_HEADER, mode: 'talk', runId: 'R1' };
const KEPT_OPEN: CassetteHeader = { ...OURS, options: { keepOpen: true } };
const by = { kind: 'program' } as const;

const asked = (text: string, as: 'first' | 'new-turn' = 'first', id = 'p1'): CassetteEntry => ({
  ...({ dir: 'host', action: 'prompt', as, by, id, text } as const),
});
const prompted = (text: string): CassetteEntry => said({ type: 'prompt', text });
const exit = (more: object = {}): CassetteEntry => ({ dir: 'exit', code: 0, signal: null, ...more });
const closed: CassetteEntry = { dir: 'host', action: 'close' };
const interrupted: CassetteEntry = { dir: 'host', action: 'interrupt', of: 'turn' };
const aborted: CassetteEntry = { dir: 'host', action: 'abort' };
const sigint: CassetteEntry = { dir: 'host', action: 'signal', signal: 'SIGINT' };
const retried: CassetteEntry = {
  ...{ dir: 'host', action: 'retry', attempt: 1, maxAttempts: 3, reason: 'RATE_LIMITED', delayMs: 50 },
};
const INIT = out({ type: 'init', id: 's1' });
const TEXT = out({ type: 'text', delta: 'words' });
const DONE = out({ type: 'done' });
const ASK = out({ type: 'ask', key: 'q1', detail: 'rm' });
const PING = out({ type: 'ping', id: 7 });
const HELLO = [asked('hi'), prompted('hi')];

/** The toy agent with other methods of its modes. */
function toyWith(change: Partial<Mode>): Adapter {
  return { ...toyAdapter, modes: toyAdapter.modes.map((mode) => ({ ...mode, ...change })) };
}

/** The toy agent whose dialects have these methods in the place of theirs. */
function speaking(change: (context: ModeContext, toy: Dialect) => Partial<Dialect>, more: Partial<Mode> = {}): Adapter {
  const dialect: Mode['dialect'] = (_options, context) => {
    const toy = createToyDialect();
    return Object.assign(toy, change(context, { ...toy }));
  };
  return toyWith({ dialect, ...more });
}

function replay(entries: readonly CassetteEntry[], header = OURS, adapter = toyAdapter): Replay {
  return replayCassette({ header, entries }, adapter, { options: { prompt: 'of the caller' } });
}

const missed = ({ unmatched, unwanted }: Replay): unknown => ({ unmatched, unwanted });
const names = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.map((entry) => (isEventEntry(entry) ? entry.type : entry.entry));

describe('what is heard', () => {
  it('is told to the dialect with where it came from, and whether its end was lost', () => {
    const contexts: LineContext[] = [];
    const adapter = speaking((_context, { parseEvent }) => ({
      parseEvent(line, context) {
        contexts.push(context);
        return parseEvent(line, context);
      },
    }));
    const lost: CassetteEntry = { dir: 'out', text: '{"type":"te', partial: true };
    replay([...HELLO, TEXT, { dir: 'err', text: 'a warning' }, lost, exit()], OURS, adapter);
    expect(contexts).toStrictEqual([
      { source: 'stdin' },
      { source: 'stdout' },
      { source: 'stderr' },
      { source: 'stdout', partial: true },
    ]);
  });

  it.each<[string, CassetteEntry, readonly string[]]>([
    ['a message', INIT, ['open', 'input', 'session_start']],
    ['an action', interrupted, ['open', 'input', 'input']],
    ['an exit', exit({ code: 1 }), ['open', 'input']],
  ])('is in the journal at once, behind its beginning: %s', (_what, entry, told) => {
    const entries: JournalEntry[] = [];
    const machine = new ReplayMachine(TOY_HEADER, toyAdapter, {}, (each) => entries.push(each));
    machine.push(entry);
    expect(names(entries).slice(0, told.length)).toEqual(told);
  });

  it('has its native text on the events of a replay for debugging alone', () => {
    const raw = (options: { debug?: boolean }): readonly unknown[] =>
      replayCassette({ header: OURS, entries: [INIT, exit()] }, toyAdapter, options).events.map((event) => event.raw);
    expect(raw({ debug: true })).toContain(INIT.dir === 'out' && INIT.text);
    expect(raw({}).filter((text) => text !== undefined)).toEqual([]);
  });

  it('has the first time that there is, where the recording does not tell when it was made', () => {
    expect(replay([INIT, exit()]).events.map(({ timestamp }) => timestamp)).toContain(1);
  });
});

describe('an attempt', () => {
  it('is one also where nothing was recorded', () => {
    expect(replay([]).result.attempts).toBe(1);
  });

  it('that never began has said nothing', () => {
    const { result } = replay([...HELLO, { dir: 'err', text: 'of the first' }, exit({ code: 1 }), retried, aborted]);
    expect([result.attempts, result.error?.stderr]).toEqual([2, '']);
    const ended = replay([...HELLO, { dir: 'err', text: 'of the first' }, out({ type: 'fail' }), exit(), retried]);
    expect(ended.result.error?.stderr ?? '').toBe('');
  });

  it('has a dialect that knows its first words, the folder of a run, and the program that was started', () => {
    const contexts: ModeContext[] = [];
    const adapter = speaking((context) => {
      contexts.push(context);
      return { close: () => ({ write: [`bye, ${context.input.text}`] }) };
    });
    const { unmatched } = replay([...HELLO, TEXT, DONE, closed, exit()], { ...OURS, argv: ['/opt/tuy'] }, adapter);
    expect(unmatched).toContain('bye, hi');
    expect(contexts.map(({ dir, binary }) => [dir, binary])).toEqual([
      ['<run>', '/opt/tuy'],
      ['<run>', '/opt/tuy'],
    ]);
    contexts.length = 0;
    replay([], { ...OURS, argv: [] }, adapter);
    expect(contexts.map(({ binary }) => binary)).toEqual(['toy']);
  });

  it('is opened once, and the words that stand there twice are only said again', () => {
    const adapter = speaking(() => ({ open: () => ({ write: ['{"type":"open"}'] }) }));
    const opened = said({ type: 'open' });
    const twice = [asked('hi'), opened, prompted('hi'), asked('hi'), prompted('hi'), TEXT, DONE, exit()];
    expect(missed(replay(twice, OURS, adapter))).toEqual({ unmatched: [], unwanted: [] });
    const again = [asked('hi'), opened, prompted('hi'), TEXT, DONE, asked('more', 'new-turn', 'p2'), exit()];
    expect(missed(replay(again, OURS, adapter))).toEqual({
      unmatched: ['{"type":"prompt","text":"more"}'],
      unwanted: [],
    });
  });
});

describe('what the host said', () => {
  it('has to be written before the agent speaks', () => {
    const prompt = '{"type":"prompt","text":"hi"}';
    const late = replay([asked('hi'), INIT, prompted('hi'), exit()]);
    expect(missed(late)).toEqual({ unmatched: [prompt], unwanted: [prompt] });
  });

  it.each<[string, CassetteEntry, string]>([
    [
      'the output of a tool',
      { dir: 'host', action: 'tool-result', key: 't', outcome: { type: 'output', text: 'x' } },
      'tool t',
    ],
    ['a question about the turn', { dir: 'host', action: 'probe' }, 'probe'],
  ])('is demanded of the dialect: %s', (_what, entry, wanted) => {
    const adapter = speaking(() => ({
      returnHostTool: (key) => ({ write: [`tool ${key}`] }),
      probe: () => ({ write: ['probe'] }),
    }));
    expect(replay([...HELLO, TEXT, entry, exit()], OURS, adapter).unmatched).toEqual([wanted]);
  });

  it('into the running turn is delivered as the agent tells', () => {
    const adapter = speaking((_context, { parseEvent }) => ({
      steer: () => ({ write: [], key: 'k' }),
      parseEvent: (line, context) =>
        line === 'taken'
          ? { drafts: [{ type: 'steer_settled', key: 'k', delivered: 'steered' }], write: [] }
          : parseEvent(line, context),
    }));
    const steered: CassetteEntry = { dir: 'host', action: 'steer', as: 'steer', by, id: 'p2', text: 'left' };
    const delivered = (...entries: readonly CassetteEntry[]): unknown =>
      replay([...HELLO, TEXT, steered, ...entries, DONE, exit()], OURS, adapter).entries.filter(
        (entry) => !isEventEntry(entry) && entry.entry === 'delivered' && entry.id === 'p2',
      );
    expect(delivered({ dir: 'out', text: 'taken' })).toEqual([expect.objectContaining({ delivered: 'steered' })]);
    expect(delivered()).toEqual([]);
  });

  it('is about the options, before the first words of the first attempt', () => {
    const adapter = toyWith({ notes: () => ['model: ignored.'] });
    const log: CassetteEntry = { dir: 'host', action: 'draft', draft: { type: 'log', source: 'stderr', line: 'x' } };
    const failed = [INIT, out({ type: 'fail' }), exit(), retried];
    const silent = replay([log, ...HELLO, ...failed, ...HELLO, TEXT, DONE, exit()], OURS, adapter);
    expect(missed(silent)).toEqual({ unmatched: ['the note: model: ignored.'], unwanted: [] });
  });
});

describe('an agent that is told to stop', () => {
  it('at a signal gets it as the dialect says', () => {
    const stopped = [...HELLO, TEXT, interrupted, sigint, exit({ code: 130 })];
    expect(missed(replay(stopped))).toEqual({ unmatched: [], unwanted: [] });
  });

  it('is not stopped any more once the next turn was asked for', () => {
    const ended = (...entries: readonly CassetteEntry[]): string =>
      replay([...HELLO, TEXT, interrupted, sigint, DONE, ...entries, exit()]).result.exitReason;
    expect(ended()).toBe('interrupted');
    expect(ended(asked('more', 'new-turn', 'p2'))).toBe('completed');
  });

  it('need not be answered once it was told to leave', () => {
    const end: CassetteEntry = { dir: 'host', action: 'end-input' };
    expect(missed(replay([...HELLO, TEXT, DONE, closed, end, PING, exit()]))).toEqual({ unmatched: [], unwanted: [] });
  });

  it('is told its last words once where its work goes on elsewhere', () => {
    const stop = '{"type":"stop"}';
    const adapter = speaking(() => ({ interrupt: () => ({ write: [stop] }) }), { worksElsewhere: true });
    const stopped = [...HELLO, TEXT, aborted, said({ type: 'stop' }), aborted, exit({ signal: 'SIGTERM' })];
    expect(missed(replay(stopped, OURS, adapter))).toEqual({ unmatched: [], unwanted: [] });
    const silent = [...HELLO, TEXT, aborted, exit({ signal: 'SIGTERM' })];
    expect(missed(replay(silent, OURS, adapter))).toEqual({ unmatched: [stop], unwanted: [] });
  });

  it('to leave, and dies of a signal, was killed by nobody else', () => {
    const died = { code: null, signal: 'SIGTERM', asked: null };
    const reason = (...entries: readonly CassetteEntry[]): string =>
      replay([...HELLO, TEXT, ...entries]).result.exitReason;
    expect(reason(closed, exit({ ...died, settled: false }))).toBe('crashed');
    expect(reason(exit({ ...died, settled: false }))).toBe('killed');
    const broken = speaking((_context, toy) => ({
      exit: () => toy.exit({ code: 1, signal: null, stderr: '' }),
    }));
    const settled = replay([...HELLO, TEXT, exit({ ...died, settled: true })], OURS, broken);
    expect(settled.result.exitReason).toBe('crashed');
  });

  const SIGTERM = { code: null, signal: 'SIGTERM' };
  it.each<[what: string, entries: readonly CassetteEntry[], header: CassetteHeader, told: object]>([
    ['left as it was told to, if it had nothing to do', [DONE], OURS, { code: 0, signal: null }],
    ['was killed, if its turn was open', [], OURS, SIGTERM],
    ['was killed, if its question was open', [DONE, ASK], OURS, SIGTERM],
    ['was killed, if its run was being stopped', [DONE, aborted], OURS, { ...SIGTERM, asked: 'abort' }],
    ['was killed, if its host was another program', [DONE], { ...TOY_HEADER, mode: 'talk' }, SIGTERM],
  ])('dies of a signal that nobody has written down: it %s', (_what, entries, header, told) => {
    const exits: unknown[] = [];
    const adapter = speaking((_context, toy) => ({
      exit(info) {
        exits.push(info);
        return toy.exit(info);
      },
    }));
    replay([...HELLO, TEXT, ...entries, exit(SIGTERM)], header, adapter);
    expect(exits).toEqual([{ ...told, stderr: '' }]);
  });

  it.each([
    ['once, however often it is told to leave', [closed, closed], 1],
    ['never, where its run was being stopped', [aborted, closed], 0],
  ])('says that no more words come %s, where the run is kept open', (_when, entries, count) => {
    const { entries: written } = replay([...HELLO, TEXT, DONE, ...entries, exit()], KEPT_OPEN);
    const ends = written.filter(
      (entry) => !isEventEntry(entry) && entry.entry === 'input' && entry.input === 'control' && entry.action === 'end',
    );
    expect(ends).toHaveLength(count);
  });

  it('ends its last turn with its process, where the run is kept open', () => {
    const ends = (header: CassetteHeader): number =>
      replay([...HELLO, TEXT, DONE, exit()], header).entries.filter(
        (entry) => !isEventEntry(entry) && entry.entry === 'turn',
      ).length;
    expect([ends(KEPT_OPEN), ends(OURS)]).toEqual([1, 0]);
  });
});

describe('the end of a turn that the agent may still add to', () => {
  // What comes after the end of the toy's turn belongs to that turn, until it is settled.
  const holding = toyWith({
    dialect() {
      const toy = createToyDialect();
      let held: ReturnType<Dialect['parseEvent']>['drafts'] | undefined;
      const parts: Partial<Dialect> = {
        get state() {
          return Object.create(toy.state, { holdsEnd: { value: held !== undefined } });
        },
        parseEvent(line, context) {
          const parsed = toy.parseEvent(line, context);
          if (context.source !== 'stdout' || !line.includes('"done"')) {
            return parsed;
          }
          held = parsed.drafts;
          return { ...parsed, drafts: [] };
        },
        settle() {
          const drafts = held ?? [];
          held = undefined;
          return { drafts };
        },
      };
      return Object.create(toy, Object.getOwnPropertyDescriptors(parts));
    },
  });
  const turnsOf = (...entries: readonly CassetteEntry[]): unknown =>
    replay(
      [...HELLO, { ...TEXT, t: 5 }, { ...DONE, t: 7 }, ...entries],
      { ...OURS, startedAt: 100 },
      holding,
    ).events.flatMap(({ type, timestamp }) =>
      type === 'turn_end' || type === 'debug' ? [`${type} ${timestamp - 100}`] : [],
    );
  const note: CassetteEntry = {
    ...{ dir: 'host', action: 'draft', draft: { type: 'debug', level: 'info', message: 'so' }, t: 8 },
  };
  const settled: CassetteEntry = { dir: 'host', action: 'settle', t: 57 };

  it.each<[string, CassetteEntry]>([
    ['what was waited for', settled],
    ['what is said next', { ...asked('more', 'new-turn', 'p2'), t: 9 } as CassetteEntry],
    ['a farewell', { ...closed, t: 9 } as CassetteEntry],
    ['an interrupt', { ...interrupted, t: 9 } as CassetteEntry],
    ['an abort', { ...aborted, t: 9 } as CassetteEntry],
    ['a failure', { dir: 'host', action: 'draft', draft: { type: 'outcome', outcome: { type: 'interrupted' } }, t: 9 }],
    ['an exit', exit({ t: 9 })],
  ])('is told before %s, as of the last words', (_what, entry) => {
    expect(turnsOf(entry, { ...note, t: 60 } as CassetteEntry)).toContain('turn_end 7');
    expect(turnsOf({ ...TEXT, t: 8 } as CassetteEntry, entry)).toContain('turn_end 8');
  });

  it('has its own raw text in a replay for debugging', () => {
    const entries = [...HELLO, TEXT, DONE, TEXT, exit()];
    const { events } = replayCassette({ header: OURS, entries }, holding, { debug: true });
    expect(events.find(({ type }) => type === 'turn_end')?.raw).toBe((DONE as { readonly text: string }).text);
  });

  it('is told where the recording just ends', () => {
    expect(turnsOf()).toEqual(['turn_end 7']);
  });

  it('is not told by what the runtime notes meanwhile', () => {
    expect(turnsOf(note, { ...settled }, exit({ t: 60 }))).toEqual(['debug 8', 'turn_end 8']);
    expect(turnsOf(settled, { ...note, t: 58 } as CassetteEntry, exit({ t: 60 }))).toEqual(['turn_end 7', 'debug 58']);
  });
});

describe('what a recording says of times and of what was before it', () => {
  it('lasts as long as its last entry that has a time', () => {
    expect(replay([...HELLO, { ...TEXT, t: 5 }, DONE, exit()]).result.durationMs).toBe(5);
  });

  it('has the time of each entry again after what came before the first words', () => {
    const log: CassetteEntry = {
      dir: 'host',
      action: 'draft',
      draft: { type: 'log', source: 'stderr', line: 'x' },
      t: 3,
    };
    const more = [
      { ...DONE, t: 20 },
      { ...asked('more', 'new-turn', 'p2'), t: 40 },
    ] as const;
    const { entries } = replay([log, ...HELLO, TEXT, ...more, exit()], { ...OURS, startedAt: 100 });
    const prompts = entries.flatMap((entry) =>
      !isEventEntry(entry) && entry.entry === 'input' && entry.input === 'prompt' ? [entry.timestamp] : [],
    );
    expect(prompts).toEqual([103, 140]);
  });

  it('tells the turns of a session that is continued', () => {
    const adapter = speaking((_context, { parseEvent }) => ({
      parseEvent: (line, context) =>
        line.includes('"init"')
          ? { drafts: [{ type: 'session_start', sessionId: 's1', resumed: true }], write: [] }
          : parseEvent(line, context),
    }));
    const { events } = replay([...HELLO, INIT, exit()], { ...OURS, prior: { turnCount: 3 } }, adapter);
    expect(events).toContainEqual(expect.objectContaining({ type: 'session_resume', priorTurnCount: 3 }));
  });

  it('keeps the id of a question that no agent has asked', () => {
    const answer = {
      dir: 'host',
      action: 'answer',
      key: 'q7',
      response: { type: 'approve' },
      by,
      interactionId: 'i7',
    } as CassetteEntry;
    const { entries } = replay([...HELLO, TEXT, answer, exit()]);
    expect(entries).toContainEqual(expect.objectContaining({ interactionId: 'i7' }));
  });
});
