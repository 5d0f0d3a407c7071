/**
 * A run without clock, process and files. A live run and a replay hand it the same facts in the same order, and get the
 * same results.
 */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { CloseEntry } from '@agent-mux/events/journal';
import type { Dialect, EventDraft, ExitInfo, LineContext, ResolvedOptions } from '../adapter/index.ts';
import { Assembler, type AssemblerOptions, type EndCause } from '../assembler/index.ts';
import { given } from '../given.ts';
import type { ToldQuestions } from '../interaction/index.ts';
import type { ReadOutput, RunFacts, RunResult } from '../results/index.ts';
import { aborted, causeOf, closeFacts, diagnosticsOf, OUTCOMES, ResultFold } from '../results/index.ts';
import { Conversation } from './conversation.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { endsWaiting, type HostAction } from './host-action.ts';
import type { ExitFacts } from './recorder.ts';
import { RunStatus } from './run-status.ts';

export interface RunMachineOptions
  extends Pick<AssemblerOptions, 'maxTextBytes' | 'clock' | 'pieces' | 'priorTurnCount'> {
  readonly runId: string;
  readonly agent: AgentName;
  readonly options: Pick<
    ResolvedOptions,
    'stream' | 'cwd' | 'includeSubagents' | 'noSession' | 'approvalMode' | 'keepOpen'
  >;
  /** Whether the raw text of each message is put on its events. @defaultValue false */
  readonly debug?: boolean;
  /** The register of the questions that were asked. */
  readonly interactions: ToldQuestions;
  readonly emit: (event: AgentEvent) => void;
}

/** The receivers of what the CLI says, besides the assembler. */
export type Talk = Omit<ConversationOptions, 'dialect' | 'assembler' | 'approvalMode' | 'status' | 'debug'>;

/** The least limit for a CLI, because a CLI takes 0 for no limit, or for a mistake. */
const LEAST_USD = 0.000001;

const NO_STREAMS: Dialect['streams'] = { text: false, thinking: false, toolInput: false };

/** The machine of a run. It only calls the host by `emit` and the `Talk` of the attempt. */
export class RunMachine {
  readonly status: RunStatus;
  readonly assembler: Assembler;
  readonly #options: RunMachineOptions;
  readonly #fold: ResultFold = new ResultFold();
  /** Those of the attempt that lives, or lived last. */
  #dialect: Dialect | undefined;
  #conversation: Conversation | undefined;
  #attempts = 0;
  #hasGoneBack = false;
  #signal: string | null = null;
  #end: EndCause | undefined;

  constructor(options: RunMachineOptions) {
    this.#options = options;
    this.status = new RunStatus(!options.options.keepOpen);
    this.assembler = new Assembler({
      ...options.options,
      ...options,
      // Each attempt has a dialect of its own.
      streams: () => this.#dialect?.streams ?? NO_STREAMS,
      onAsked: (key, question) => options.interactions.open(key, question),
      onSettled: (key) => options.interactions.settle(key),
    });
  }

  /**
   * Whether the process was told to leave when all was done, so that its exit is a good one, however it comes about.
   */
  get hasLeftWell(): boolean {
    const { isLeaving, cause } = this.status;
    return isLeaving && cause === undefined && this.#dialect?.state.clean === true;
  }

  /** Whether the agent has done everything that it was told, and the run goes on. */
  get isResting(): boolean {
    // The order matters for speed, since an agent is busy after most messages.
    return this.#dialect?.state.busy === false && !this.status.isEnding;
  }

  /** Whether the agent waits for an answer that can be given: the CLI asks, and the stream has not told otherwise. */
  get isAsking(): boolean {
    const { interactions } = this.#options;
    const pending = this.#dialect?.state.pending ?? new Map();
    return [...pending.keys()].some((key) => !interactions.isOver(key));
  }

  /** Takes the check of the last answer against the schema. An earlier failure explains why there is none that fits. */
  hearOutput(read: ReadOutput, say: (draft: EventDraft) => void): void {
    const hasFailed = this.assembler.lastOutcome !== undefined || this.#foreignSignal !== null;
    if ('error' in read && this.status.cause === undefined && !hasFailed) {
      const { code, message } = read.error;
      say({ type: 'outcome', outcome: { type: 'error', code, message } });
    }
  }

  /**
   * Returns the options of the next attempt, without those that an attempt has already applied to the session for good.
   */
  optionsOfAttempt({ checkpointId, maxCostUsd, ...options }: ResolvedOptions): ResolvedOptions {
    return {
      ...options,
      ...given({
        checkpointId: this.#hasGoneBack ? undefined : checkpointId,
        maxCostUsd: maxCostUsd === undefined ? undefined : this.#leftOf(maxCostUsd),
      }),
    };
  }

