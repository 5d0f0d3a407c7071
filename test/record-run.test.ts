import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent } from '@agent-mux/events';
import { cutEntries, normalizeEvents, writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, expect, it } from 'vitest';
import type { RunOptions } from '../packages/core/src/adapter/options.ts';
import { createClient } from '../packages/core/src/client/index.ts';
import type { RunHandle } from '../packages/core/src/readers/index.ts';
import type { CassetteEntry } from '../packages/core/src/recording/format.ts';
import { readCassette } from '../packages/core/src/recording/read-cassette.ts';
import { toyAdapter } from '../packages/core/src/recording/testing/toy-agent.ts';
import { createRedactor } from '../packages/core/src/redaction/redact.ts';
import { replayCassette } from '../packages/core/src/replay/replay.ts';

const tmp = mkdtempSync(join(tmpdir(), 'record-run-'));
const mux = createClient({ adapters: [toyAdapter] });
afterAll(async () => {
  await mux.close();
  rmSync(tmp, { recursive: true });
});

const out = (message: object): CassetteEntry => ({ dir: 'out', text: JSON.stringify(message) });
const heard: CassetteEntry = { dir: 'in', text: '' };
const INIT = out({ type: 'init', id: 's1' });
const TEXT = out({ type: 'text', delta: `I am in ${tmp}.` });
const DONE = out({ type: 'done' });
const EXIT: CassetteEntry = { dir: 'exit', code: 0, signal: null };
const END: CassetteEntry = { dir: 'host', action: 'end-input' };

const HELLO = [INIT, heard, TEXT];

interface Case {
  readonly name: string;
  readonly plays: readonly CassetteEntry[];
  readonly options?: Partial<RunOptions>;
  readonly act?: (handle: RunHandle, event: AgentEvent) => void;
  readonly exitReason: string;
  readonly says?: readonly string[];
}

const on = (type: AgentEvent['type'], act: (handle: RunHandle) => void): NonNullable<Case['act']> => {
  let isDone = false;
  return (handle, event) => {
    if (event.type === type && !isDone) {
      isDone = true;
      act(handle);
    }
  };
};

const cases: readonly Case[] = [
  {
    name: 'a turn',
    plays: [...HELLO, { dir: 'err', text: 'careful' }, DONE, END, EXIT],
    exitReason: 'completed',
    says: ['prompt', 'close', 'end-input'],
  },
  {
    name: 'an approval that is given',
    plays: [...HELLO, out({ type: 'ask', key: 'k', detail: 'd' }), heard, DONE, END, EXIT],
    act: on('approval_request', (handle) => void handle.approve()),
    exitReason: 'completed',
    says: ['prompt', 'answer', 'close', 'end-input'],
  },
  {
    name: 'an approval in yolo mode',
    plays: [...HELLO, out({ type: 'ask', key: 'k', detail: 'd' }), heard, DONE, END, EXIT],
    options: { approvalMode: 'yolo' },
    exitReason: 'completed',
  },
  {
    name: 'a callback that is never asked',
    plays: [...HELLO, out({ type: 'ask', key: 'k', detail: 'd' }), heard, DONE, END, EXIT],
    options: { approvalMode: 'yolo', onApprovalRequest: () => 'deny' },
    exitReason: 'completed',
    says: ['draft', 'prompt', 'answer', 'close', 'end-input'],
  },
  {
    name: 'two turns',
    plays: [...HELLO, DONE, heard, TEXT, DONE, END, EXIT],
    options: { keepOpen: true },
    act: on('turn_end', (handle) => void handle.continue('more').then(() => handle.end())),
    exitReason: 'completed',
    says: ['prompt', 'prompt', 'close', 'end-input'],
  },
  { name: 'a crash', plays: [...HELLO, { dir: 'exit', code: 3, signal: null }], exitReason: 'crashed' },
  {
    name: 'a kill by another',
    plays: [...HELLO, { dir: 'exit', code: null, signal: 'SIGKILL' }],
    exitReason: 'killed',
  },
  {
    name: 'an interrupt',
    plays: [...HELLO, { dir: 'host', action: 'signal', signal: 'SIGINT' }, { dir: 'exit', code: 130, signal: null }],
    act: on('text_delta', (handle) => void handle.interrupt()),
    exitReason: 'interrupted',
    says: ['prompt', 'interrupt', 'signal'],
  },
  {
    name: 'an abort',
    plays: [...HELLO, heard, EXIT],
    act: on('text_delta', (handle) => void handle.abort()),
    exitReason: 'aborted',
    says: ['prompt', 'abort'],
  },
  {
    name: 'a timeout',
    plays: [...HELLO, heard, EXIT],
    options: { inactivityTimeout: 300 },
    exitReason: 'inactivity',
    says: ['prompt', 'timeout'],
  },
  {
    name: 'a pause',
    plays: [...HELLO, heard, DONE, END, EXIT],
    options: { keepOpen: true },
    act: on('text_delta', (handle) => {
      void handle.pause().then(async () => {
        await handle.resume();
        await handle.abort();
      });
    }),
    exitReason: 'aborted',
    says: ['prompt', 'draft', 'draft', 'abort'],
  },
  {
    name: 'a process that stays and is ended',
    plays: [
      ...HELLO,
      DONE,
      END,
      heard,
      { dir: 'host', action: 'abort' },
      { dir: 'exit', code: null, signal: 'SIGTERM' },
    ],
    options: { settleMs: 100 },
    exitReason: 'completed',
    says: ['prompt', 'close', 'end-input'],
  },
  {
    name: 'two attempts',
    plays: [...HELLO, out({ type: 'fail' }), END, EXIT],
    options: { retryPolicy: { maxAttempts: 1, baseDelayMs: 10 } },
    exitReason: 'failed',
    says: ['prompt', 'close', 'end-input', 'retry', 'prompt', 'close', 'end-input'],
  },
];

