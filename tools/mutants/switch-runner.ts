/**
 * Runs each test once as it is, which shows the mutants that it passes, and then once for each of these that still lives. Results go into a
 * file at once, because a mutant that never returns leaves nothing else.
 */
import { setMaxListeners } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestRunner } from 'vitest';
import {
  ORDER_VARIABLE,
  openSwitches,
  readReport,
  type Switches,
  type SwitchOrder,
  type SwitchReport,
} from './switches.ts';

// Each call of a test listens for the end of its time, as if there were one call.
setMaxListeners(0);

type Test = Parameters<TestRunner['onAfterTryTask']>[0];

/** A test that a mutant makes slower by this factor has failed. */
const SLOWER = 30;
const LEAST_MS = 30_000;

interface Desk {
  readonly report: string;
  readonly longestMs: number;
  readonly left: Set<number>;
  /** The mutants that were on in this process, and live. */
  readonly tried: Set<number>;
  /** Those after which the same test failed without a mutant. */
  readonly suspects: Set<number>;
  readonly done: ReadonlySet<string>;
}

let desk: Desk | undefined;

/** The desk of this process, which runs file after file. */
function openDesk(): Desk {
  const order: SwitchOrder = JSON.parse(readFileSync(process.env[ORDER_VARIABLE] ?? '', 'utf8'));
  const lines = readReport(order.report);
  const decided = new Set(
    lines.flatMap((line) => (line.is === 'killed' ? [line.id] : line.is === 'spoiling' ? line.ids : [])),
  );
  return {
    report: order.report,
    longestMs: order.longestMs ?? Number.POSITIVE_INFINITY,
    left: new Set(order.wanted.filter((id) => !decided.has(id))),
    tried: new Set(),
    suspects: new Set(),
    done: new Set(lines.flatMap((line) => (line.is === 'done' || line.is === 'once' ? [line.test] : []))),
  };
}

// biome-ignore lint/style/noDefaultExport: vitest takes the runner from there.
export default class SwitchRunner extends TestRunner {
  readonly #switches: Switches = openSwitches();
  readonly #loaded: Set<number> = new Set();

  override onCollectStart(file: Parameters<TestRunner['onCollectStart']>[0]): void {
    super.onCollectStart(file);
    this.#switches.passed = this.#loaded;
  }

  async runTask(test: Test): Promise<void> {
    desk ??= openDesk();
    if (this.#loaded.size > 0) {
      tell(desk, { is: 'loaded', passed: [...this.#loaded] });
      this.#loaded.clear();
    }
    if (desk.done.has(test.id)) {
      return;
    }
    const run = TestRunner.getTestFn(test);
    const passed = new Set<number>();
    this.#switches.passed = passed;
    const startedAt = performance.now();
    try {
      await run();
    } catch (error) {
      if (desk.tried.size > 0) {
        leaveSpoiltProcess(desk);
      }
      throw error;
    } finally {
      this.#switches.passed = undefined;
    }
    const took = performance.now() - startedAt;
    const patience = Math.max(LEAST_MS, SLOWER * took);
    const isAsked = took <= desk.longestMs && (await this.#tryAll(passed, { test, run, patience, desk }));
    const is = isAsked ? 'done' : 'once';
    tell(desk, { is, test: test.id, passed: [...passed] });
  }

  /** Tries all mutants; false where the test cannot be repeated. */
  async #tryAll(passed: ReadonlySet<number>, trial: Trial): Promise<boolean> {
    for (const id of passed) {
      if (trial.desk.left.has(id) && !(await this.#tryMutant(id, trial))) {
        return false;
      }
    }
    return true;
  }

  async #tryMutant(id: number, { test, run, patience, desk }: Trial): Promise<boolean> {
    const by = test.file.filepath;
    tell(desk, { is: 'tried', id, by });
    desk.tried.add(id);
    const over = new AbortController();
    this.#switches.active = id;
    const why = await Promise.race([failureOf(run), sleep(patience, 'it never ended', over).catch(() => undefined)]);
    this.#switches.active = 0;
    over.abort();
    if (why === undefined) {
      return true;
    }
    if ((await failureOf(run)) !== undefined) {
      // The test cannot be repeated, or the mutant has spoilt the process, which shows in the next one.
      desk.suspects.add(id);
      return false;
    }
    desk.left.delete(id);
    desk.tried.delete(id);
    tell(desk, { is: 'killed', id, by, why: `${test.fullName}: ${why}` });
    return true;
  }
}

interface Trial {
  readonly test: Test;
  readonly run: () => unknown;
  readonly patience: number;
  readonly desk: Desk;
}

async function failureOf(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 500);
  }
}

/**
 * A source may keep what it made while a mutant was on, such as a table of processes that is never made again. Another process goes on
 * without the mutants that may have done that.
 */
function leaveSpoiltProcess(desk: Desk): void {
  tell(desk, { is: 'spoiling', ids: [...(desk.suspects.size > 0 ? desk.suspects : desk.tried)] });
  process.kill(process.pid, 'SIGKILL');
}

function tell({ report }: Desk, line: SwitchReport): void {
  appendFileSync(report, `${JSON.stringify(line)}\n`);
}