  // A CLI that keeps to the limit itself begins to count anew with its process.
  #leftOf(maxCostUsd: number): number {
    const { totalUsd = 0 } = this.#fold.sums.cost ?? {};
    return totalUsd === 0 ? maxCostUsd : Math.max(LEAST_USD, Number((maxCostUsd - totalUsd).toFixed(6)));
  }

  /** Opens the attempt with this number, from 1 on, which has this dialect. */
  open(dialect: Dialect, number: number, talk: Talk): Conversation {
    const { options, debug = false } = this.#options;
    const { assembler, status } = this;
    const { approvalMode } = options;
    const conversation = new Conversation({ dialect, assembler, status, approvalMode, debug, ...talk });
    this.#dialect = dialect;
    this.#conversation = conversation;
    this.#attempts = number;
    return conversation;
  }

  /** Takes an event that was emitted, because the result is summed up from the events. */
  observe(event: AgentEvent): void {
    this.#fold.add(event);
  }

  /** Takes a message of the CLI, or of a foreign client to it. Returns whether it was one more piece of the open message and nothing else. */
  hear(message: string, context: LineContext, now: number): boolean {
    if (this.#conversation?.receive(message, context, now) === true) {
      return true;
    }
    if (context.source !== 'stdin' && this.status.state === 'spawned') {
      this.status.move('running');
    }
    return false;
  }

  /** Takes an action or words of the host. The resulting messages to the CLI come to the dialect after this. */
  act(action: HostAction, now: number): void {
    if (endsWaiting(action)) {
      this.settle();
    }
    switch (action.action) {
      case 'prompt':
        if (action.as === 'new-turn') {
          this.status.beginTurn();
        }
        break;
      case 'answer':
        this.#conversation?.answer(action);
        break;
      case 'interrupt':
        this.status.interrupt(this.#dialect?.state ?? { busy: false, turn: false });
        this.#refuse(now);
        break;
      case 'close':
        this.status.isLeaving = true;
        break;
      case 'abort':
        this.#stop(aborted(action.reason), now);
        break;
      case 'timeout':
        this.#stop({ type: 'timeout', kind: action.kind }, now);
        break;
      case 'draft':
        this.#conversation?.noteTold(now);
        this.#say(action.draft, now);
        break;
      case 'retry':
        this.#retry(action, now);
        break;
      case 'steer':
      case 'tool-result':
      case 'probe':
      case 'signal':
      case 'end-input':
      case 'settle':
      case 'kill':
        break;
      default:
        action satisfies never;
    }
  }

  /** Tells the end of a turn that the dialect holds back, because nothing more of that turn is awaited. */
  settle(): void {
    this.#conversation?.settle();
  }

  /** Takes the exit of the process, which has said everything. The status fills in what is not known of its exit. */
  exit(end: ExitFacts & Pick<ExitInfo, 'stderr'>, now: number): void {
    this.settle();
    const { asked = this.status.asked, settled = this.hasLeftWell, stderr } = end;
    this.#signal = end.signal;
    // A process that never existed has no meaningful exit.
    if (this.status.cause?.type !== 'crash') {
      // A process that did not leave when told to was ended by us, and counts as having left well.
      const { code, signal } = settled ? { code: 0, signal: null } : end;
      this.#conversation?.exit({ code, signal, stderr, ...(asked ? { asked } : {}) }, now);
    }
  }

  /**
   * Ends the run, because nothing more will come. `broken` is the reason of the end, where nobody has stopped the run.
   */
  end(now: number, broken?: EndCause): void {
    this.settle();
    this.conclude(this.assembler.end(now, this.status.cause ?? broken));
  }

  /** Ends the run like `end`, where the assembler cannot be asked any more. */
  conclude(end: EndCause | undefined): void {
    this.#end = end;
    this.status.move(OUTCOMES[causeOf(end, this.#foreignSignal)].state);
  }

  /** Returns the result of the run. */
  sumUp(facts: Omit<RunFacts, 'sessionId' | 'attempts' | 'diagnostics' | 'end' | 'foreignSignal'>): RunResult {
    return this.#fold.finish({
      ...facts,
      sessionId: this.assembler.sessionId,
      attempts: this.#attempts,
      diagnostics: diagnosticsOf(this.assembler),
      end: this.#end,
      foreignSignal: this.#foreignSignal,
    });
  }

  /**
   * Returns the facts for the last entry of the run. `output` is as the agent gave it; `fault` is the reason of the
   * end, where there is no other.
   */
  closing(result: RunResult, output?: unknown, fault?: EndCause): Pick<CloseEntry, 'cause' | 'facts'> {
    const cause = causeOf(this.#end ?? fault, this.#foreignSignal);
    return { cause, facts: closeFacts(result, this.#fold.textOf, output) };
  }

  // The signal that ended the process, if we had no part in it.
  get #foreignSignal(): string | null {
    return this.status.cause === undefined && !this.status.isLeaving ? this.#signal : null;
  }

  #say(draft: EventDraft, now: number): void {
    if (draft.type === 'outcome') {
      this.#stop(draft.outcome, now);
      return;
    }
    if (draft.type === 'paused' || draft.type === 'resumed') {
      this.status.pause(draft.type === 'paused');
    }
    this.assembler.push(draft, now);
  }

  // The first reason counts.
  #stop(cause: EndCause, now: number): void {
    if (this.status.stop(cause)) {
      this.#refuse(now);
    }
  }

  #refuse(now: number): void {
    const { refusal } = this.status;
    if (refusal !== undefined) {
      this.#conversation?.refuse(refusal, now);
    }
  }

  #retry(retry: Extract<HostAction, { action: 'retry' }>, now: number): void {
    this.assembler.respawn(retry, now);
    this.#fold.abandon();
    this.#hasGoneBack ||= this.#dialect?.state.hasGoneBack === true;
    this.status.isLeaving = false;
  }
}
