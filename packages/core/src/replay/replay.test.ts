import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent } from '@agent-mux/events';
import { afterAll, describe, expect, it } from 'vitest';
import { Assembler } from '../assembler/index.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import { ToldQuestions } from '../interaction/told-questions.ts';
import type { Cassette, CassetteEntry, CassetteHeader } from '../recording/format.ts';
import { readCassette } from '../recording/read-cassette.ts';
import { createRecorder } from '../recording/recorder.ts';
import { createToyDialect, toyAdapter } from '../recording/testing/toy-agent.ts';
import { out, said, TOY_HEADER } from '../recording/testing/toy-cassette.ts';
import { createRedactor } from '../redaction/redact.ts';
import { Conversation } from '../run/conversation.ts';
import { RunStatus } from '../run/run-status.ts';
import { replayCassette, replayStream } from './replay.ts';
import { isSameText } from './same-text.ts';

const tmp = mkdtempSync(join(tmpdir(), 'replay-'));
afterAll(() => rmSync(tmp, { recursive: true }));

const exit = (code: number | null, signal: string | null = null): CassetteEntry => ({ dir: 'exit', code, signal });

const INIT = out({ type: 'init', id: 's1' });
const PROMPT = said({ type: 'prompt', text: 'hello' });
const TEXT = out({ type: 'text', delta: 'Grüße 🌍' });
const DONE = out({ type: 'done' });

function replay(
  entries: readonly CassetteEntry[],
  header: Partial<CassetteHeader> = {},
): ReturnType<typeof replayCassette> {
  return replayCassette({ header: { ...TOY_HEADER, ...header }, entries }, toyAdapter);
}

/** A clock whose waits are over at once; it notes how long each would have been. */
function clockThatNotes(waits: number[]): Clock {
  return {
    now: () => 0,
    after(ms, callback) {
      waits.push(ms);
      queueMicrotask(callback);
      return () => {};
    },
  };
}

function types(events: readonly AgentEvent[]): string {
  return events.map(({ type }) => type).join(' ');
}

