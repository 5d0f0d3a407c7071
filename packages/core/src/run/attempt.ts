/** One process and its conversation, from the spawn until everything that it started is gone. */
import type { Command, Dialect, LineContext, Writes } from '../adapter/index.ts';
import { asError } from '../describe-error.ts';
import { given } from '../given.ts';
import { AgentProcess, makeRunDir, type RunDir } from '../process/index.ts';
import { whileHeld } from '../readers/index.ts';
import { AfterPieces } from './after-pieces.ts';
import { AgentOutput } from './agent-output.ts';
import { type AttemptEnd, NO_PROCESS } from './attempt-end.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { Conversation } from './conversation.ts';
import { environmentOf, grantsOfHost } from './environment.ts';
import { guardDialect } from './guarded-dialect.ts';
import { createCommand, createDialect } from './guarded-mode.ts';
import { lastWordsOf, Reprieve, reprieveOf } from './last-words.ts';
import { contextOf } from './mode-context.ts';
import type { Recorder } from './recorder.ts';
import { guardMayLeave } from './what-lives-on.ts';

export class Attempt {
  readonly dialect: Dialect;
  readonly #options: AttemptOptions;
  // As in the conversation, what each message needs has a field of its own.
  readonly #machine: AttemptOptions['machine'];
  readonly #journal: AttemptOptions['journal'];
  #command: Command;
  readonly #conversation: Conversation;
  #recorder: Recorder | undefined;
  #process: AgentProcess | undefined;
  #dir: RunDir | undefined;
  // The messages that come while the run is paused, because a paused run has no events, and those that come before
  // these were heard.
  readonly #waiting: { readonly text: string; readonly context: LineContext }[] = [];
  #isThrottled = false;
  #isStanding = false;
  #isOver = false;
  readonly #afterPieces: AfterPieces;
  readonly #reprieve: Reprieve = new Reprieve();

