/** A running agent: fed, read, signalled, stopped, and proved gone with everything it started. */
import type { Clock } from '../clock.ts';
import { asError } from '../describe-error.ts';
import type { Child, ChildExit } from './child.ts';
import { drainAfterExit } from './end-of-run.ts';
import type { Framing } from './framer.ts';
import { Input } from './input.ts';
import { Intake } from './intake.ts';
import { signalGroup } from './kill-tree.ts';
import type { LeavableProcess, LeftProcess } from './left-running.ts';
import { findLimiter } from './marks.ts';
import type { RunProcesses } from './run-processes.ts';
import { loadExeca } from './spawn.ts';
import { starts } from './start-queue.ts';
import { type StartedRun, startRun } from './start-run.ts';
import { sweep } from './sweep.ts';
import { watchdog } from './watchdog.ts';

export interface SpawnOptions {
  readonly runId: string;
  /** Absolute, relative to `cwd`, or a name that is looked up on the PATH of `env`. */
  readonly file: string;
  readonly args: readonly string[];
  /** The complete environment of the process; the mark of the run is added to it. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** `open`: a conversation; `end`: closed at once; otherwise the whole input. */
  readonly stdin: 'open' | 'end' | { readonly text: string };
  readonly framing: Framing;
  /** A longer message is dropped as a whole. */
  readonly maxLineBytes: number;
  /** Between the polite signal and the end. */
  readonly gracePeriodMs: number;
  /** Never makes the process wait: raw bytes wait in memory instead. */
  readonly eagerRead: boolean;
  /** Where it prints. In a file nothing is lost at its exit, and nothing makes it wait either. @defaultValue a pipe */
  readonly stdout?: 'file';
  readonly clock: Clock;
  /** Asked at the end of the run of each of its processes but the first. @defaultValue nothing lives on */
  readonly leaveRunning?: (process: LeavableProcess) => boolean;
  readonly on: {
    /** One native message. `partial`: the stream ended in the middle of it. `now`: when its last bytes were taken up, by `clock`. */
    line(text: string, source: 'stdout' | 'stderr', partial: boolean, now: number): void;
    /** Bytes that were lost before they were parsed. */
    lost(info: { source: 'stdout' | 'stderr'; bytes: number; reason: string }): void;
    /** EPIPE and its like; once. */
    stdinError(error: Error): void;
    /** ENOENT, E2BIG, …; `closed` resolves all the same, with code null. */
    spawnError(error: Error): void;
    /** What came could not be taken in, and is lost. */
    fault(error: unknown): void;
    /** What waits for its reader stays in memory: it could not be put into a file. Once. */
    fullDisk(): void;
  };
  /** Everything as it came and went, for a recorder. */
  readonly tap?: {
    out(chunk: Buffer): void;
    err(chunk: Buffer): void;
    in(text: string): void;
    endInput(): void;
    signal(name: string): void;
  };
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Processes that could not be ended. */
  readonly leftOver: number;
  /** Processes that the host left alive on purpose; absent: none. */
  readonly leftRunning?: readonly LeftProcess[];
}

export interface AgentProcess {
  /** Undefined before the process exists, and where it could not be started. */
  readonly pid: number | undefined;
  /** Resolves when the message is in the pipe. Never rejects: what goes wrong is told to `stdinError`. */
  write(message: string): Promise<void>;
  endInput(): void;
  /**
   * No more messages until `resumeReading`; those of the chunk at hand still come. Calls do not nest, and have no effect
   * once the end is under way. In `eagerRead` a process that ended by itself leaves its output waiting all the same.
   */
  pauseReading(): void;
  resumeReading(): void;
  /** To the process group. */
  signal(name: 'SIGINT' | 'SIGTERM'): void;
  /** SIGSTOP to every process of the run. */
  suspend(): void;
  continue(): void;
  /** SIGTERM, a grace period, then SIGKILL to whatever is left. May be called at any time, and again. */
  stop(): Promise<ProcessExit>;
  /** Resolves once, when the pipes are closed, every byte was delivered, and everything that was started is gone. Never rejects. */
  readonly closed: Promise<ProcessExit>;
  /** The last 64 KiB of raw output. */
  tail(source: 'stdout' | 'stderr'): string;
}

/** Starts an agent. Nothing is called back before this has returned. */
export function spawnAgent(options: SpawnOptions): AgentProcess {
  return new RunningAgent(options);
}

/** Loads and probes what the first spawn needs, so that it costs the first run nothing. */
export async function warmUp(): Promise<void> {
  await Promise.all([loadExeca(), findLimiter()]);
}

