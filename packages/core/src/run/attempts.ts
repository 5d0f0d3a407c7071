/**
 * The attempts of a run, one after the other: an attempt that failed before it did anything may be followed by another
 * one.
 */
import type { Respawn } from '../assembler/index.ts';
import { describeError } from '../describe-error.ts';
import { Hold } from '../readers/index.ts';
import { Attempt } from './attempt.ts';
import type { AttemptEnd } from './attempt-end.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { Farewell } from './farewell.ts';
import type { Prior } from './prior.ts';
import type { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import { type Delay, decideRetry } from './retry-policy.ts';
import type { RunParts } from './run-parts.ts';
import { tellWhatLivesOn } from './what-lives-on.ts';
import type { RunWires } from './wires.ts';

interface AttemptsOptions
  extends Pick<
      RunWires,
      'prepared' | 'clock' | 'faults' | 'inputs' | 'act' | 'pushOwn' | 'warn' | 'fail' | 'steerReading'
    >,
    Pick<AttemptOptions, 'on'>,
    RunParts {
  readonly prior: Prior;
  readonly delay: Delay;
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Returns the prompts; it is a function, because they are made from the attempts themselves. */
  readonly prompts: () => Prompts;
  readonly farewell: () => Farewell;
  readonly recorder: () => Recorder | undefined;
}

export class Attempts {
  /** The listeners, which are held when the last attempt has ended. */
  readonly listeners: Hold;
  /** The reason why a process could not be started. */
  spawnError: string | undefined;
  readonly #options: AttemptsOptions;
  #current: Attempt;
  #count = 1;

  /** Creates the first attempt, but starts nothing. Throws what the adapter finds wrong with the options. */
  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.listeners = new Hold(options.journal);
    this.#current = this.#create(1);
  }

  /** The current attempt, or the last one. */
  get current(): Attempt {
    return this.#current;
  }

  /** Plays one attempt after another, and leaves listeners held. */
  async play(): Promise<AttemptEnd> {
    const { hostTools, channel, delay, farewell } = this.#options;
    for (;;) {
      this.#begin();
      const end = await this.#current.ended();
      hostTools.close();
      channel.close();
      farewell().end();
      this.listeners.hold();
      this.#tellExit(end);
      const retry = this.#decideRetry();
      if (retry === undefined) {
        return end;
      }
      this.#abandon(retry);
      this.listeners.release();
      await delay.pass(retry.delayMs);
      if (!this.#startOver()) {
        this.listeners.hold();
        return end;
      }
    }
  }

  #create(number: number): Attempt {
    const { prepared, machine, prior, prompts } = this.#options;
    return new Attempt({
      ...this.#options,
      run: { ...prepared, options: machine.optionsOfAttempt(prepared.options) },
      number,
      prior: () => prior.session,
      firstWords: () => prompts().firstWords(),
    });
  }

  #begin(): void {
    const { channel, timers, machine, clock, steerReading, recorder } = this.#options;
    channel.attach(this.#current.dialect);
    if (machine.status.cause === undefined) {
      timers.touch(clock.now());
      steerReading();
      this.#current.start(recorder());
    }
  }

  #tellExit(end: AttemptEnd): void {
    const { machine, act, faults, recorder } = this.#options;
    for (const draft of tellWhatLivesOn(end.exit)) {
      faults.try('tell an event of its own', () => act({ action: 'draft', draft }));
    }
    if (this.spawnError !== undefined && machine.status.cause === undefined) {
      const outcome = { type: 'crash', stderr: this.spawnError } as const;
      act({ action: 'draft', draft: { type: 'outcome', outcome } });
      return;
    }
    this.#current.tellExit(end, recorder());
  }

  #decideRetry(): Respawn | undefined {
    const { machine, channel, hostTools, prepared, prompts, turns, random } = this.#options;
    const { anyToolReady, lastOutcome } = machine.assembler;
    // An attempt that has sent, answered or done something is not repeated, because it would do so twice. Nor is one with a turn that was
    // told to be over, whatever its outcome: somebody has its result.
    const hasActed = prompts().wasSent || channel.wasAnswered || hostTools.wasCalled || anyToolReady || turns.hasRested;
    return hasActed || machine.status.isStopped
      ? undefined
      : decideRetry(prepared.retryPolicy, lastOutcome, this.#count, random());
  }

  #abandon(retry: Respawn): void {
    const { act, time, timers } = this.#options;
    act({ action: 'retry', ...retry });
    time.goOn('leaving');
    timers.stay();
  }

  #startOver(): boolean {
    if (this.#options.machine.status.cause !== undefined) {
      return false;
    }
    try {
      this.#current = this.#create(this.#count + 1);
      this.#count++;
      return true;
    } catch (error) {
      this.#options.fail('INTERNAL', `The adapter failed: ${describeError(error)}`);
      return false;
    }
  }
}
