/** One small process beside the host that ends all runs when the host dies without a word. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { RunMark } from './marks.ts';
import type { ProcessIdentity } from './process-table.ts';
import { nodeWatchdogScript } from './watchdog-node-script.ts';
import { GREP_TOO_POOR, shellWatchdogScript } from './watchdog-shell-script.ts';

const MAX_RESTARTS = 20;

class Watchdog {
  #child: ChildProcess | undefined;
  #language: 'sh' | 'node' = process.platform === 'linux' ? 'sh' : 'node';
  #restarts = 0;
  /** By mark, the line that says what to look for. */
  readonly #listed = new Map<string, string>();

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Before the spawn without a leader, so that no moment is uncovered, and again with it. */
  list(mark: RunMark, leader?: ProcessIdentity): void {
    const line = `+ ${mark.env} ${mark.rttime ?? 0} ${leader?.pid ?? 0} ${leader?.start ?? 0}\n`;
    this.#listed.set(mark.env, line);
    if (this.#child === undefined) this.#start();
    else this.#child.stdin?.write(line);
  }

  /** When the run is known to be gone: its group number may soon be somebody else's. */
  unlist(mark: RunMark): void {
    this.#listed.delete(mark.env);
    this.#child?.stdin?.write(`- ${mark.env}\n`);
  }

  #start(): void {
    const [file, args] =
      this.#language === 'sh' ? ['sh', ['-c', shellWatchdogScript]] : [process.execPath, ['-e', nodeWatchdogScript]];
    // A session of its own: Ctrl-C in the terminal of the host must not reach it.
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '', ENV: '' },
    });
    this.#child = child;
    child.once('error', () => this.#ended(child, null));
    child.once('exit', (code) => this.#ended(child, code));
    // Its end is noticed by `exit`; a write that comes too late is made up for by the re-listing.
    child.stdin.on('error', () => undefined);
    child.unref();
    if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
    child.stdin.write([...this.#listed.values()].join(''));
  }

  #ended(child: ChildProcess, code: number | null): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    if (code === GREP_TOO_POOR || child.pid === undefined) this.#language = 'node';
    if (this.#listed.size === 0 || this.#restarts >= MAX_RESTARTS) return;
    this.#restarts += 1;
    this.#start();
  }
}

/** The watchdog of this host; it starts with the first run. */
export const watchdog: Watchdog = new Watchdog();
