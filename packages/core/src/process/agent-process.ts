/** A running agent: it is fed, read, signalled, stopped, and proved gone with everything it started. */
import { asError } from '../describe-error.ts';
import { given } from '../given.ts';
import type { Child, ChildExit } from './child.ts';
import { drainAfterExit } from './end-of-run.ts';
import { Input } from './input.ts';
import { Intake } from './intake.ts';
import { signalLivingGroup } from './kill-tree.ts';
import type { LeftProcess } from './left-running.ts';
import type { RunProcesses } from './run-processes.ts';
import type { SpawnOptions } from './spawn-options.ts';
import { starts } from './start-queue.ts';
import { type StartedRun, startRun } from './start-run.ts';
import { sweep } from './sweep.ts';
import { watchdog } from './watchdog.ts';

export interface ProcessExit extends ChildExit {
  /** The number of processes that could not be ended. */
  readonly leftOver: number;
  /** The processes that the host left alive on purpose; absent where there are none. */
  readonly leftRunning?: readonly LeftProcess[];
}

const NO_EXIT: ChildExit = { code: null, signal: null };

// After SIGKILL only a process that is stuck in the kernel is still there.
const KILL_PATIENCE_MS = 5_000;

/** The number of bytes that may wait for a reader before the process has to wait too. */
export function backlogBytes({ framing, eagerRead }: Pick<SpawnOptions, 'framing' | 'eagerRead'>): number {
  if (eagerRead) {
    return Number.POSITIVE_INFINITY;
  }
  // A terminal is never left unread for long, because whatever is in it when its first process ends is lost.
  return framing === 'pty' ? 16 * 1024 * 1024 : 0;
}

/** The process of an attempt. Nothing is called back before the constructor has returned. */
export class AgentProcess {
  /**
   * Resolves once, when the pipes are closed, every byte was delivered, and everything that was started is gone. Never
   * rejects.
   */
  readonly closed: Promise<ProcessExit>;
  readonly #options: SpawnOptions;
  readonly #input: Input;
  readonly #intake: Intake;
  #child: Child | undefined;
  #run: RunProcesses | undefined;
  #hasExited = false;
  #isStopping = false;
  #isSuspended = false;
  #isStanding = false;
  #cancelTimer: () => void = () => undefined;
  /** Ends the wait for a leader that no signal ends. */
  #giveUp: () => void = () => undefined;