describe('what was recorded', () => {
  /** Records as the live runtime does: everything that the dialect sees is recorded, in the order in which it sees it. */
  async function live(name: string): Promise<{ cassette: Cassette; events: readonly AgentEvent[] }> {
    let now = 5_000;
    const clock: Clock = { now: () => now, after: () => () => {} };
    const recorder = createRecorder({
      dir: join(tmp, name),
      clock,
      header: { ...TOY_HEADER, mode: 'talk', runId: 'R1', options: { keepOpen: true } },
      redactor: createRedactor(),
    });
    const events: AgentEvent[] = [];
    const dialect = createToyDialect();
    const told = new ToldQuestions('R1');
    const assembler = new Assembler({
      runId: 'R1',
      agent: 'toy',
      stream: 'auto',
      streams: () => dialect.streams,
      cwd: '<cwd>',
      includeSubagents: false,
      interactions: told,
      onAsked: (key, question) => told.open(key, question),
      onSettled: (key) => told.settle(key),
      emit: (event) => events.push(event),
    });
    const conversation = new Conversation({
      dialect,
      assembler,
      approvalMode: 'prompt',
      status: new RunStatus(true),
      write: (message) => recorder.in(message),
      asked(key) {
        const writes = dialect.respond(key, { type: 'approve' });
        if (typeof writes === 'object') {
          conversation.say(writes, now);
        }
      },
    });
    const hear = (message: object | string, source: 'stdout' | 'stderr' = 'stdout'): void => {
      now += 10;
      const line = typeof message === 'string' ? message : JSON.stringify(message);
      recorder.out(line, source);
      conversation.receive(line, { source }, now);
    };
    hear({ type: 'init', id: 's1' });
    conversation.say(dialect.prompt({ text: 'hello' }), now);
    hear({ type: 'text', delta: 'Grüße' });
    hear('a warning', 'stderr');
    hear({ type: 'ping', id: 7 });
    hear({ type: 'ask', key: 'k1', detail: 'rm -r' });
    recorder.host({ action: 'draft', draft: { type: 'paused' } });
    assembler.push({ type: 'paused' }, now);
    now += 500;
    recorder.host({ action: 'draft', draft: { type: 'resumed' } });
    assembler.push({ type: 'resumed' }, now);
    hear({ type: 'news' });
    hear('no protocol');
    hear({ type: 'done' });
    now += 10;
    recorder.exit({ code: 0, signal: null });
    conversation.exit({ code: 0, signal: null, stderr: 'a warning\n' }, now);
    assembler.end(now);
    await recorder.finish();
    return { cassette: await readCassette(join(tmp, name)), events };
  }

  it('replays to the same events as it was', async () => {
    const { cassette, events } = await live('same');
    const again = replayCassette(cassette, toyAdapter);
    expect(again.events).toEqual(events);
    expect(again.unmatched).toEqual([]);
    expect(types(events)).toBe(
      'session_start turn_start message_start text_delta log approval_request approval_granted paused resumed debug log message_stop turn_end session_end',
    );
  });

  it('streams to the same events, at the speed that is asked for', async () => {
    const { events } = await live('stream');
    const waits: number[] = [];
    const clock = clockThatNotes(waits);
    for (const [speed, waited] of [
      [undefined, 0],
      [2, 295],
    ] as const) {
      waits.length = 0;
      const stream = await replayStream(
        join(tmp, 'stream'),
        toyAdapter,
        speed === undefined ? { clock } : { clock, speed },
      );
      const seen: AgentEvent[] = [];
      expect(stream.result).toBeUndefined();
      for await (const event of stream) {
        seen.push(event);
      }
      expect(seen).toEqual(events);
      expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(waited);
      expect(stream.result?.exitReason).toBe('completed');
    }
  });
});