it.each(cases)(
  'the recording of $name replays to what was seen',
  async ({ name, plays, options, act, exitReason, says }) => {
    const dir = join(tmp, name);
    const played = `${dir}.jsonl`;
    const header = {
      cassette: 1,
      agent: 'toy',
      cliVersion: '1',
      argv: [],
      scenario: name,
      framing: 'lines',
      ordered: true,
    };
    writeFileSync(played, [header, ...plays].map((line) => `${JSON.stringify(line)}\n`).join(''));
    const handle = mux.run({
      agent: 'toy',
      prompt: `look into ${tmp}`,
      cwd: tmp,
      binary: writePlayerBinary({ binary: `${dir}.sh`, cassette: played }),
      record: { dir },
      ...options,
    });
    const events: AgentEvent[] = [];
    for await (const event of handle) {
      events.push(event);
      act?.(handle, event);
    }
    const result = await handle;
    expect(result.exitReason).toBe(exitReason);

    expect(readFileSync(join(dir, 'cassette.jsonl'), 'utf8')).not.toContain(tmp);
    const cassette = await readCassette(dir);
    if (says !== undefined) {
      expect(cassette.entries.flatMap((entry) => (entry.dir === 'host' ? [entry.action] : []))).toEqual(says);
    }
    const redactor = createRedactor({ folders: [{ kind: 'cwd', path: tmp }] });
    const again = replayCassette(cassette, toyAdapter);
    expect([again.demanded, again.unmatched, again.unwanted]).toEqual(['all', [], []]);
    expect(normalizeEvents(again.events)).toEqual(normalizeEvents(events, { redactor }));
    // Wherever its bytes are cut.
    for (const cut of ['whole', ...Array.from({ length: 20 }, (_, random) => ({ random }))] as const) {
      const elsewhere = replayCassette(
        { ...cassette, entries: cutEntries(cassette.entries, cassette.header.framing, cut) },
        toyAdapter,
      );
      expect([elsewhere.events, elsewhere.unmatched]).toEqual([again.events, []]);
    }
    const { events: _, durationMs, ...rest } = again.result;
    expect(rest).toMatchObject({
      exitReason: result.exitReason,
      exitCode: result.exitCode,
      signal: result.signal,
      sessionId: result.sessionId,
      turnCount: result.turnCount,
      attempts: result.attempts,
      mode: result.mode,
      diagnostics: result.diagnostics,
    });
  },
);
