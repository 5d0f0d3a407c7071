/** From a command to a process of a run: resolved, marked, listed with the watchdog, started. */
import { statSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import type { Child, ChildEvents } from './child.ts';
import { findExecutable, isExecutable } from './find-executable.ts';
import type { LeavableProcess } from './left-running.ts';
import { applyMark, findLimiter, markRun } from './marks.ts';
import { OutputFile } from './output-file.ts';
import { identify } from './process-table.ts';
import { loadPty, spawnPty, wrapForTerminal } from './pty-process.ts';
import { RunProcesses } from './run-processes.ts';
import { loadExeca, spawnPipes } from './spawn.ts';
import { starts } from './start-queue.ts';
import { watchdog } from './watchdog.ts';

export interface StartOptions {
  readonly runId: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly clock: Clock;
  readonly inTerminal: boolean;
  /** @defaultValue a pipe */
  readonly stdout?: 'file';
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
}

export interface StartedRun {
  readonly child: Child;
  readonly processes: RunProcesses;
}

/** Undefined when it was cancelled before there was a process. Rejects with what kept the process from starting. */
export async function startRun(
  options: StartOptions,
  events: ChildEvents,
  isCancelled: () => boolean,
): Promise<StartedRun | undefined> {
  const { runId, env, cwd, inTerminal } = options;
  // At once: in the first run of a host each of the two takes a while.
  const [limiter, start] = await Promise.all([
    findLimiter(),
    inTerminal ? loadPty().then(bindPty) : loadExeca().then(bindPipes),
  ]);
  const leave = await starts.enter(isCancelled, options.clock);
  if (leave === undefined) {
    return undefined;
  }
  if (isCancelled()) {
    leave();
    return undefined;
  }
  const mark = markRun(runId, limiter);
  watchdog.list(mark);
  // Without a file it prints into a pipe.
  const outputFile = options.stdout === 'file' && !inTerminal ? OutputFile.open(options.clock) : undefined;
  try {
    const file = resolveFile(options);
    const plain = inTerminal ? wrapForTerminal(file, options.args) : { file, args: options.args };
    const command = {
      ...applyMark({ ...plain, env }, mark, limiter),
      cwd,
      ...(outputFile === undefined ? {} : { outputFile }),
    };
    const child = await start(command, {
      ...events,
      output(source, chunk) {
        leave();
        events.output(source, chunk);
      },
    });
    void child.exited.then(leave);
    // Still in the turn of the spawn, so that even a process that has ended already can be read.
    const leader = { pid: child.pid, start: identify(child.pid)?.start ?? 0 };
    watchdog.list(mark, leader);
    return { child, processes: new RunProcesses(mark, leader, options.leaveRunning) };
  } catch (error) {
    leave();
    outputFile?.close();
    watchdog.unlist(mark);
    throw error;
  }
}

type Start = (command: Parameters<typeof spawnPipes>[1], events: ChildEvents) => Promise<Child> | Child;

const bindPty =
  (module: Awaited<ReturnType<typeof loadPty>>): Start =>
  (command, events) =>
    spawnPty(module, command, events);

const bindPipes =
  (module: Awaited<ReturnType<typeof loadExeca>>): Start =>
  (command, events) =>
    spawnPipes(module, command, events);

/** Done here and not by the system: behind prlimit a missing program would be an exit code. */
function resolveFile({ file, env, cwd, clock }: StartOptions): string {
  if (!isFolder(cwd)) {
    throw startError('ENOENT', `Cannot start ${file}: the working folder ${cwd} does not exist.`);
  }
  const path = findExecutable(file, { env, cwd, clock });
  if (path !== undefined && isExecutable(path)) {
    return path;
  }
  const where = file.includes('/') ? 'there is no such executable file' : 'it was not found on PATH';
  throw startError('ENOENT', `Cannot start ${file}: ${where}.`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function startError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
