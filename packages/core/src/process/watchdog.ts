/** One small process beside the host, which ends all runs when the host dies without a word. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { helperEnvironment } from './helper-environment.ts';
import type { RunMark } from './marks.ts';
import type { ProcessIdentity } from './process-entry.ts';
import { isShortage } from './shortage.ts';
import { nodeWatchdogScript } from './watchdog-node-script.ts';
import { GREP_TOO_POOR, shellWatchdogScript } from './watchdog-shell-script.ts';

const MAX_RESTARTS = 20;

/**
 * A watchdog that somebody has stopped could not act on the end of its host, so the kernel is asked to continue it at
 * that moment: setpriv (util-linux 2.38) sets the signal and becomes the program. Where setpriv is missing or too old
 * the watchdog runs without it.
 */
const WAKING = 'setpriv --pdeathsig CONT true 2>/dev/null && exec setpriv --pdeathsig CONT "$@"; exec "$@"';

export class Watchdog {
  #child: ChildProcess | undefined;
  #language: 'sh' | 'node' = process.platform === 'linux' ? 'sh' : 'node';
  #restarts = 0;
  /** Whether there is a shell that can ask the kernel for a signal; without one, Node is started as it is. */
  #hasShell = process.platform === 'linux';
  /** The key is a mark or a folder; the line says what to look for. */
  readonly #listed = new Map<string, string>();

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Lists a run: before the spawn without a leader, so that no moment is uncovered, and again with it. */
  list(mark: RunMark, leader?: ProcessIdentity): void {
    this.#add(mark.env, `+ ${mark.env} ${mark.limit ?? 0} ${leader?.pid ?? 0} ${leader?.start ?? 0}\n`);
  }

  /** Removes a run from the list when it is known to be gone, because its group number may soon be somebody else's. */
  unlist(mark: RunMark): void {
    this.#remove(mark.env, `- ${mark.env}\n`);
  }

  /** Lists a folder before it exists, so that it goes with the host whenever that dies. */
  listFolder(path: string): void {
    this.#add(path, `/ ${path}\n`);
  }

  /** Removes a folder from the list when it is gone. */
  unlistFolder(path: string): void {
    this.#remove(path, `x ${path}\n`);
  }

  #add(key: string, line: string): void {
    this.#listed.set(key, line);
    if (this.#child === undefined) {
      this.#start();
    } else {
      this.#write(this.#child, line);
    }
  }

  #remove(key: string, line: string): void {
    this.#listed.delete(key);
    if (this.#child !== undefined) {
      this.#write(this.#child, line);
    }
  }

  #write(child: ChildProcess, line: string): void {
    // Somebody may have stopped the watchdog, and a line that it has not read would be lost with the host.
    child.kill('SIGCONT');
    child.stdin?.write(line);
  }

  #start(): void {
    const plain =
      this.#language === 'sh' ? ['sh', '-c', shellWatchdogScript] : [process.execPath, '-e', nodeWatchdogScript];
    const [file = '', ...args] = this.#hasShell ? ['sh', '-c', WAKING, 'watchdog', ...plain] : plain;
    // The watchdog has a session of its own, because Ctrl-C in the terminal of the host must not reach it.
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...helperEnvironment(), ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '', ENV: '' },
    });
    this.#child = child;
    child.once('error', (error) => this.#ended(child, null, error));
    child.once('exit', (code) => this.#ended(child, code));
    child.unref();
    // A host without a free descriptor gets a child without streams. A pipe to any other one is a socket.
    const stdin = child.stdin as Socket | undefined;
    // The end of the watchdog is noticed by `exit`; the re-listing makes up for a write that comes too late.
    stdin?.on('error', () => undefined);
    // The socket would keep the host alive.
    stdin?.unref();
    stdin?.write([...this.#listed.values()].join(''));
  }

  #ended(child: ChildProcess, code: number | null, error?: Error): void {
    if (this.#child !== child) {
      return;
    }
    this.#child = undefined;
    // The next run that is listed starts it again, in the same language.
    if (isShortage(error)) {
      return;
    }
    if (code === GREP_TOO_POOR || child.pid === undefined) {
      this.#language = 'node';
    }
    if (child.pid === undefined) {
      this.#hasShell = false;
    }
    if (this.#listed.size === 0 || this.#restarts >= MAX_RESTARTS) {
      return;
    }
    this.#restarts += 1;
    try {
      this.#start();
    } catch {
      // What cannot be started now (ENOMEM) is started with the next run that is listed. Nobody is above this call.
      this.#child = undefined;
    }
  }
}

/** The watchdog of this host; it starts with the first run. */
export const watchdog: Watchdog = new Watchdog();
