/** A host whose clock jumps back: a library that is loaded before all others takes a day off, and gives it back, every two seconds. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'amux-clock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIBRARY = `
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long taken_off(void) {
  static long first;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  if (first == 0) first = now.tv_sec;
  return (now.tv_sec - first) / 2 % 2 ? 86400 : 0;
}
int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec -= taken_off();
  return result;
}
int gettimeofday(struct timeval *time, void *zone) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}
`;

const PROGRAM = `
  import { createClient } from '@agent-mux/core';
  import { checkEntries, encodeEntry } from '@agent-mux/events/journal';
  import { openStore } from '@agent-mux/store';
  const [file, toy] = process.argv.slice(1);
  const { answers, says, session, toyAdapter } = await import(toy);
  const steps = [session, says({ type: 'turn_start' }),
    { do: 'lines', count: 120, text: '{"draft":{"type":"text_delta","delta":"{n} "}}', everyMs: 50 },
    says({ type: 'message_stop' }, { type: 'turn_end' }), { do: 'read-all' }];
  let [jumps, last] = [0, Date.now()];
  const watch = setInterval(() => { const now = Date.now(); if (now < last - 1_000) jumps++; last = now; }, 50);
  let store = await openStore(file);
  const mux = createClient({ adapters: [toyAdapter({ steps })], store });
  const run = mux.run({ agent: 'toy', prompt: 'go', collectEvents: true, inactivityTimeout: 60_000, timeout: 120_000 });
  const entries = [];
  for await (const entry of run.entries()) entries.push(entry);
  const { exitReason, stored, durationMs } = await run;
  clearInterval(watch);
  await mux.close();
  await store.close();
  store = await openStore(file);
  const read = [];
  for await (const { entry } of store.read(run.runId)) read.push(encodeEntry(entry));
  const replayed = [];
  for await (const entry of store.replay(run.runId).entries()) replayed.push(encodeEntry(entry));
  const lines = entries.map(encodeEntry);
  const [{ state, openedAt, closedAt }] = await store.list();
  console.log(JSON.stringify({
    jumps, exitReason, stored, state, rules: checkEntries(entries).length, isSound: (await store.check()).isSound,
    isRead: read.join() === lines.join(), isReplayed: replayed.join() === lines.join(), count: lines.length,
    isOrdered: closedAt >= openedAt && entries.every(({ timestamp }, at) => at === 0 || timestamp > entries[at - 1].timestamp - 1_000),
    isTimed: durationMs > 4_000 && durationMs < 100_000,
  }));
  await store.close();
`;

const hasCompiler = process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
if (!hasCompiler) {
  console.warn('Skipped: a clock that jumps back takes Linux and a C compiler.');
}

it.skipIf(!hasCompiler)(
  'stores a run whose clock jumps back whole, and in the order of its entries',
  {
    timeout: 240_000,
  },
  () => {
    const library = join(folder, 'clock.so');
    writeFileSync(join(folder, 'clock.c'), LIBRARY);
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, join(folder, 'clock.c')]);
    const options = ['--conditions=agent-mux-source', '--import', 'tsx', '--input-type=module', '-e', PROGRAM];
    const said = execFileSync(
      process.execPath,
      [...options, join(folder, 'runs', 'runs.db'), join(ROOT, 'test/support/toy-adapter.ts')],
      { cwd: join(ROOT, 'packages/agent-mux'), encoding: 'utf8', env: { ...process.env, LD_PRELOAD: library } },
    );
    const { jumps, count, ...rest } = JSON.parse(said);
    expect(jumps).toBeGreaterThan(0);
    expect(count).toBeGreaterThan(125);
    expect(rest).toEqual({
      exitReason: 'completed',
      stored: 'whole',
      state: 'closed',
      rules: 0,
      isSound: true,
      isRead: true,
      isReplayed: true,
      isOrdered: true,
      isTimed: true,
    });
  },
);