  /** Creates the attempt, which asks the mode for its command and dialect, but starts nothing. */
  constructor(options: AttemptOptions) {
    const { run, machine, number, answers, on, fail } = options;
    this.#options = options;
    this.#machine = machine;
    this.#journal = options.journal;
    this.#afterPieces = new AfterPieces({ ...options, on: { ...on, handled: (source) => this.#handled(source) } });
    const context = contextOf(options);
    this.#command = createCommand(run, context);
    const { file, args } = this.#command;
    this.dialect = guardDialect(createDialect(run, { ...context, argv: [file, ...args] }), (message) =>
      fail('INTERNAL', message),
    );
    this.#conversation = machine.open(this.dialect, number, {
      write: (message) => this.#write(message),
      asked: (key) => answers.ask(key),
      refused: (key, reason) => answers.refuse(key, reason),
      untold: (key, reason) => answers.refuseUntold(key, reason),
      told: on.told,
      toRun: on.toRun,
      autoApprove: (key) => answers.approveSilently(key),
    });
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Whether messages get to the CLI, even while it is being started. */
  get isReachable(): boolean {
    return this.#process !== undefined && !this.#isOver;
  }

  /** Whether it is the agent's turn to speak, so that it waits for no prompt and no answer. */
  get isAtWork(): boolean {
    return this.isReachable && this.dialect.state.busy && !this.#machine.isAsking;
  }

  get command(): Command {
    return this.#command;
  }

  /**
   * Makes the command anew, because it may depend on the session whose file was just read. Throws what the adapter
   * finds wrong.
   */
  learnPrior(): void {
    this.#command = createCommand(this.#options.run, contextOf(this.#options));
  }

  /** Starts the process and says the first words. */
  start(recorder: Recorder | undefined): void {
    const { run, journal, clock, inputs, act, warn, on } = this.#options;
    const command = this.#command;
    const prior = this.#options.prior();
    this.#recorder = recorder;
    recorder?.describe({ argv: [command.file, ...command.args], ...given({ prior }) });
    try {
      this.#writeFiles(command.files ?? {});
    } catch (error) {
      on.failed('spawn', asError(error));
      return;
    }
    this.#process = new AgentProcess({
      runId: run.runId,
      file: command.file,
      args: command.args,
      env: environmentOf(run, command),
      cwd: command.cwd,
      stdin: command.stdin,
      framing: run.mode.transport,
      maxLineBytes: run.maxLineBytes,
      gracePeriodMs: run.gracePeriodMs,
      eagerRead: run.mode.eagerRead ?? false,
      ...given({
        stdout: run.mode.stdout,
        leaveRunning: run.leaveRunning && guardMayLeave(run.leaveRunning, warn),
        tap: recorder && ((source, chunk) => recorder.raw(source, chunk)),
      }),
      clock,
      on: new AgentOutput({ ...this.#options, attempt: this, reprieve: this.#reprieve }),
    });
    if (this.#isPaused) {
      this.#process.suspend();
    }
    this.#steer();
    this.#tellLeftOut();
    act(inputs.first(run.input));
    if (command.stdin === 'open') {
      this.say(this.dialect.open());
      this.say(this.#options.firstWords());
    } else {
      if (typeof command.stdin === 'object') {
        recorder?.in(command.stdin.text);
        const { text } = command.stdin;
        whileHeld(journal, () => this.#conversation.overhear(text, clock.now()));
      }
      act({ action: 'end-input' });
    }
  }

  #tellLeftOut(): void {
    const { run, number, warn } = this.#options;
    for (const name of number === 1 ? grantsOfHost(run) : []) {
      const denies = `\`approvalMode: '${run.options.approvalMode}'\` denies`;
      warn(`${name} of the environment is not handed on: with it ${run.agent} would grant what ${denies}.`);
    }
  }

  #writeFiles(files: Readonly<Record<string, string>>): void {
    for (const [name, content] of Object.entries(files)) {
      this.#dir ??= makeRunDir(this.#options.run.runId);
      this.#dir.write(name, content);
    }
  }

  /** Says something; `said` is called unless the writing has ended before. */
  say(writes: Writes, said?: () => void): void {
    const { journal, clock } = this.#options;
    whileHeld(journal, () => this.#conversation.say(writes, clock.now(), () => this.#actOn(writes, said)));
  }

  #actOn({ signal, endInput }: Writes, said?: () => void): void {
    said?.();
    if (signal !== undefined) {
      this.#options.act({ action: 'signal', signal });
      this.#process?.signal(signal);
    }
    if (endInput) {
      this.#options.act({ action: 'end-input' });
      this.#process?.endInput();
    }
  }

  /**
   * Stops or continues the reading. With `isCounted` the agent itself is stopped too, because it must not make a
   * further request while nobody hears how much it has used.
   */
  throttle(isThrottled: boolean, isCounted: boolean): void {
    this.#isThrottled = isThrottled;
    this.#isStanding = isThrottled && isCounted;
    this.#steer();
  }

  /** Suspends the process, because the run is about to be paused. */
  suspend(): void {
    this.#process?.suspend();
    this.#process?.pauseReading();
  }

  /** Continues after a pause. */
  continue(): void {
    while (!this.#isPaused && this.#waiting.length > 0) {
      this.#takeNext();
    }
    // A listener that heard one of these may have asked for the next pause.
    if (!this.#isPaused) {
      this.#process?.continue();
      this.#steer();
    }
  }

  /** Hears the waiting messages, whether the run is paused or not, because nothing else will come. */
  #takeAll(): void {
    while (this.#waiting.length > 0) {
      this.#takeNext();
    }
  }

  #takeNext(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      this.#take(next.text, next.context, this.#options.clock.now());
    }
  }

  /** Whether the process is stopped in place. */
  get isSuspended(): boolean {
    return this.#isPaused || this.#isStanding;
  }

  get #isPaused(): boolean {
    return this.#machine.status.isPaused;
  }

  // There are two reasons not to read, which come and go independently; a process that is started later finds them too.
  #steer(): void {
    if (this.#isPaused || this.#isThrottled) {
      this.#process?.pauseReading();
    } else {
      this.#process?.resumeReading();
    }
    this.#process?.standStill(this.#isStanding);
  }

  /**
   * Sends SIGTERM and after the grace period SIGKILL to everything of the run, which gets no more messages. Where the
   * work is done elsewhere, the CLI first hears that its turn is to stop, and has the grace period to pass it on.
   */
  stop(): void {
    const { run, machine, clock, time } = this.#options;
    const { status } = machine;
    const last = this.isReachable ? lastWordsOf(run.mode, this.dialect, status) : [];
    this.#conversation.mute(last, clock.now());
    status.tell({ write: last }, time.now());
    try {
      this.#takeAll();
    } finally {
      const told = { toldAt: status.toldAt, now: time.now() };
      const ms = this.isReachable ? reprieveOf(run, this.dialect, told) : 0;
      if (ms > 0) {
        // A paused process reads nothing.
        this.#process?.continue();
      }
      this.#reprieve.begin(clock, ms, () => void this.#process?.stop());
    }
  }

  /** Resolves when the process and everything that it started is gone and its last byte was handled. */
  async ended(): Promise<AttemptEnd> {
    const exit = (await this.#process?.closed) ?? NO_PROCESS.exit;
    this.#isOver = true;
    this.#reprieve.over();
    this.#takeAll();
    await this.#dir?.remove();
    return { exit, stderr: this.#process?.tail('stderr') ?? '' };
  }

  /** Lets the dialect say what the exit means. */
  tellExit({ exit: { code, signal }, stderr }: AttemptEnd, recorder: Recorder | undefined): void {
    const { machine, clock } = this.#options;
    const { asked } = machine.status;
    const settled = machine.hasLeftWell;
    recorder?.exit({ code, signal, asked: asked ?? null, ...(settled ? { settled } : {}) });
    machine.exit({ code, signal, stderr, settled }, clock.now());
  }

  /** Hears a message of the process. */
  hear(text: string, context: LineContext, now: number): void {
    if (this.#isPaused || this.#waiting.length > 0) {
      this.#waiting.push({ text, context });
      return;
    }
    this.#take(text, context, now);
  }

  #take(text: string, context: LineContext, now: number): void {
    this.#recorder?.out(text, context.source === 'stderr' ? 'stderr' : 'stdout', context.partial ?? false, now);
    // This is `whileHeld` without a function for each message.
    this.#journal.hold();
    let isPiece = false;
    try {
      isPiece = this.#machine.hear(text, context, now);
      if (!isPiece) {
        this.#options.on.heard(now, context.source);
      }
    } finally {
      this.#journal.release();
    }
    if (isPiece) {
      this.#afterPieces.note(now);
      return;
    }
    this.#handled(context.source);
  }

  #handled(source: LineContext['source']): void {
    this.#options.on.handled(source);
    if (this.#reprieve.hasBegun && !this.dialect.state.turn) {
      this.#reprieve.over();
    }
  }

  #write(message: string): void {
    this.#recorder?.in(message);
    void this.#process?.write(message);
  }
}