describe('the end', () => {
  const signal: CassetteEntry = { dir: 'host', action: 'signal', signal: 'SIGINT' };
  const abort: CassetteEntry = { dir: 'host', action: 'abort' };
  const interrupt: CassetteEntry = { dir: 'host', action: 'interrupt' };
  const limit: CassetteEntry = {
    dir: 'host',
    action: 'draft',
    draft: { type: 'outcome', outcome: { type: 'turn_limit', maxTurns: 2 } },
  };
  const START = [INIT, PROMPT, TEXT];
  const OURS = { runId: 'R1' };

  it.each<[string, readonly CassetteEntry[], Partial<CassetteHeader>, string, string]>([
    ['completed', [...START, DONE, exit(0)], {}, 'completed', 'turn_end session_end'],
    ['a process that left early', [...START, exit(1)], {}, 'crashed', 'turn_end crash session_end'],
    ['a process that somebody killed', [...START, exit(null, 'SIGKILL')], {}, 'killed', 'turn_end crash session_end'],
    [
      'a process that somebody killed, as told',
      [...START, { dir: 'host', action: 'kill' }, exit(null, 'SIGKILL')],
      OURS,
      'killed',
      'turn_end crash session_end',
    ],
    ['an interrupt by signal', [...START, signal, exit(130)], {}, 'interrupted', 'turn_end interrupted session_end'],
    ['an interrupt by protocol', [...START, interrupt, exit(0)], {}, 'interrupted', 'turn_end interrupted session_end'],
    [
      'an interrupt, and a turn after it',
      [...START, interrupt, DONE, PROMPT, TEXT, DONE, exit(0)],
      {},
      'completed',
      'turn_end session_end',
    ],
    ['an abort', [...START, abort, exit(null, 'SIGTERM')], OURS, 'aborted', 'turn_end aborted session_end'],
    [
      'an abort of one that was interrupted',
      [...START, interrupt, abort, exit(0)],
      OURS,
      'aborted',
      'turn_end aborted session_end',
    ],
    [
      'a timeout',
      [...START, { dir: 'host', action: 'timeout', kind: 'run' }, exit(null, 'SIGTERM')],
      OURS,
      'timeout',
      'turn_end timeout session_end',
    ],
    [
      'silence',
      [...START, { dir: 'host', action: 'timeout', kind: 'inactivity' }, exit(0)],
      OURS,
      'inactivity',
      'turn_end timeout session_end',
    ],
    ['the limit of turns', [...START, limit, exit(null, 'SIGTERM')], OURS, 'turn_limit', 'turn_limit session_end'],
    [
      'a process that was done and had to be ended',
      [...START, DONE, exit(null, 'SIGTERM')],
      OURS,
      'completed',
      'turn_end session_end',
    ],
    ['the same in a recording of others', [...START, DONE, exit(null, 'SIGTERM')], {}, 'killed', 'crash session_end'],
    [
      'one that was settled, as told',
      [...START, DONE, { dir: 'exit', code: null, signal: 'SIGTERM', settled: true }],
      {},
      'completed',
      'turn_end session_end',
    ],
    [
      'one that was idle and killed, as told',
      [...START, DONE, { dir: 'exit', code: null, signal: 'SIGKILL', asked: null }],
      OURS,
      'killed',
      'crash session_end',
    ],
    [
      'one that was interrupted, as told',
      [...START, { dir: 'exit', code: 0, signal: null, asked: 'interrupt' }],
      {},
      'interrupted',
      'turn_end interrupted session_end',
    ],
    [
      'one that was not, as told',
      [...START, DONE, interrupt, { dir: 'exit', code: 0, signal: null, asked: null }],
      {},
      'completed',
      'turn_end session_end',
    ],
    ['a run that never began', [abort, exit(null)], OURS, 'aborted', 'aborted'],
  ])('of %s', (_name, entries, header, exitReason, last) => {
    const { events, result } = replay(entries, header);
    expect([result.exitReason, types(events).slice(-last.length)]).toEqual([exitReason, last]);
  });

  it('carries what the process wrote to stderr', () => {
    const { result } = replay([{ dir: 'err', text: 'first' }, { dir: 'err', text: 'last', partial: true }, exit(1)]);
    expect([result.error?.stderr, result.exitCode]).toEqual(['first\nlast', 1]);
  });

  it('of a second attempt counts, and the first is abandoned', () => {
    const retry: CassetteEntry = {
      dir: 'host',
      action: 'retry',
      attempt: 1,
      maxAttempts: 3,
      reason: 'RATE_LIMITED',
      delayMs: 50,
    };
    const { events, result } = replay([
      ...[INIT, PROMPT, out({ type: 'text', delta: 'half' }), out({ type: 'fail' }), exit(0)],
      retry,
      ...[INIT, PROMPT, TEXT, DONE, exit(0)],
    ]);
    expect([result.exitReason, result.attempts, result.text, result.turnCount]).toEqual([
      'completed',
      2,
      'Grüße 🌍',
      2,
    ]);
    expect(types(events)).toBe(
      'session_start turn_start message_start text_delta message_stop turn_end rate_limited retry turn_start message_start text_delta message_stop turn_end session_end',
    );
  });
});

