/** The journal of a recording: what its host said and did stands among the events, each in the place that it had in the live run. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { Adapter, Dialect, Mode } from '../adapter/index.ts';
import type { CassetteEntry, CassetteHeader } from '../recording/format.ts';
import { createToyDialect, toyAdapter } from '../recording/testing/toy-agent.ts';
import { out, said, TOY_HEADER } from '../recording/testing/toy-cassette.ts';
import { replayCassette } from './replay.ts';

const HEADER: CassetteHeader = { ...TOY_HEADER, mode: 'talk', startedAt: 1_000 };
const by = { kind: 'program' } as const;
const OURS = { runId: 'R1' };
const KEPT_OPEN = { ...OURS, options: { keepOpen: true } };

const exit = (code: number, more: object = {}): CassetteEntry => ({ dir: 'exit', code, signal: null, ...more });
const asked = (text: string, as: 'first' | 'new-turn' = 'first', id = 'p1', t?: number): CassetteEntry => ({
  ...(t === undefined ? {} : { t }),
  ...({ dir: 'host', action: 'prompt', as, by, id, text } as const),
});
const steered = (text: string): CassetteEntry => ({ dir: 'host', action: 'steer', as: 'steer', by, id: 'p2', text });
const prompted = (text: string): CassetteEntry => said({ type: 'prompt', text });
const closed: CassetteEntry = { dir: 'host', action: 'close' };
const ended: CassetteEntry = { dir: 'host', action: 'end-input' };
const INIT = out({ type: 'init', id: 's1' }, 10);
const TEXT = out({ type: 'text', delta: 'words' }, 20);
const DONE = out({ type: 'done' }, 30);

/** The toy agent with other methods of its modes. */
function toyWith(change: Partial<Mode>): Adapter {
  return { ...toyAdapter, modes: toyAdapter.modes.map((mode) => ({ ...mode, ...change })) };
}

function show(entry: JournalEntry): string {
  if ('type' in entry) {
    return entry.type;
  }
  switch (entry.entry) {
    case 'open':
      return `open "${entry.header.prompt}"`;
    case 'input':
      switch (entry.input) {
        case 'prompt':
          return `${entry.as} ${entry.id} "${entry.text}" by ${entry.by.kind}`;
        case 'answer':
          return `answer ${entry.interactionId}`;
        default:
          return `control ${entry.action}`;
      }
    case 'delivered':
      return `delivered ${entry.id} as ${entry.delivered}`;
    case 'asked':
      return `asked ${entry.interactionId}`;
    case 'turn':
      return `turn ${entry.id} ${entry.outcome}`;
    case 'close':
      return `close ${entry.cause}`;
    default:
      return entry.entry;
  }
}

function replay(entries: readonly CassetteEntry[], header: Partial<CassetteHeader> = OURS, adapter = toyAdapter) {
  const cassette = { header: { ...HEADER, ...header }, entries };
  const { entries: journal, ...rest } = replayCassette(cassette, adapter, { options: { prompt: 'of the caller' } });
  return { ...rest, journal, shown: journal.map(show) };
}

const TURN = ['turn_start', 'message_start', 'text_delta', 'message_stop', 'turn_end'];

