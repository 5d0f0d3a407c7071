/** Starts a process with pipes, or with a file as its stdout, as the leader of a group of its own. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { asError } from '../describe-error.ts';
import type { Child, ChildCommand, ChildEvents, ChildExit } from './child.ts';

/** The channel on which Node tells of each child as soon as there is one. */
const CREATED = 'child_process';

let execaModule: Promise<typeof import('execa')> | undefined;

/** Loading execa takes 70 ms, which an importer that starts nothing must not pay. */
export function loadExeca(): Promise<typeof import('execa')> {
  execaModule ??= import('execa').catch((error) => {
    // A host that had no descriptor for it may have one the next time.
    execaModule = undefined;
    throw error;
  });
  return execaModule;
}

/**
 * Calls `start`, which makes a child, and listens for the child's `error` from its first moment on. A host without a free descriptor gets a
 * child without streams, at which execa 9 throws before it listens, so that the error would end the host. The promise rejects with it.
 */
function listening<T>(start: () => T): T | Promise<never> {
  let failed: Promise<never> | undefined;
  const listen = (message: unknown): void => {
    const { process } = message as { readonly process: ChildProcess };
    failed = new Promise((_resolve, reject) => process.once('error', reject));
    failed.catch(() => undefined);
  };
  subscribe(CREATED, listen);
  try {
    return start();
  } catch (error) {
    if (failed === undefined) {
      throw error;
    }
    return failed;
  } finally {
    unsubscribe(CREATED, listen);
  }
}

/** Starts a process. Throws the error of the system when it cannot be started. */
export async function spawnPipes(
  { execa }: typeof import('execa'),
  command: ChildCommand,
  events: ChildEvents,
): Promise<Child> {
  const { outputFile: file } = command;
  const subprocess = listening(() =>
    execa(command.file, command.args, {
      cwd: command.cwd,
      env: command.env,
      extendEnv: false,
      detached: true,
      cleanup: false,
      buffer: false,
      reject: false,
      stdin: 'pipe',
      stdout: file?.stream ?? 'pipe',
      stderr: 'pipe',
    }),
  );
  if (!('stdin' in subprocess)) {
    return subprocess;
  }
  const { stdin, stdout, stderr, pid } = subprocess;
  // All listeners are added in the tick of the spawn: execa lets an unread stream run dry, and an `error` without a
  // listener ends the host.
  stdin.on('error', (error) => events.stdinError(error));
  for (const [source, stream] of [
    ['stdout', stdout],
    ['stderr', stderr],
  ] as const) {
    stream?.on('error', () => undefined);
    stream?.on('data', (chunk: Buffer) => events.output(source, chunk));
  }
  file?.follow((chunk) => events.output('stdout', chunk));
  const exited = new Promise<ChildExit>((resolve) => {
    subprocess.once('exit', (code, signal) => {
      file?.leave();
      resolve({ code, signal });
    });
  });
  const closed = new Promise<void>((resolve) => {
    subprocess.once('close', () => resolve());
  });
  if (pid === undefined) {
    // execa keeps the error of the system as the cause of its own.
    throw asError((await subprocess).cause);
  }
  return {
    pid,
    exited,
    closed,
    write: (data, done) => {
      stdin.write(data, () => done());
    },
    endInput: () => {
      stdin.end();
    },
    pause: () => {
      (file ?? stdout)?.pause();
      stderr.pause();
    },
    resume: () => {
      (file ?? stdout)?.resume();
      stderr.resume();
    },
    destroy: () => {
      stdin.destroy();
      stdout?.destroy();
      stderr.destroy();
    },
    ...(file === undefined ? {} : { readRest: () => file.readRest() }),
  };
}
