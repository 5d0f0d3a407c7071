/** A host whose clock jumps back: a library that is loaded before all others takes a day off, and gives it back, every two seconds. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

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

const HOST = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'clock-host.mjs');

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
    const said = execFileSync(process.execPath, [HOST, join(folder, 'runs', 'runs.db')], {
      encoding: 'utf8',
      env: { ...process.env, LD_PRELOAD: library },
    });
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