describe('times, ids and options', () => {
  it('are those of the recording', () => {
    const { events } = replayCassette(
      {
        header: { ...TOY_HEADER, startedAt: 1_000, runId: 'R7' },
        entries: [out({ type: 'init', id: 's1' }, 5), PROMPT, { ...DONE, t: 20 }, exit(0)],
      },
      toyAdapter,
    );
    expect(events.map(({ type, timestamp, runId }) => `${type} ${timestamp} ${runId}`)).toEqual([
      'session_start 1005 R7',
      'turn_start 1020 R7',
      'turn_end 1020 R7',
      'session_end 1020 R7',
    ]);
  });

  it.each<[string, Partial<CassetteHeader>, string, boolean]>([
    ['the header', { mode: 'oneshot', options: { approvalMode: 'prompt' } }, 'oneshot', true],
    ['the command line', { argv: ['toy', '-p'] }, 'oneshot', false],
    ['nothing', {}, 'talk', true],
  ])('come from %s', (_name, header, mode, isAsked) => {
    const ask = out({ type: 'ask', key: 'k', detail: 'd' });
    const { events, result } = replay(
      [INIT, PROMPT, ask, said({ type: 'answer', key: 'k', ok: true }), DONE, exit(0)],
      header,
    );
    expect([result.mode, types(events).includes('approval_request approval_granted')]).toEqual([mode, isAsked]);
  });

  it('are refused where they are not of this adapter', () => {
    const errors = [{ agent: 'other' }, { mode: 'telepathy' }].map((header) => {
      try {
        replay([exit(0)], header);
        return 'fine';
      } catch (error) {
        return AgentMuxError.isInstance(error) ? `${error.code} ${error.message}` : error;
      }
    });
    expect(errors).toEqual([
      'VALIDATION_ERROR The recording "text" is one of other; the adapter for toy cannot replay it. Hand in that of other.',
      'VALIDATION_ERROR The recording "text" is of mode "telepathy", which toy does not have. Its modes: talk, oneshot.',
    ]);
  });
});

describe('what the dialect would have written', () => {
  const ping = out({ type: 'ping', id: 7 });

  it.each<[string, readonly CassetteEntry[], readonly string[]]>([
    ['is in the recording, with an id of another client', [ping, said({ id: 'x', type: 'pong' })], []],
    [
      'is in the recording, with servers that its header does not tell',
      [ping, said({ id: 7, type: 'pong', mcpServers: [{ name: 'demo' }] })],
      [],
    ],
    ['is reported where the recording lacks it', [ping, said({ type: 'gong' })], ['{"type":"pong","id":7}']],
    ['is checked against each line once', [ping, ping, said({ id: 1, type: 'pong' })], ['{"type":"pong","id":7}']],
  ])('%s', (_name, entries, unmatched) => {
    expect(replay([INIT, ...entries, exit(0)]).unmatched).toEqual(unmatched);
  });
});

