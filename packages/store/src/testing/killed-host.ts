/** Hosts that a test kills: what each of them said that it was promised, and what a reader of the store saw meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeEntry } from '@agent-mux/events/journal';
import type { Store } from '../open-store.ts';

/** A line that a host prints. */
interface Said {
  readonly broken?: string;
  readonly openedMs?: number;
  readonly runId?: string;
  /** How many entries of the run were acknowledged. */
  readonly count?: number;
  /** The question whose answer was acknowledged. */
  readonly answered?: string;
}

export interface Host {
  readonly child: ChildProcess;
  /** Resolves when something was acknowledged. */
  readonly ready: Promise<void>;
  /** How many entries of each run were acknowledged. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Which answers of each run were acknowledged. */
  readonly answered: ReadonlyMap<string, readonly string[]>;
  readonly faults: readonly string[];
  readonly openedMs: readonly number[];
}

const children = new Set<ChildProcess>();

/** Ends the hosts, in `afterEach`. */
export function endHosts(): void {
  for (const child of children) {
    child.kill('SIGKILL');
  }
  children.clear();
}

export function startHost(program: string, plan: object): Host {
  const path = join(process.env['AMUX_TEST_HOSTS'] ?? '', `${program}.mjs`);
  const child = spawn(process.execPath, [path, JSON.stringify(plan)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const acknowledged = new Map<string, number>();
  const answered = new Map<string, string[]>();
  const faults: string[] = [];
  const openedMs: number[] = [];
  const ready = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      if (code !== null && code !== 0) {
        faults.push(`${program} ended with ${code}.`);
      }
      resolve();
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said: Said = JSON.parse(line);
      if (said.broken !== undefined) {
        faults.push(said.broken);
      }
      if (said.openedMs !== undefined) {
        openedMs.push(said.openedMs);
      }
      const { runId } = said;
      if (runId === undefined) {
        return;
      }
      if (said.count !== undefined) {
        acknowledged.set(runId, said.count);
      }
      if (said.answered !== undefined) {
        answered.set(runId, [...(answered.get(runId) ?? []), said.answered]);
      }
      resolve();
    });
  });
  return { child, ready, acknowledged, answered, faults, openedMs };
}

export async function killHost({ child }: Host): Promise<void> {
  children.delete(child);
  // The host may have come to its end by itself.
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Notes what a reader of the store sees of a run that exists or will. */
export async function followRun(
  store: Store,
  runId: string,
  seen: Map<string, string[]>,
  signal: AbortSignal,
): Promise<void> {
  const lines: string[] = [];
  seen.set(runId, lines);
  while (!signal.aborted) {
    try {
      for await (const { entry } of store.tail(runId, { signal, from: 0 })) {
        lines.push(encodeEntry(entry));
      }
      return;
    } catch (error) {
      // The run does not exist yet.
      if (!(error instanceof Error && 'code' in error && error.code === 'RUN_NOT_FOUND')) {
        throw error;
      }
      await sleep(10);
    }
  }
}

/** The lines of a run in the file; none where it does not know the run. */
export async function storedLines(store: Store, runId: string): Promise<string[]> {
  const lines: string[] = [];
  let next: number | undefined;
  try {
    for await (const { entry, pos } of store.read(runId)) {
      lines.push(encodeEntry(entry));
      if (next !== undefined && pos < next) {
        throw new Error(`Entry ${pos} of ${runId} comes after ${next - 1}.`);
      }
      next = pos + 1;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'RUN_NOT_FOUND')) {
      throw error;
    }
  }
  return lines;
}
