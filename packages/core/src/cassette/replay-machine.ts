/** Hands a recording to dialect and assembler, entry by entry, as the live runtime would. */
import type { AgentEvent } from '@agent-mux/events';
import type { Adapter, ModeContext } from '../adapter/adapter.ts';
import type { Dialect, ExitInfo, LineContext, PromptInput } from '../adapter/dialect.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { type Assembler, createAssembler, type EndCause } from '../assembler/index.ts';
import { createInteractionIds } from '../interaction/interaction-ids.ts';
import { RingTail } from '../process/ring-tail.ts';
import { type Conversation, createConversation } from '../run/conversation.ts';
import { diagnosticsOf, ResultFold, type RunResult } from '../run/run-result.ts';
import { RunStatus } from '../run/run-status.ts';
import { Demands } from './demands.ts';
import {
  type CassetteEntry,
  type CassetteHeader,
  type ExitEntry,
  type HostEntry,
  readBytes,
  readText,
  type WireEntry,
} from './format.ts';
import { prepareReplay, type ReplaySetup } from './replay-setup.ts';
import { demandCommand, demandInterrupt, demandNotes, demandOpening, demandSpeech, inputOf } from './replay-speech.ts';
import { createRunId, createRunIds } from './run-ids.ts';

export interface ReplayOptions {
  /** A ULID. @defaultValue that of the recording, else one that is made from its header */
  readonly runId?: string;
  /** Instead of what the recording and its command line say. */
  readonly options?: Partial<ResolvedOptions>;
  /** Put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
}

export interface ReplayEnd {
  readonly result: RunResult;
  /** What the dialect would have written, and the recording does not have. */
  readonly unmatched: readonly string[];
  /** What was written, and the dialect would not have. Empty unless the recording tells what the host said. */
  readonly unwanted: readonly string[];
  /** `all`: the recording tells what the host said, so that all that was written is held against the dialect. `replies`: only what the protocol demands by itself. */
  readonly demanded: 'all' | 'replies';
}

const CONTEXTS = {
  in: { whole: { source: 'stdin' }, partial: { source: 'stdin', partial: true } },
  out: { whole: { source: 'stdout' }, partial: { source: 'stdout', partial: true } },
  err: { whole: { source: 'stderr' }, partial: { source: 'stderr', partial: true } },
} as const satisfies Record<WireEntry['dir'], Record<'whole' | 'partial', LineContext>>;

const NEWLINE = Buffer.from('\n');
// The first moment that a timestamp can have: who sees it sees that the time is not known.
const UNKNOWN_START = 1;

interface Attempt {
  readonly dialect: Dialect;
  readonly conversation: Conversation;
  readonly stderr: RingTail;
  /** A message of any direction was handed to the dialect. */
  hasHeard: boolean;
}

/** Pure: no clock, no files. The constructor throws VALIDATION_ERROR as `prepareReplay`; `emit` is called from `push` and `finish`. */
export class ReplayMachine {
  readonly #header: CassetteHeader;
  readonly #adapter: Adapter;
  readonly #setup: ReplaySetup;
  readonly #runId: string;
  readonly #isDebug: boolean;
  readonly #startedAt: number;
  readonly #assembler: Assembler;
  readonly #fold: ResultFold = new ResultFold();
  readonly #demands: Demands = new Demands();
  // What the runtime said before the first words: how the options are honoured.
  readonly #notes: string[] = [];
  #attempts = 0;
  #attempt: Attempt;
  #elapsed = 0;
  /** Why the host ended the run, and what it had asked for: as in a live run. */
  readonly #status = new RunStatus(false);
  #exit: Pick<ExitEntry, 'code' | 'signal'> = { code: null, signal: null };
  #wasSettled = false;

