/** Makes a command a process of a run: it is resolved, marked, listed with the watchdog, and started. */
import { closeSync, openSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { given } from '../given.ts';
import type { Child, ChildCommand, ChildEvents } from './child.ts';
import { findExecutable } from './find-executable.ts';
import { findMissingInterpreter } from './interpreter.ts';
import { signalPinnedGroup } from './kill-tree.ts';
import { applyMark, findLimiter, markRun } from './marks.ts';
import { OutputFile } from './output-file.ts';
import { identify } from './process-table.ts';
import { loadPty, spawnPty, wrapForTerminal } from './pty-process.ts';
import { RunProcesses } from './run-processes.ts';
import { loadExeca, spawnPipes } from './spawn.ts';
import type { SpawnOptions } from './spawn-options.ts';
import { starts } from './start-queue.ts';
import { watchdog } from './watchdog.ts';

export interface StartedRun {
  readonly child: Child;
  readonly processes: RunProcesses;
}

/**
 * Starts the run. Returns undefined when it was cancelled before there was a process. Rejects with the reason why the
 * process could not be started.
 */
export async function startRun(
  options: SpawnOptions,
  events: ChildEvents,
  isCancelled: () => boolean,
): Promise<StartedRun | undefined> {
  const { runId, env, cwd } = options;
  const inTerminal = options.framing === 'pty';
  // They are asked at once, since each of the two takes a while in the first run of a host.
  const [limiter, start] = await Promise.all([
    findLimiter(),
    inTerminal
      ? loadPty().then((pty): Start => spawnPty.bind(undefined, pty))
      : loadExeca().then((execa): Start => spawnPipes.bind(undefined, execa)),
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
  // If no file can be made, the process prints into a pipe.
  const outputFile = options.stdout === 'file' && !inTerminal ? OutputFile.open(options.clock) : undefined;
  let child: Child | undefined;
  try {
    watchdog.list(mark);
    const file = resolveFile(options);
    const plain = inTerminal ? wrapForTerminal(file, options.args) : { file, args: options.args };
    const command = { ...applyMark({ ...plain, env }, mark, limiter), cwd, ...given({ outputFile }) };
    child = await withSpare(() =>
      start(command, {
        ...events,
        output(source, chunk) {
          leave();
          events.output(source, chunk);
        },
      }),
    );
    void child.exited.then(leave);
    // The process is read in the turn of its spawn, because that works even if it has ended already.
    const leader = { pid: child.pid, start: identify(child.pid)?.start ?? 0 };
    watchdog.list(mark, leader);
    return { child, processes: new RunProcesses(mark, leader, options.leaveRunning) };
  } catch (error) {
    // Nobody gets to know of a process whose start fails after all, so that nobody else would end it.
    if (child !== undefined) {
      signalPinnedGroup(child.pid, 'SIGKILL');
    }
    leave();
    outputFile?.close();
    watchdog.unlist(mark);
    throw error;
  }
}

/**
 * Keeps one descriptor from the start. The process is read right after it, which takes one, and a process that could not be told from
 * others could not be ended.
 */
async function withSpare<T>(act: () => Promise<T> | T): Promise<T> {
  const spare = openSync(devNull, 'r');
  try {
    return await act();
  } finally {
    closeSync(spare);
  }
}

type Start = (command: ChildCommand, events: ChildEvents) => Promise<Child> | Child;

/** Resolves the program. The system does not do it, because behind prlimit a missing program would be an exit code. */
function resolveFile({ file, env, cwd, clock }: SpawnOptions): string {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw cannotStart(file, `the working folder ${cwd} does not exist`);
  }
  const path = findExecutable(file, { env, cwd, clock });
  if (path !== undefined) {
    const missing = findMissingInterpreter(path, { env, cwd, clock });
    if (missing !== undefined) {
      const why = missing.endsWith('\r') ? ' (its lines end in CRLF: save it with LF)' : '';
      throw cannotStart(file, `it is to be run by ${missing.trimEnd()}, which was not found${why}`);
    }
    return path;
  }
  if (file.includes('/')) {
    throw cannotStart(file, 'there is no such executable file');
  }
  throw cannotStart(
    file,
    env['PATH'] === undefined ? 'its environment has no PATH to find it on' : 'it was not found on PATH',
  );
}

function cannotStart(file: string, why: string): Error {
  return Object.assign(new Error(`Cannot start ${file}: ${why}.`), { code: 'ENOENT' });
}
