/** Runs test files in a process that lives on from one mutant to the next, and starts another one where a mutant never returned. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readReport, type SwitchOrder } from './switches.ts';
import type { Answer, Order } from './test-host.ts';

const HOST = 'tools/mutants/test-host.ts';
const FLAGS = ['--conditions=agent-mux-source', '--import', 'tsx'] as const;

export const STOOD_STILL = 'the tests stood still';

export interface Tester extends AsyncDisposable {
  /** Runs an order; a separate process has the tests that start processes themselves. */
  run(order: Order, startsProcesses: boolean): Promise<Answer>;
}

/** Creates a tester for the sources and tests in `tree`. */
export function createTester(tree: string): Tester {
  let host: ChildProcess | undefined;
  let isForProcesses = false;

  async function start(): Promise<ChildProcess> {
    // The process has a group of its own, because vitest's workers do not see that their parent has gone while a mutant keeps them busy.
    const child = spawn(process.execPath, [...FLAGS, join(tree, HOST), ...(isForProcesses ? ['--processes'] : [])], {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const isReady = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!isReady) {
      throw new Error(`${HOST} ended before it was ready: start it alone to see why.`);
    }
    return child;
  }

  async function stop(): Promise<void> {
    const child = host;
    host = undefined;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    }
  }

  return {
    async run(order, startsProcesses) {
      if (startsProcesses !== isForProcesses) {
        await stop();
        isForProcesses = startsProcesses;
      }
      host ??= await start();
      const child = host;
      const over = new AbortController();
      child.send(order);
      const answer = await Promise.race([
        once(child, 'message', over).then(([message]): Answer => message),
        once(child, 'exit', over).then(() => 'the tests ended with their process'),
        // A mutant that makes the tests run for ever was seen too.
        sleep(order.allTimeoutMs, 'the tests never ended', over),
        ...(order.switches === undefined ? [] : [standstill(order.switches, over)]),
      ]);
      over.abort();
      if (typeof answer !== 'string' && answer.broken !== undefined) {
        throw new Error(`The tests could not be asked: ${answer.broken}`);
      }
      if (typeof answer === 'string') {
        await stop();
        return { failed: answer, tests: [answer], durations: {} };
      }
      return answer;
    },
    [Symbol.asyncDispose]: stop,
  };
}

const LOOK_MS = 500;
/** After how long without a report a test with a mutant counts as a loop, since a test of one second takes long on a busy machine. */
const STANDSTILL_MS = 120_000;

async function standstill(switches: string, { signal }: AbortController): Promise<string> {
  const { report }: SwitchOrder = JSON.parse(readFileSync(switches, 'utf8'));
  let size = 0;
  let changedAt = performance.now();
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    const now = statSync(report).size;
    if (now !== size) {
      size = now;
      changedAt = performance.now();
    } else if (performance.now() - changedAt > STANDSTILL_MS && readReport(report).at(-1)?.is === 'tried') {
      return STOOD_STILL;
    }
  }
}