describe('what the host said', () => {
  const by = { kind: 'program' } as const;
  const asked = (text: string): CassetteEntry => ({ dir: 'host', action: 'prompt', as: 'first', by, id: 'p1', text });
  const answered: CassetteEntry = { dir: 'host', action: 'answer', by, key: 'k', response: { type: 'approve' } };
  const closed: CassetteEntry = { dir: 'host', action: 'close' };
  const ended: CassetteEntry = { dir: 'host', action: 'end-input' };
  const ask = out({ type: 'ask', key: 'k', detail: 'rm' });
  const granted = said({ type: 'answer', key: 'k', ok: true });
  const ping = out({ type: 'ping', id: 7 });
  const pong = said({ type: 'pong', id: 7 });
  const speak = (...entries: readonly CassetteEntry[]): unknown => {
    const { demanded, unmatched, unwanted } = replay([...entries, exit(0)], { argv: ['toy'], mode: 'talk' });
    return [demanded, unmatched, unwanted];
  };

  it('makes the dialect say again all that was written, in order', () => {
    expect(speak(asked('hello'), PROMPT, INIT, ping, pong, ask, answered, granted, DONE, closed, ended)).toEqual([
      'all',
      [],
      [],
    ]);
  });

  it('is demanded only of a recording that tells it', () => {
    expect(speak(PROMPT, INIT, ask, granted, DONE, ended)).toEqual(['replies', [], []]);
  });

  it.each<[string, readonly CassetteEntry[], readonly string[], readonly string[]]>([
    [
      'other words',
      [asked('hallo'), PROMPT],
      ['{"type":"prompt","text":"hallo"}'],
      ['{"type":"prompt","text":"hello"}'],
    ],
    ['words that were never written', [asked('hello')], ['{"type":"prompt","text":"hello"}'], []],
    ['a message that nobody asked for', [asked('hello'), PROMPT, pong], [], ['{"type":"pong","id":7}']],
    [
      'a reply with another id',
      [asked('hello'), PROMPT, ping, said({ type: 'pong', id: 8 })],
      ['{"type":"pong","id":7}'],
      ['{"type":"pong","id":8}'],
    ],
    [
      'an answer to no question',
      [asked('hello'), PROMPT, answered],
      ['answer to k: the dialect says nothing (gone)'],
      [],
    ],
    [
      'a reply that comes late',
      [asked('hello'), PROMPT, ping, out({ type: 'ping', id: 9 }), said({ type: 'pong', id: 9 }), pong],
      ['{"type":"pong","id":7}'],
      ['{"type":"pong","id":7}'],
    ],
    ['an input that stays open', [asked('hello'), PROMPT, DONE, closed], ['end-input'], []],
    ['an input that nobody closes', [asked('hello'), PROMPT, ended], [], ['end-input']],
  ])('is checked against %s', (_what, entries, unmatched, unwanted) => {
    expect(speak(...entries)).toEqual(['all', unmatched, unwanted]);
  });

  it('opens the mode that it was said to: how the CLI is started is checked against the command line', () => {
    const one = replay([asked('hello'), ended, INIT, TEXT, exit(0)], {
      argv: ['toy', '-p', '--fast'],
      mode: 'oneshot',
    });
    expect([one.unmatched, one.unwanted]).toEqual([
      ['the command line ["toy","-p"]'],
      ['the command line ["toy","-p","--fast"]'],
    ]);
  });

  it.each([
    [
      'is the same whatever stands for a value that is not recorded',
      { mcp: '<not recorded>' },
      { mcp: 'se"cret' },
      true,
    ],
    ['tells the rest', { mcp: '<not recorded>', a: 1 }, { mcp: 'x', a: 2 }, false],
    [
      'is the same under another version of ours',
      { name: 'agent-mux', version: '1' },
      { name: 'agent-mux', version: '2' },
      true,
    ],
    ['tells the version of others', { name: 'toy', version: '1' }, { name: 'toy', version: '2' }, false],
  ])('%s', (_what, wanted, written, isSame) => {
    expect(isSameText(JSON.stringify(wanted), JSON.stringify(written))).toBe(isSame);
  });
});

it('waits as long as the recording did, but for less than a millisecond', async () => {
  const dir = join(tmp, 'paces');
  const times = [0, 1, 1.5, 4];
  const lines = [...times.map((t) => out({ type: 'init', id: 's1' }, t)), exit(0)].map((entry) =>
    JSON.stringify(entry),
  );
  mkdirSync(dir);
  writeFileSync(join(dir, 'cassette.jsonl'), `${[JSON.stringify(TOY_HEADER), ...lines].join('\n')}\n`);
  const waits: number[] = [];
  const clock = clockThatNotes(waits);
  for await (const _ of await replayStream(dir, toyAdapter, { speed: 1, clock })) {
    // Only the waits are of interest.
  }
  expect(waits).toEqual([1, 2.5]);
});

it('streams each entry of the journal, up to the last', async () => {
  const dir = join(tmp, 'entries');
  const entries = [INIT, PROMPT, TEXT, DONE, exit(0)];
  mkdirSync(dir);
  writeFileSync(
    join(dir, 'cassette.jsonl'),
    [TOY_HEADER, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  const streamed: unknown[] = [];
  for await (const entry of (await replayStream(dir, toyAdapter)).entries) {
    streamed.push(entry);
  }
  expect(streamed).toEqual(replay(entries).entries);
});

it('refuses a broken recording before the first event', async () => {
  await expect(replayStream(join(tmp, 'nothing'), toyAdapter)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
