/** Starts a process in a terminal of its own, for CLIs that refuse to work without one. */
import { execFile } from 'node:child_process';
import { constants } from 'node:os';
import { AgentMuxError } from '../errors.ts';
import type { Child, ChildCommand, ChildEvents, ChildExit } from './child.ts';
import { helperEnvironment } from './helper-environment.ts';

type NodePty = typeof import('node-pty');

const COLUMNS = 200;
const ROWS = 50;
// It would wait for ever for a terminal that nobody reads.
const STTY_MS = 2_000;
const END_OF_INPUT = '\x04';

let ptyModule: Promise<NodePty> | undefined;

/** Loads node-pty. Rejects with PTY_NOT_AVAILABLE where the optional package is missing or was not built. */
export function loadPty(): Promise<NodePty> {
  ptyModule ??= import('node-pty').catch((cause: unknown) => {
    ptyModule = undefined;
    const message = 'This mode needs a terminal, and node-pty could not be loaded. Install it: npm install node-pty';
    throw new AgentMuxError('PTY_NOT_AVAILABLE', message, { cause });
  });
  return ptyModule;
}

/**
 * Wraps a command in a shell that sleeps briefly after it. The terminal is torn down when its first process ends, with
 * what is still in it, and the sleep saves the tail (4 of 40 runs lost theirs without it, node-pty 1.1.0). The traps
 * keep this shell alive for its sleep when the group gets a signal.
 */
export function wrapForTerminal(
  file: string,
  args: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  const script = 'trap : HUP INT QUIT TERM; "$@"; r=$?; sleep 0.1; exit $r';
  return { file: '/bin/sh', args: ['-c', script, '-', file, ...args] };
}

export function spawnPty({ spawn }: NodePty, command: ChildCommand, events: ChildEvents): Child {
  const { TERM: name = 'xterm-256color' } = command.env;
  const terminal = spawn(command.file, [...command.args], {
    name,
    cols: COLUMNS,
    rows: ROWS,
    cwd: command.cwd,
    env: { ...command.env },
    encoding: null,
  });
  const isSilent = turnEchoOff(terminal);
  let hasExited = false;
  const write = (data: Buffer | string): void => {
    if (!hasExited) {
      terminal.write(data);
    }
  };
  // The types say string, but without an encoding it is a Buffer; this takes both.
  terminal.onData((data) => events.output('stdout', Buffer.from(data)));
  const exited = new Promise<ChildExit>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      hasExited = true;
      forgetUnwritten(terminal);
      resolve(signal ? { code: null, signal: signalName(signal) } : { code: exitCode, signal: null });
    });
  });
  return {
    pid: terminal.pid,
    exited,
    // node-pty reports the exit after it has closed the terminal.
    closed: exited.then(() => undefined),
    write: (data, done) => {
      void isSilent.then(() => {
        write(data);
        done();
      });
    },
    endInput: () => {
      void isSilent.then(() => write(END_OF_INPUT));
    },
    pause: () => terminal.pause(),
    resume: () => terminal.resume(),
    destroy: () => undefined,
  };
}

/**
 * Turns the echo off, because our input is no output of the program. Resolves before the first word is typed. The
 * program itself is not asked to do it: it may read late, and can turn the echo on where it wants one. node-pty 1.1.0
 * has no call for it, but knows the name of the terminal. stty waits until the output of the program has been read, so
 * this must not keep us from reading.
 */
function turnEchoOff(terminal: object): Promise<void> {
  const name = 'ptsName' in terminal ? terminal.ptsName : undefined;
  if (typeof name !== 'string') {
    return Promise.resolve();
  }
  const flag = process.platform === 'linux' ? '-F' : '-f';
  return new Promise((resolve) => {
    try {
      const options = { timeout: STTY_MS, killSignal: 'SIGKILL', env: helperEnvironment() } as const;
      execFile('stty', [flag, name, '-echo'], options, () => resolve());
    } catch {
      // Without stty (ENOMEM) our input is echoed, which is no reason to end the program.
      resolve();
    }
  });
}

/**
 * Forgets what the terminal has not taken. node-pty 1.1.0 would go on to write it to the number of the closed descriptor, which may be that
 * of another file by then; it has no call for it.
 */
function forgetUnwritten(terminal: object): void {
  const stream = '_writeStream' in terminal ? terminal._writeStream : undefined;
  const queue =
    typeof stream === 'object' && stream !== null && '_writeQueue' in stream ? stream._writeQueue : undefined;
  if (Array.isArray(queue)) {
    queue.length = 0;
  }
}

function signalName(number: number): string {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}