describe('a recording of ours', () => {
  it('has its prompt before everything that was heard, and what the runtime told before it behind', () => {
    const note: CassetteEntry = {
      t: 1,
      dir: 'host',
      action: 'draft',
      draft: { type: 'debug', level: 'info', message: 'n' },
    };
    const { journal, shown } = replay([note, asked('hi', 'first', 'p1', 5), prompted('hi'), INIT, TEXT, DONE, exit(0)]);
    expect(shown).toEqual([
      ...['open "hi"', 'first p1 "hi" by program', 'debug', 'session_start', 'delivered p1 as new-turn'],
      ...[...TURN, 'session_end', 'close completed'],
    ]);
    const times = journal.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.slice(0, 4)).toEqual([1_001, 1_001, 1_001, 1_010]);
    expect(times.at(-1)).toBe(1_030);
  });

  it('has each entry at its own time, and none before the one that it follows', () => {
    const note: CassetteEntry = {
      ...{ t: 1, dir: 'host', action: 'draft', draft: { type: 'debug', level: 'info', message: 'n' } },
    };
    const told = [note, asked('hi', 'first', 'p1', 5), prompted('hi'), INIT, TEXT, DONE];
    const timesOf = (...more: readonly CassetteEntry[]): readonly number[] =>
      replay([...told, ...more, exit(0)], KEPT_OPEN).journal.map(({ timestamp }) => timestamp);
    expect(timesOf(asked('more', 'new-turn', 'p2', 500))).toContain(1_500);
    const times = timesOf({ t: 15, dir: 'host', action: 'interrupt', of: 'turn' });
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('has each prompt once, and ends the turn before it', () => {
    const next = [asked('more', 'new-turn', 'p2'), prompted('more'), TEXT, DONE];
    const { shown } = replay([asked('hi'), prompted('hi'), TEXT, DONE, ...next, closed, ended, exit(0)], KEPT_OPEN);
    expect(shown).toEqual([
      ...['open "hi"', 'first p1 "hi" by program', 'session_start', 'delivered p1 as new-turn', ...TURN],
      'turn p1 completed',
      ...['new-turn p2 "more" by program', 'delivered p2 as new-turn', ...TURN, 'turn p2 completed'],
      ...['control end', 'session_end', 'close completed'],
    ]);
  });

  it('that is kept open ends its last turn when it is stopped, once', () => {
    const abort: CassetteEntry = { dir: 'host', action: 'abort' };
    const { shown } = replay([asked('hi'), prompted('hi'), TEXT, DONE, abort, exit(0, { asked: 'abort' })], KEPT_OPEN);
    expect(shown.slice(-5)).toEqual(['turn p1 completed', 'control abort', 'aborted', 'session_end', 'close aborted']);
    const running = replay([asked('hi'), prompted('hi'), TEXT, abort, exit(0, { asked: 'abort' })], KEPT_OPEN).shown;
    expect(running.filter((entry) => entry.startsWith('turn p'))).toEqual([]);
  });

  it('that is not kept open has no end of a turn and of its input', () => {
    const { shown } = replay([asked('hi'), prompted('hi'), TEXT, DONE, closed, ended, exit(0)]);
    expect(shown.filter((entry) => /^turn p|control/.test(entry))).toEqual([]);
  });

  it('has words for a running turn, which count as steered where the CLI tells nothing of them', () => {
    const steer: Dialect['steer'] = ({ text }) => ({ write: [JSON.stringify({ type: 'steer', text })] });
    const adapter = toyWith({ dialect: () => Object.assign(createToyDialect(), { steer }) });
    const left = [steered('left'), said({ type: 'steer', text: 'left' })];
    const { shown, unmatched, unwanted } = replay(
      [asked('hi'), prompted('hi'), TEXT, ...left, DONE, exit(0)],
      OURS,
      adapter,
    );
    expect([unmatched, unwanted]).toEqual([[], []]);
    const at = shown.indexOf('steer p2 "left" by program');
    expect(shown[at + 1]).toBe('delivered p2 as steered');
  });

  it('has the answer under the id of its question, in the run that it is replayed as', () => {
    const question = out({ type: 'ask', key: 'k', detail: 'rm' });
    const answer: CassetteEntry = {
      dir: 'host',
      action: 'answer',
      by,
      key: 'k',
      interactionId: 'R1-i1',
      response: { type: 'approve' },
    };
    const granted = said({ type: 'answer', key: 'k', ok: true });
    const entries = [asked('hi'), prompted('hi'), question, answer, granted, DONE, exit(0)];
    const { journal, shown } = replay(entries);
    const shownId = journal.flatMap((entry) =>
      'type' in entry && entry.type === 'approval_request' ? [entry.interactionId] : [],
    );
    expect(shownId).toHaveLength(1);
    const at = shown.indexOf(`asked ${shownId[0]}`);
    expect(shown.slice(at - 1, at + 3)).toEqual([
      'approval_request',
      `asked ${shownId[0]}`,
      `answer ${shownId[0]}`,
      'approval_granted',
    ]);
    // Nobody has seen a question that has no id: such an answer has no entry.
    const { interactionId: _id, ...unseen } = answer as Extract<CassetteEntry, { action: 'answer' }>;
    const silent = replay([asked('hi'), prompted('hi'), question, unseen, granted, DONE, exit(0)]).shown;
    expect(silent.filter((entry) => entry.startsWith('answer'))).toEqual([]);
  });

  it('begins each attempt with the same words, and ids of its own', () => {
    const ids: string[] = [];
    const adapter = toyWith({
      dialect(_options, { newId }) {
        ids.push(newId());
        return createToyDialect();
      },
    });
    const retry: CassetteEntry = {
      ...{ dir: 'host', action: 'retry', attempt: 1, maxAttempts: 3, reason: 'RATE_LIMITED', delayMs: 50 },
    };
    const fail = out({ type: 'fail' });
    const { shown, unmatched, unwanted } = replay(
      [asked('hi'), prompted('hi'), INIT, fail, exit(0), retry, asked('hi'), prompted('hi'), INIT, TEXT, DONE, exit(0)],
      OURS,
      adapter,
    );
    expect([unmatched, unwanted]).toEqual([[], []]);
    expect(shown.filter((entry) => entry.startsWith('first'))).toEqual(['first p1 "hi" by program']);
    // A dialect is made as soon as its attempt is known, and again once its first words are.
    expect(new Set(ids).size).toBe(2);
    // The ids are those of the recorded run, under whatever id it is replayed.
    const recorded = ids.splice(0);
    const entries = [asked('hi'), prompted('hi'), INIT, TEXT, DONE, exit(0)];
    replayCassette({ header: { ...HEADER, ...OURS }, entries }, adapter, { runId: 'R2' });
    expect(ids.every((id) => recorded.includes(id))).toBe(true);
  });
});

describe('a recording of another program', () => {
  it('has the prompt of its caller, and a prompt without words for each turn after the first', () => {
    const { shown } = replay([INIT, prompted('a'), TEXT, DONE, prompted('b'), TEXT, DONE, exit(0)], {});
    expect(shown).toEqual([
      ...['open "of the caller"', 'first p1 "of the caller" by program', 'session_start'],
      ...['delivered p1 as new-turn', ...TURN],
      ...['new-turn p2 "" by program', 'delivered p2 as new-turn', ...TURN, 'session_end', 'close completed'],
    ]);
  });

  it('has a beginning and an end also where nothing was recorded', () => {
    expect(replay([], {}).shown).toEqual([
      ...['open "of the caller"', 'first p1 "of the caller" by program', 'session_start', 'session_end'],
      'close completed',
    ]);
  });

  it('has an interrupt where SIGINT was sent, but one only where both are told', () => {
    const signal: CassetteEntry = { dir: 'host', action: 'signal', signal: 'SIGINT' };
    const interrupt: CassetteEntry = { dir: 'host', action: 'interrupt', of: 'turn' };
    const controls = (...entries: CassetteEntry[]): readonly string[] =>
      replay([prompted('a'), TEXT, ...entries, exit(130)], {}).shown.filter((entry) => entry.startsWith('control'));
    expect(controls(signal)).toEqual(['control interrupt']);
    expect(controls(interrupt, signal)).toEqual(['control interrupt']);
    expect(controls({ ...signal, signal: 'SIGTERM' } as CassetteEntry)).toEqual([]);
  });
});

describe('what was demanded', () => {
  it('is an interrupt of the turn, but none of a run that had no CLI to tell', () => {
    const interrupted = (of: 'turn' | 'run'): readonly string[] =>
      replay([asked('hi'), prompted('hi'), TEXT, { dir: 'host', action: 'interrupt', of }, exit(130)]).unmatched;
    expect(interrupted('turn')).toEqual(['SIGINT']);
    expect(interrupted('run')).toEqual([]);
  });

  it('are no replies once the run has a reason to end', () => {
    const ping = out({ type: 'ping', id: 7 });
    const limit: CassetteEntry = {
      ...{ dir: 'host', action: 'draft', draft: { type: 'outcome', outcome: { type: 'turn_limit', maxTurns: 2 } } },
    };
    const paused: CassetteEntry = { dir: 'host', action: 'draft', draft: { type: 'paused' } };
    const timeout: CassetteEntry = { dir: 'host', action: 'timeout', kind: 'run' };
    const after = (action: CassetteEntry): readonly string[] =>
      replay([asked('hi'), prompted('hi'), TEXT, action, ping, exit(0)]).unmatched;
    expect(after(limit)).toEqual([]);
    expect(after(timeout)).toEqual([]);
    expect(after(paused)).toEqual(['{"type":"pong","id":7}']);
  });

  it('are the notes on options, which stand before the first words', () => {
    const debug = (message: string): CassetteEntry => ({
      ...{ dir: 'host', action: 'draft', draft: { type: 'debug', level: 'info', message } },
    });
    const adapter = toyWith({ notes: () => ['model: ignored.'] });
    const { unmatched, unwanted } = replay(
      [debug('model: ignored.'), asked('hi'), prompted('hi'), debug('later'), TEXT, DONE, exit(0)],
      OURS,
      adapter,
    );
    expect([unmatched, unwanted]).toEqual([[], []]);
  });

  it('is the whole opening again, where the first words stand behind a line that the agent said', () => {
    const { unmatched } = replay([asked('hi'), INIT, asked('hi'), prompted('hi'), DONE, exit(0)]);
    // The line came before the words were written; the second entry asks for the words alone.
    expect(unmatched).toEqual(['{"type":"prompt","text":"hi"}']);
  });
});
