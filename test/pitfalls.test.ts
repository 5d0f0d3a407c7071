/** What such runtimes get wrong, one test each, under the number that the fault has in our list. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@agent-mux/core';
import { type AgentEvent, encodeEvent } from '@agent-mux/events';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { processesOf } from './support/listing.ts';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-pitfalls-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const begin = says({ type: 'turn_start' });
const end = says({ type: 'message_stop' }, { type: 'turn_end' });
const waits: FakeAgentStep = { do: 'read-all' };
const deltas = (count: number): FakeAgentStep => ({
  do: 'lines',
  count,
  text: '{"draft":{"type":"text_delta","delta":"{n} "}}',
});
const numbers = (count: number): string => Array.from({ length: count }, (_, n) => `${n} `).join('');
/** The fields of Linux's /proc/<pid>/stat behind the name: the state first, the processor time of the user and the system at 11 and 12. */
const statOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? [];
const logged = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'log' ? [event.line] : []));

describe('run and stream', () => {
  it('1: ends on close, so that what is still in the pipes at exit is kept', async () => {
    const late = `${JSON.stringify({ draft: { type: 'text_delta', delta: 'late' } })}\n`;
    const { text } = await runToy([
      session,
      begin,
      deltas(20_000),
      { do: 'fork', holdsOutput: true, lifeMs: 100, lastWords: late },
      { do: 'exit' },
    ]);
    expect(text).toBe(`${numbers(20_000)}late`);
  });

  it('2: gives a late iterator what is retained, settles every pending next(), and ends after return()', async () => {
    const handle = startToy([session, answers('x'), waits]);
    await handle;
    const iterator = handle[Symbol.asyncIterator]();
    const [first, second] = await Promise.all([iterator.next(), iterator.next()]);
    expect([first.value?.seq, second.value?.seq]).toEqual([0, 1]);
    await iterator.return?.();
    expect((await iterator.next()).done).toBe(true);
  });

  it('3: holds the agent back instead of growing or dropping under a slow iterator', async () => {
    const done = join(scratch, 'wrote-all');
    const count = 60_000;
    const handle = startToy([session, begin, deltas(count), { do: 'append', file: done, text: 'x' }, end, waits], {
      run: { highWaterMark: 100, collectEvents: false },
    });
    let text = '';
    let wasDoneWhileStalled = true;
    for await (const event of handle) {
      if (event.type === 'text_delta') {
        if (text === '') {
          await new Promise((resolve) => setTimeout(resolve, 700));
          wasDoneWhileStalled = existsSync(done);
        }
        text += event.delta;
      }
    }
    expect(wasDoneWhileStalled).toBe(false);
    expect(text).toBe(numbers(count));
  });

  it('4: has left its running states once it is over, and an abort then does nothing', async () => {
    const handle = startToy([session, answers('x'), waits]);
    const result = await handle;
    await handle.abort();
    expect(handle.state).toBe('completed');
    expect(typesOf(result.events)).not.toContain('aborted');
  });

  it('5: sends an interrupt, and a pause stops every process of the run and its own clocks', async () => {
    const handle = startToy(
      [
        session,
        begin,
        { do: 'fork', session: true, announce: true, chatty: true },
        says({ type: 'text_delta', delta: 'a' }),
        { do: 'read', contains: 'interrupt' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        waits,
      ],
      { run: { inactivityTimeout: 1_800 } },
    );
    await next(handle, 'text_delta');
    await handle.pause();
    const states = (): string[] => processesOf(handle.runId).map((pid) => statOf(pid)[0] ?? '');
    expect(states().length).toBeGreaterThan(1);
    // A shell whose new child was stopped before its exec is in D: it waits for that child alone, so it is as still as in T.
    await expect.poll(() => states().filter((state) => !'TD'.includes(state)), { timeout: 10_000 }).toEqual([]);
    expect(states()).toContain('T');
    const worked = (): unknown => processesOf(handle.runId).map((pid) => [pid, ...statOf(pid).slice(11, 13)]);
    const before = worked();
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    expect(handle.state).toBe('paused');
    expect(worked()).toEqual(before);
    await handle.resume();
    await handle.interrupt();
    expect((await handle).exitReason).toBe('interrupted');
  });

  it('6: aborts in the wait before a retry, and before the process exists', async () => {
    const failing = says(
      { type: 'turn_start' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow' } },
    );
    const waiting = startToy([session, failing, waits], {
      run: { retryPolicy: { baseDelayMs: 60_000, maxDelayMs: 60_000 } },
    });
    await next(waiting, 'retry');
    await waiting.abort();
    const early = startToy([session, { do: 'hang' }]);
    await early.abort();
    expect([(await waiting).exitReason, (await early).exitReason]).toEqual(['aborted', 'aborted']);
  });

  it('7: lets no ending overtake what came before it, and logs no line of the protocol', async () => {
    const steps = [session, begin, deltas(3_000), { do: 'line', text: 'oops', to: 'stderr' }, { do: 'hang' }] as const;
    const handle = startToy(steps, { run: { inactivityTimeout: 2_000 } });
    const { events } = await handle;
    expect(typesOf(events).slice(-2)).toEqual(['timeout', 'session_end']);
    expect(events.filter(({ type }) => type === 'text_delta')).toHaveLength(3_000);
    expect(logged(events)).toEqual(['oops']);
  });

  it('8: takes one long line, and writes deltas without what they add up to', async () => {
    const long = 'x'.repeat(1024);
    const output: FakeAgentStep = {
      do: 'bytes',
      base64: Buffer.from(
        `${JSON.stringify({ draft: { type: 'text_delta', delta: long.repeat(16 * 1024) } })}\n`,
      ).toString('base64'),
    };
    const file = join(scratch, 'long-steps.json');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, JSON.stringify([session, begin, output, end, waits]));
    const { text, events } = await runToy([], { run: { env: { FAKE_AGENT_STEPS: `@${file}` } } });
    expect(text.length).toBe(16 * 1024 * 1024);

    const many = await runToy([session, begin, deltas(2_000), end, waits]);
    const wire = many.events.map((event) => encodeEvent(event)).join('\n');
    expect(wire.length).toBeLessThan(2_100 * 250);
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('9: survives an agent that leaves before it has read its input', async () => {
    const result = await startToy([{ do: 'exit', code: 1, abrupt: true }], { run: { prompt: 'x'.repeat(4_000_000) } });
    expect(result.exitReason).toBe('crashed');
  });

  it('10: installs no handlers in the host and writes nothing to its stderr', async () => {
    const watched = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const;
    const before = watched.map((name) => process.listenerCount(name));
    const write = process.stderr.write;
    let written = '';
    process.stderr.write = ((chunk: string) => {
      written += chunk;
      return true;
    }) as typeof write;
    try {
      const handle = startToy([session, begin, { do: 'line', text: 'noise', to: 'stderr' }, { do: 'hang' }]);
      await next(handle, 'log');
      expect(watched.map((name) => process.listenerCount(name))).toEqual(before);
      await handle.abort();
    } finally {
      process.stderr.write = write;
    }
    expect(written).toBe('');
  });

  it('11: leaves nothing behind, and kills only after the grace period', async () => {
    const tree: FakeAgentStep[] = [
      { do: 'fork', session: true, doubleFork: true, ignoresTerm: true },
      { do: 'fork', emptyEnv: true, ignoresTerm: true },
      { do: 'tree', width: 2, depth: 2 },
    ];
    const normal = startToy([...tree, session, answers('x'), waits]);
    await normal;
    expect(processesOf(normal.runId)).toEqual([]);

    const log = join(scratch, 'term');
    const polite = startToy(
      [
        ...tree,
        { do: 'on', signal: 'SIGTERM', steps: [{ do: 'append', file: log, text: 'asked' }, { do: 'exit' }] },
        session,
        begin,
        says({ type: 'text_delta', delta: 'a' }),
        { do: 'hang' },
      ],
      {
        run: { gracePeriodMs: 3_000 },
      },
    );
    await next(polite, 'text_delta');
    await polite.abort();
    expect(readFileSync(log, 'utf8')).toBe('asked');
    expect(processesOf(polite.runId)).toEqual([]);
  });

  it('12: waits neither for a process that never leaves nor for one that fell silent', async () => {
    const stays = await startToy([session, answers('x'), { do: 'ignore', signals: ['SIGTERM'] }, { do: 'hang' }], {
      run: { settleMs: 100, gracePeriodMs: 100 },
    });
    const silent = await startToy([session, begin, says({ type: 'text_delta', delta: 'a' }), { do: 'hang' }], {
      run: { inactivityTimeout: 300 },
    });
    expect([stays.exitReason, silent.exitReason]).toEqual(['completed', 'inactivity']);
  });

  it('13: takes an exit 0 without the end of the run for a crash', async () => {
    expect((await runToy([session, begin, deltas(3)])).exitReason).toBe('crashed');
    expect((await runToy([{ do: 'exit', code: 0 }])).exitReason).toBe('crashed');
  });

  it('14: starts the CLI once for a run, and nothing else', async () => {
    const starts = join(scratch, 'starts');
    await startToy([{ do: 'append', file: starts, text: 'x' }, session, answers('x'), waits]);
    expect(readFileSync(starts, 'utf8')).toBe('x');
  });

  it('15: keeps abandoned attempts and subagents out of the answer, but not out of the cost', async () => {
    const paid = (totalUsd: number): EventDraft => ({
      type: 'cost',
      mode: 'total',
      cost: { totalUsd, inputTokens: 1, outputTokens: 1 },
    });
    const failing = says({ type: 'turn_start' }, { type: 'text_delta', delta: 'wrong' }, paid(1), {
      type: 'turn_end',
      outcome: { type: 'rate_limit_error', message: 'slow' },
    });
    const failed = await runToy([session, failing, waits], {
      run: { retryPolicy: { maxAttempts: 1, baseDelayMs: 10, maxDelayMs: 10 } },
    });
    expect(failed).toMatchObject({ attempts: 2, cost: { totalUsd: 2 } });

    const child = [
      { type: 'subagent_spawn', subagentId: 's', agentName: 'helper', prompt: 'p' },
      { type: 'text_delta', delta: 'of the child', lane: 's' },
      { type: 'message_stop', lane: 's' },
      { type: 'subagent_result', subagentId: 's', summary: 'done' },
    ] as const satisfies readonly EventDraft[];
    const { text } = await runToy(
      [session, begin, says({ type: 'text_delta', delta: 'mine' }, { type: 'message_stop' }, ...child), end, waits],
      {
        run: { includeSubagents: true },
      },
    );
    expect(text).toBe('mine');
  });
});