// A terminal is never left unread for long: what is in it when its first process ends is lost.
const PTY_BACKLOG_BYTES = 16 * 1024 * 1024;
// After SIGKILL only a process that is stuck in the kernel is still there.
const KILL_PATIENCE_MS = 5_000;

class RunningAgent implements AgentProcess {
  readonly closed: Promise<ProcessExit>;
  readonly #options: SpawnOptions;
  readonly #input: Input;
  readonly #intake: Intake;
  #child: Child | undefined;
  #run: RunProcesses | undefined;
  #hasExited = false;
  #isStopping = false;
  #isSuspended = false;
  #cancelTimer: () => void = () => undefined;
  /** Ends the wait for a leader that no signal ends. */
  #giveUp: () => void = () => undefined;

  constructor(options: SpawnOptions) {
    const { framing, maxLineBytes, eagerRead, clock, on, tap } = options;
    this.#options = options;
    const taps = tap === undefined ? {} : { tap };
    this.#input = new Input({ framing, onError: (error) => on.stdinError(error), ...taps });
    this.#intake = new Intake({
      framing,
      maxLineBytes,
      backlogBytes: eagerRead ? Number.POSITIVE_INFINITY : framing === 'pty' ? PTY_BACKLOG_BYTES : 0,
      clock,
      on,
      flow: { pause: () => this.#child?.pause(), resume: () => this.#child?.resume() },
      ...taps,
    });
    if (options.stdin !== 'open') {
      if (options.stdin !== 'end') {
        void this.#input.writeRaw(options.stdin.text);
      }
      this.#input.end();
    }
    this.closed = this.#live();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  write(message: string): Promise<void> {
    return this.#input.write(message);
  }

  endInput(): void {
    this.#input.end();
  }

  pauseReading(): void {
    this.#intake.pause();
  }

  resumeReading(): void {
    this.#intake.resume();
  }

  signal(name: 'SIGINT' | 'SIGTERM'): void {
    if (this.#run === undefined || this.#hasExited) {
      return;
    }
    this.#options.tap?.signal(name);
    signalGroup(this.#run.leader, name);
  }

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
  }

  stop(): Promise<ProcessExit> {
    if (!this.#isStopping) {
      this.#isStopping = true;
      try {
        starts.sweep();
        this.#intake.release();
        // What was said to a process that does not exist yet must not be the last thing that it hears.
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

  tail(source: 'stdout' | 'stderr'): string {
    return this.#intake.tail(source);
  }

  async #live(): Promise<ProcessExit> {
    const started = await this.#start();
    if (started === undefined) {
      this.#input.fail();
      return { code: null, signal: null, leftOver: 0 };
    }
    try {
      return await this.#seeOut(started);
    } catch (error) {
      // Ours is broken: what was started must be gone all the same.
      this.#options.on.fault(error);
      return { code: null, signal: null, leftOver: await sweep(started.processes) };
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
    return { ...exit, leftOver, ...(processes.left.length === 0 ? {} : { leftRunning: processes.left }) };
  }

  async #start(): Promise<StartedRun | undefined> {
    const events = {
      output: (source: 'stdout' | 'stderr', chunk: Buffer) => this.#accept(source, chunk),
      stdinError: (error: Error) => this.#input.fail(error),
    };
    try {
      const options = { ...this.#options, inTerminal: this.#options.framing === 'pty' };
      const started = await startRun(options, events, () => this.#isStopping);
      if (started !== undefined) {
        this.#attachOrTell(started);
      }
      return started;
    } catch (error) {
      this.#options.on.spawnError(asError(error));
      return undefined;
    }
  }

  // The process exists: a fault here is none of its start, and its end is waited for.
  #attachOrTell(started: StartedRun): void {
    try {
      this.#attach(started);
    } catch (error) {
      this.#options.on.fault(error);
    }
  }

  #accept(source: 'stdout' | 'stderr', chunk: Buffer): void {
    try {
      this.#intake.accept(source, chunk);
    } catch (error) {
      // Thrown into the stream's own code it would end the host.
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
    }
  }

  #terminate(processes: RunProcesses): void {
    const { clock, gracePeriodMs, tap } = this.#options;
    tap?.signal('SIGTERM');
    processes.terminate();
    this.#cancelTimer = clock.after(gracePeriodMs, () => {
      this.#cancelTimer = clock.after(KILL_PATIENCE_MS, () => this.#giveUp());
      void sweep(processes);
    });
  }

  #waitForGivingUp(): Promise<ChildExit> {
    return new Promise((resolve) => {
      this.#giveUp = () => resolve({ code: null, signal: null });
    });
  }
}
