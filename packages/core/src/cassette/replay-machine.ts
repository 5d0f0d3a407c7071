/** Hands a recording to dialect and assembler, entry by entry, as the live runtime would. */
import type { AgentEvent } from '@agent-mux/events';
import type { Adapter } from '../adapter/adapter.ts';
import type { Dialect, ExitInfo, LineContext } from '../adapter/dialect.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { type Assembler, createAssembler, type EndCause } from '../assembler/index.ts';
import { createInteractionIds } from '../interaction/interaction-ids.ts';
import { RingTail } from '../process/ring-tail.ts';
import { type Conversation, createConversation } from '../run/conversation.ts';
import { createResultFold, type ResultFold, type RunResult } from '../run/run-result.ts';
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
import { createRunId, createRunIds } from './run-ids.ts';
import { createUnwritten, type Unwritten } from './unwritten.ts';

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
  /** What the dialect would have written, and the recording does not have. A report, no fault. */
  readonly unmatched: readonly string[];
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
  readonly #fold: ResultFold = createResultFold();
  readonly #unwritten: Unwritten = createUnwritten();
  #attempts = 0;
  #attempt: Attempt;
  #elapsed = 0;
  // Why the host ended the run, and what it had asked for: as in a live run.
  #cause: EndCause | undefined;
  #asked: ExitInfo['asked'];
  #hasRested = false;
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
      includeSubagents: this.#setup.options.includeSubagents,
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
    const end = assembler.end(this.#now(), this.#cause);
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
      diagnostics: { unknownNative: assembler.unknownNative, repaired: assembler.repaired },
      stderr: this.#attempt.stderr.text(),
      end,
      foreignSignal: this.#cause === undefined && !this.#wasSettled ? this.#exit.signal : null,
    });
    return { result, unmatched: this.#unwritten.lines };
  }

  get #isOurs(): boolean {
    return this.#header.runId !== undefined;
  }

  #now(): number {
    return this.#startedAt + this.#elapsed;
  }

  #pushMessage(entry: WireEntry): void {
    const { conversation, stderr, dialect } = this.#attempt;
    const text = readText(entry);
    if (entry.dir === 'in') {
      this.#unwritten.see(text);
    } else if (entry.dir === 'err') {
      stderr.push(readBytes(entry));
      if (entry.partial !== true) {
        stderr.push(NEWLINE);
      }
    }
    conversation.receive(text, CONTEXTS[entry.dir][entry.partial === true ? 'partial' : 'whole'], this.#now());
    // An interrupt is over with its turn: the turn after it ends as it ends.
    if (this.#asked === 'interrupt' && this.#cause === undefined) {
      if (!dialect.state.turn) {
        this.#hasRested = true;
      } else if (this.#hasRested) {
        this.#asked = undefined;
      }
    }
  }

  #pushAction(entry: HostEntry): void {
    switch (entry.action) {
      case 'interrupt':
        this.#interrupted();
        break;
      case 'signal':
        if (entry.signal === 'SIGINT' && this.#asked === undefined) {
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
          this.#assembler.push(entry.draft, this.#now());
        }
        break;
      case 'retry':
        this.#retry(entry);
        break;
      case 'end-input':
      case 'kill':
        break;
      default:
        entry satisfies never;
    }
  }

  #interrupted(): void {
    this.#asked = 'interrupt';
    this.#hasRested = !this.#attempt.dialect.state.turn;
  }

  // The first reason stands, as in a live run.
  #stop(cause: EndCause, asked: ExitInfo['asked']): void {
    if (this.#cause === undefined) {
      this.#cause = cause;
      this.#asked = asked;
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
    this.#wasSettled = settled ?? (asked === undefined && this.#isOurs && this.#cause === undefined && clean && !busy);
    // A process that never was has no exit to speak of.
    if (this.#cause?.type === 'crash') {
      return;
    }
    const reason = asked === undefined ? this.#asked : (asked ?? undefined);
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
    const dialect = mode.dialect(options, {
      runId: this.#runId,
      dir: '<run>',
      binary: this.#header.argv[0] ?? this.#adapter.cliCommand,
      newId: createRunIds(this.#runId, this.#attempts),
      input: { text: options.prompt },
      argv: this.#header.argv,
    });
    return this.#unwritten.overhear(dialect);
  }

  #createAttempt(dialect: Dialect): Attempt {
    const conversation = createConversation({
      dialect,
      assembler: this.#assembler,
      approvalMode: this.#setup.options.approvalMode,
      debug: this.#isDebug,
      isReplay: true,
      write: ignore,
    });
    return { dialect, conversation, stderr: new RingTail() };
  }
}

function ignore(): void {
  // What we said stands in the recording.
}