  constructor(options: SpawnOptions) {
    const { framing, on } = options;
    this.#options = options;
    this.#input = new Input(framing, (error) => on.stdinError(error));
    this.#intake = new Intake({
      ...options,
      backlogBytes: backlogBytes(options),
      flow: { pause: () => this.#child?.pause(), resume: () => this.#child?.resume() },
    });
    if (options.stdin !== 'open') {
      if (options.stdin !== 'end') {
        void this.#input.writeRaw(options.stdin.text);
      }
      this.#input.end();
    }
    this.closed = this.#live();
  }

  /** The id of the process; undefined before it exists, and where it could not be started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Writes a message and resolves when it is in the pipe. Never rejects: an error goes to `stdinError`. */
  write(message: string): Promise<void> {
    return this.#input.write(message);
  }

  endInput(): void {
    this.#input.end();
  }

  /**
   * Holds back messages until `resumeReading`; those of the chunk at hand still come. Calls do not nest, and have no
   * effect once the end is under way. In `eagerRead` even a process that ended by itself leaves its output waiting.
   */
  pauseReading(): void {
    this.#intake.pause();
  }

  resumeReading(): void {
    this.#intake.resume();
  }

  /** Signals the process group. */
  signal(name: NodeJS.Signals): void {
    if (this.#run !== undefined && !this.#hasExited) {
      signalLivingGroup(this.#run.leader, name);
    }
  }

  /** Sends SIGSTOP to every process of the run. */
  suspend(): void {
    if (this.#isStopping || this.#hasExited) {
      return;
    }
    this.#isSuspended = true;
    this.#run?.suspend();
  }

  continue(): void {
    this.#isSuspended = false;
    this.#run?.continue();
    if (this.#isStanding) {
      this.#stand();
    }
  }

  /**
   * Sends SIGSTOP to the process group, or SIGCONT. This takes two system calls, whereas `suspend` reads the table of
   * processes.
   */
  standStill(isStanding: boolean): void {
    if (isStanding !== this.#isStanding) {
      this.#isStanding = isStanding;
      this.#stand();
    }
  }

  #stand(): void {
    if (!this.#isSuspended && !this.#isStopping) {
      this.signal(this.#isStanding ? 'SIGSTOP' : 'SIGCONT');
    }
  }

  /** Sends SIGTERM, and after a grace period SIGKILL to whatever is left. It may be called at any time, and again. */
  stop(): Promise<ProcessExit> {
    if (!this.#isStopping) {
      this.#isStopping = true;
      try {
        starts.sweep();
        this.#intake.release();
        // A message to a process that does not exist yet must not be the last thing that it hears.
        if (this.#child === undefined) {
          this.#input.fail();
        }
      } finally {
        if (this.#run !== undefined && !this.#hasExited) {
          this.#terminate(this.#run);
        }
      }
    }
    return this.closed;
  }

  /** Returns the last 64 KiB of raw output. */
  tail(source: 'stdout' | 'stderr'): string {
    return this.#intake.tail(source);
  }

  async #live(): Promise<ProcessExit> {
    const started = await this.#start();
    if (started === undefined) {
      this.#input.fail();
      return { ...NO_EXIT, leftOver: 0 };
    }
    try {
      return await this.#seeOut(started);
    } catch (error) {
      // Our own code is broken, but everything that was started must still be gone.
      this.#options.on.fault(error);
      return { ...NO_EXIT, leftOver: await sweep(started.processes) };
    }
  }

  async #seeOut({ child, processes }: StartedRun): Promise<ProcessExit> {
    const exit = await Promise.race([child.exited, this.#waitForGivingUp()]);
    this.#hasExited = true;
    this.#cancelTimer();
    if (!this.#options.eagerRead) {
      this.#intake.release();
    }
    const leftOver = await drainAfterExit(child, {
      clock: this.#options.clock,
      bytesRead: () => this.#intake.bytesRead,
      sweep: () => sweep(processes),
    });
    watchdog.unlist(processes.mark);
    this.#input.fail();
    await this.#intake.end();
    return { ...exit, leftOver, ...given({ leftRunning: processes.left.length === 0 ? undefined : processes.left }) };
  }

  async #start(): Promise<StartedRun | undefined> {
    const events = {
      output: (source: 'stdout' | 'stderr', chunk: Buffer) => this.#try(() => this.#intake.accept(source, chunk)),
      stdinError: (error: Error) => this.#input.fail(error),
    };
    try {
      const started = await startRun(this.#options, events, () => this.#isStopping);
      if (started !== undefined) {
        // The process exists, so a fault here does not belong to its start, and its end is waited for.
        this.#try(() => this.#attach(started));
      }
      return started;
    } catch (error) {
      this.#options.on.spawnError(asError(error));
      return undefined;
    }
  }

  /** Reports a fault, because one that is thrown into the code of a stream would end the host. */
  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#options.on.fault(error);
    }
  }

  #attach({ child, processes }: StartedRun): void {
    this.#child = child;
    this.#run = processes;
    if (!this.#intake.isFlowing) {
      child.pause();
    }
    this.#input.attach(child);
    if (this.#isStopping) {
      this.#terminate(processes);
    } else if (this.#isSuspended) {
      processes.suspend();
    } else if (this.#isStanding) {
      this.#stand();
    }
  }

  #terminate(processes: RunProcesses): void {
    const { clock, gracePeriodMs } = this.#options;
    this.#cancelTimer = clock.after(gracePeriodMs, () => {
      this.#cancelTimer = clock.after(KILL_PATIENCE_MS, () => this.#giveUp());
      sweep(processes).catch((error) => this.#options.on.fault(error));
    });
    processes.terminate();
  }

  #waitForGivingUp(): Promise<ChildExit> {
    return new Promise((resolve) => {
      this.#giveUp = () => resolve(NO_EXIT);
    });
  }
}