  constructor(header: CassetteHeader, adapter: Adapter, options: ReplayOptions, emit: (event: AgentEvent) => void) {
    this.#header = header;
    this.#adapter = adapter;
    this.#setup = prepareReplay(header, adapter, options.options);
    this.#runId = options.runId ?? header.runId ?? createRunId(header);
    this.#isDebug = options.debug ?? false;
    this.#startedAt = header.startedAt ?? UNKNOWN_START;
    const dialect = this.#createDialect();
    this.#assembler = createAssembler({
      runId: this.#runId,
      agent: adapter.agent,
      stream: this.#setup.options.stream,
      streams: dialect.streams,
      cwd: this.#setup.options.cwd,
      includeSubagents: this.#setup.options.includeSubagents,
      noSession: this.#setup.options.noSession,
      priorTurnCount: () => header.prior?.turnCount,
      interactions: createInteractionIds(this.#runId),
      emit: (event) => {
        this.#fold.add(event);
        emit(event);
      },
    });
    this.#attempt = this.#createAttempt(dialect);
  }

  /** Time of the last entry, in milliseconds since the start. */
  get elapsed(): number {
    return this.#elapsed;
  }

  push(entry: CassetteEntry): void {
    this.#elapsed = entry.t ?? this.#elapsed;
    switch (entry.dir) {
      case 'in':
      case 'out':
      case 'err':
        this.#pushMessage(entry);
        break;
      case 'host':
        this.#pushAction(entry);
        break;
      case 'exit':
        this.#pushExit(entry);
        break;
      default:
        entry satisfies never;
    }
  }

  finish(): ReplayEnd {
    const { mode, options } = this.#setup;
    const assembler = this.#assembler;
    const end = assembler.end(this.#now(), this.#status.cause);
    const result = this.#fold.finish({
      runId: this.#runId,
      agent: this.#adapter.agent,
      model: options.model,
      mode: mode.name,
      sessionId: assembler.sessionId,
      durationMs: this.#elapsed,
      exitCode: this.#exit.code,
      signal: this.#exit.signal,
      attempts: this.#attempts,
      events: [],
      tags: [],
      diagnostics: diagnosticsOf(assembler),
      stderr: this.#attempt.stderr.text(),
      end,
      foreignSignal: this.#status.cause === undefined && !this.#wasSettled ? this.#exit.signal : null,
    });
    const { unmatched, unwanted, isWhole } = this.#demands;
    return { result, unmatched, unwanted, demanded: isWhole ? 'all' : 'replies' };
  }

  get #isOurs(): boolean {
    return this.#header.runId !== undefined;
  }

  #now(): number {
    return this.#startedAt + this.#elapsed;
  }

  #pushMessage(entry: WireEntry): void {
    const { conversation, stderr } = this.#attempt;
    this.#attempt.hasHeard = true;
    const text = readText(entry);
    if (entry.dir === 'in') {
      this.#demands.see(text);
    } else {
      this.#demands.settle();
    }
    if (entry.dir === 'err') {
      stderr.push(readBytes(entry));
      if (entry.partial !== true) {
        stderr.push(NEWLINE);
      }
    }
    conversation.receive(text, CONTEXTS[entry.dir][entry.partial === true ? 'partial' : 'whole'], this.#now());
  }

  #pushAction(entry: HostEntry): void {
    switch (entry.action) {
      case 'prompt':
        this.#prompt(entry);
        break;
      case 'answer':
        demandSpeech(this.#demands, this.#attempt.dialect, entry);
        this.#attempt.conversation.answer(entry);
        break;
      case 'steer':
      case 'tool-result':
      case 'probe':
        demandSpeech(this.#demands, this.#attempt.dialect, entry);
        break;
      case 'close':
        demandSpeech(this.#demands, this.#attempt.dialect, entry);
        this.#demands.leave();
        break;
      case 'interrupt':
        this.#interrupted();
        if (entry.of === 'turn') {
          demandInterrupt(this.#demands, this.#attempt.dialect);
        }
        break;
      case 'signal':
        this.#demands.seeAction(entry.signal);
        if (entry.signal === 'SIGINT' && this.#status.asked === undefined) {
          this.#interrupted();
        }
        break;
      case 'abort':
        this.#stop({ type: 'aborted' }, 'abort');
        break;
      case 'timeout':
        this.#stop({ type: 'timeout', kind: entry.kind }, 'timeout');
        break;
      case 'draft':
        if (entry.draft.type === 'outcome') {
          this.#stop(entry.draft.outcome, 'interrupt');
        } else {
          if (!this.#demands.isWhole && entry.draft.type === 'debug') {
            this.#notes.push(entry.draft.message);
          }
          this.#assembler.push(entry.draft, this.#now());
        }
        break;
      case 'retry':
        this.#retry(entry);
        break;
      case 'end-input':
        this.#demands.seeAction('end-input');
        break;
      case 'kill':
        break;
      default:
        entry satisfies never;
    }
  }

  #prompt(entry: Extract<HostEntry, { action: 'prompt' }>): void {
    const { dialect, hasHeard } = this.#attempt;
    // A damaged recording may have it twice: a conversation is not opened again.
    if (entry.as === 'first' && !hasHeard) {
      this.#open(inputOf(entry));
    } else {
      demandSpeech(this.#demands, dialect, entry);
    }
  }

  /** The attempt begins with these words: mode and dialect are asked as they were, and may give ids away in the same order. */
  #open(input: PromptInput): void {
    const { mode } = this.#setup;
    const { argv } = this.#header;
    const options = { ...this.#setup.options, prompt: input.text };
    const asked = { adapter: this.#adapter, mode, options };
    const isFirst = !this.#demands.isWhole;
    this.#demands.begin();
    if (isFirst) {
      demandNotes(this.#demands, asked, this.#notes);
    }
    const context = this.#createContext(input);
    const command = demandCommand(this.#demands, asked, { context, argv });
    const dialect = mode.dialect(options, { ...context, argv });
    this.#attempt = this.#createAttempt(dialect);
    if (command !== undefined) {
      demandOpening(this.#demands, { input, dialect, command });
    }
  }

  #interrupted(): void {
    this.#status.interrupt(this.#attempt.dialect.state);
    this.#refuse();
  }

  // The first reason stands, as in a live run.
  #stop(cause: EndCause, asked: NonNullable<ExitInfo['asked']>): void {
    this.#demands.leave();
    if (this.#status.stop(cause, asked)) {
      this.#refuse();
    }
  }

  #refuse(): void {
    const { refusal } = this.#status;
    if (refusal !== undefined) {
      this.#attempt.conversation.refuse(refusal, this.#now());
    }
  }

  #retry({ attempt, maxAttempts, reason, delayMs }: Extract<HostEntry, { action: 'retry' }>): void {
    const dialect = this.#createDialect();
    this.#assembler.respawn({ attempt, maxAttempts, reason, delayMs }, this.#now(), dialect.streams);
    this.#fold.abandon();
    this.#attempt = this.#createAttempt(dialect);
  }

  #pushExit({ code, signal, asked, settled }: ExitEntry): void {
    const { conversation, dialect, stderr } = this.#attempt;
    const { clean, busy } = dialect.state;
    this.#exit = { code, signal };
    // Where the recording does not say it: of our own runs, one that was idle was told to leave.
    this.#wasSettled =
      settled ?? (asked === undefined && this.#isOurs && this.#status.cause === undefined && clean && !busy);
    // A process that never was has no exit to speak of.
    if (this.#status.cause?.type === 'crash') {
      return;
    }
    const reason = asked === undefined ? this.#status.asked : (asked ?? undefined);
    conversation.exit(
      {
        code: this.#wasSettled ? 0 : code,
        signal: this.#wasSettled ? null : signal,
        stderr: stderr.text(),
        ...(reason === undefined ? {} : { asked: reason }),
      },
      this.#now(),
    );
  }

  #createDialect(): Dialect {
    const { mode, options } = this.#setup;
    this.#attempts++;
    return mode.dialect(options, { ...this.#createContext({ text: options.prompt }), argv: this.#header.argv });
  }

  #createContext(input: PromptInput): ModeContext {
    return {
      runId: this.#runId,
      dir: '<run>',
      binary: this.#header.argv[0] ?? this.#adapter.cliCommand,
      // The ids of the recorded run, under whatever id it is replayed.
      newId: createRunIds(this.#header.runId ?? this.#runId, this.#attempts),
      input,
      ...(this.#header.prior === undefined ? {} : { prior: this.#header.prior }),
    };
  }

  #createAttempt(dialect: Dialect): Attempt {
    const conversation = createConversation({
      dialect,
      assembler: this.#assembler,
      approvalMode: this.#setup.options.approvalMode,
      status: this.#status,
      debug: this.#isDebug,
      onReplies: (messages) => this.#demands.wantReplies(messages),
      write: ignore,
    });
    return { dialect, conversation, stderr: new RingTail(), hasHeard: false };
  }
}

function ignore(): void {
  // What we said stands in the recording.
}
