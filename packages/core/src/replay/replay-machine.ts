/** Hands a recording to dialect and assembler, entry by entry, as the live runtime would. */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Adapter, Dialect, ModeContext, PromptInput } from '../adapter/index.ts';
import { given } from '../given.ts';
import { ToldQuestions } from '../interaction/index.ts';
import {
  type CassetteEntry,
  type CassetteHeader,
  type ExitEntry,
  type HostEntry,
  readText,
  type WireEntry,
} from '../recording/index.ts';
import {
  createRunId,
  createRunIds,
  endsWaiting,
  type HostAction,
  isNoteOnUnasked,
  RunMachine,
  wordsOf,
} from '../run/index.ts';
import { Demands } from './demands.ts';
import { PlayedProcess } from './played-process.ts';
import type { ReplayEnd, ReplayOptions } from './replay-contract.ts';
import { ReplayJournal } from './replay-journal.ts';
import { describeReplay, prepareReplay, type ReplaySetup } from './replay-setup.ts';
import {
  demandCommand,
  demandInterrupt,
  demandLastWords,
  demandNotes,
  demandOpening,
  demandSpeech,
} from './replay-speech.ts';

const SOURCES = { in: 'stdin', out: 'stdout', err: 'stderr' } as const;
// The first moment that a timestamp can have, which shows every reader that the time is not known.
const UNKNOWN_START = 1;

/**
 * The machine that hears the entries of a recording. It is pure. The constructor throws VALIDATION_ERROR as
 * `prepareReplay` does. `emit` is called from `push` and `finish`, with the entries of the run's journal.
 */
export class ReplayMachine {
  readonly #header: CassetteHeader;
  readonly #adapter: Adapter;
  readonly #setup: ReplaySetup;
  readonly #runId: string;
  readonly #startedAt: number;
  readonly #machine: RunMachine;
  readonly #journal: ReplayJournal;
  readonly #demands: Demands = new Demands();
  // The notes of the runtime before the first words, about how the options are honoured.
  readonly #notes: string[] = [];
  #number = 1;
  #attempt: PlayedProcess | undefined;
  #elapsed = 0;
  #exit: Pick<ExitEntry, 'code' | 'signal'> = { code: null, signal: null };

  constructor(header: CassetteHeader, adapter: Adapter, options: ReplayOptions, emit: (entry: JournalEntry) => void) {
    this.#header = header;
    this.#adapter = adapter;
    this.#setup = prepareReplay(header, adapter, options.options);
    this.#runId = options.runId ?? header.runId ?? createRunId(header);
    this.#startedAt = header.startedAt ?? UNKNOWN_START;
    const interactions = new ToldQuestions(this.#runId);
    this.#journal = this.#openJournal(interactions, emit);
    this.#machine = new RunMachine({
      runId: this.#runId,
      agent: adapter.agent,
      options: this.#setup.options,
      debug: options.debug ?? false,
      priorTurnCount: () => header.prior?.turnCount,
      interactions,
      emit: (event) => {
        this.#machine.observe(event);
        this.#journal.hear(event);
      },
    });
    this.#attempt = this.#openAttempt(this.#createDialect());
  }

  /** The time of the last entry, in milliseconds since the start. */
  get elapsed(): number {
    return this.#elapsed;
  }

  push(entry: CassetteEntry): void {
    if (entry.dir === 'exit' || (entry.dir === 'host' && endsWaiting(entry))) {
      // What was held back has the time of what came before.
      this.#machine.settle();
    }
    this.#elapsed = entry.t ?? this.#elapsed;
    if (entry.dir === 'host') {
      if (entry.action !== 'settle') {
        this.#pushAction(entry);
      }
    } else if (entry.dir === 'exit') {
      this.#pushExit(entry);
    } else {
      this.#pushMessage(entry);
    }
  }

  finish(): ReplayEnd {
    const { mode, options } = this.#setup;
    this.#journal.begin();
    this.#machine.end(this.#now());
    const result = this.#machine.sumUp({
      runId: this.#runId,
      agent: this.#adapter.agent,
      model: options.model,
      mode: mode.name,
      durationMs: this.#elapsed,
      exitCode: this.#exit.code,
      signal: this.#exit.signal,
      events: [],
      tags: [],
      stderr: this.#attempt?.stderr ?? '',
      turnsOf: (end) => this.#journal.fold.results(end),
    });
    this.#journal.log.close(this.#machine.closing(result));
    const { unmatched, unwanted, isWhole } = this.#demands;
    return { result, unmatched, unwanted, demanded: isWhole ? 'all' : 'replies' };
  }

  /** The current attempt. After a retry it begins with its first entry, because the wait may be the end of the run. */
  get #talking(): PlayedProcess {
    this.#attempt ??= this.#openAttempt(this.#createDialect());
    return this.#attempt;
  }

  #now(): number {
    return this.#startedAt + this.#elapsed;
  }

  #pushMessage(entry: WireEntry): void {
    this.#journal.begin();
    const attempt = this.#talking;
    attempt.hasHeard = true;
    const text = readText(entry);
    if (entry.dir === 'in') {
      this.#demands.see(text);
    } else {
      this.#demands.settle();
    }
    if (entry.dir === 'err') {
      attempt.keep(entry);
    }
    const context = { source: SOURCES[entry.dir], ...(entry.partial === true ? { partial: true } : {}) };
    this.#machine.hear(text, context, this.#now());
  }

  #pushAction(entry: Exclude<HostEntry, { action: 'settle' }>): void {
    switch (entry.action) {
      case 'prompt':
        if (entry.as === 'new-turn') {
          this.#rest();
        }
        this.#journal.say(entry);
        this.#prompt(entry);
        this.#act(entry);
        break;
      case 'steer':
        this.#journal.steer(entry, demandSpeech(this.#demands, this.#talking.dialect, entry));
        break;
      case 'answer':
      case 'tool-result':
      case 'probe':
        demandSpeech(this.#demands, this.#talking.dialect, entry);
        this.#act(entry);
        break;
      case 'close':
        this.#endOpen();
        demandSpeech(this.#demands, this.#talking.dialect, entry);
        this.#demands.leave();
        this.#act(entry);
        break;
      case 'interrupt':
        this.#act(entry);
        if (entry.of === 'turn') {
          demandInterrupt(this.#demands, this.#talking.dialect, this.#machine.status);
        }
        break;
      case 'signal':
        this.#demands.seeAction(entry.signal);
        // Recordings of other programs have no entry for the interrupt itself.
        if (entry.signal === 'SIGINT' && this.#machine.status.asked === undefined) {
          this.#act({ action: 'interrupt' });
        }
        break;
      case 'abort':
      case 'timeout':
        this.#restOpen();
        this.#stop(entry);
        break;
      case 'draft':
        if (entry.draft.type === 'outcome') {
          this.#stop(entry);
          break;
        }
        if (!this.#demands.isWhole && entry.draft.type === 'debug' && !isNoteOnUnasked(entry.draft.message)) {
          this.#notes.push(entry.draft.message);
        }
        this.#act(entry);
        break;
      case 'retry':
        this.#act(entry);
        this.#number++;
        this.#attempt = undefined;
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

  /** Ends the open turns. A live run does so when its agent rests; the next entry tells a replay that it goes on. */
  #rest(): void {
    if (this.#attempt !== undefined && this.#machine.isResting) {
      this.#journal.rest(this.#machine.assembler.lastOutcome);
    }
  }

  #restOpen(): void {
    if (this.#setup.options.keepOpen) {
      this.#rest();
    }
  }

  /** Notes that a run that is kept open was told that no more would come. */
  #endOpen(): void {
    if (this.#setup.options.keepOpen && !this.#machine.status.isEnding) {
      this.#rest();
      this.#journal.log.end();
    }
  }

  #stop(entry: HostEntry): void {
    this.#demands.leave();
    const isFirst = this.#machine.status.cause === undefined;
    this.#act(entry);
    if (isFirst) {
      demandLastWords(this.#demands, this.#setup.mode, this.#talking.dialect, this.#machine.status);
    }
  }

  #act(action: HostAction): void {
    if (action.action !== 'draft') {
      this.#journal.begin();
    }
    this.#journal.do(action);
    this.#machine.act(action, this.#now());
  }

  #prompt(entry: Extract<HostEntry, { action: 'prompt' }>): void {
    const { dialect, hasHeard } = this.#talking;
    // A damaged recording may have the entry twice, but a conversation is not opened again.
    if (entry.as === 'first' && !hasHeard) {
      this.#open(wordsOf(entry));
    } else {
      demandSpeech(this.#demands, dialect, entry);
    }
  }

  /** Begins the attempt with these words. Mode and dialect are asked as they were, and may use ids in the same order. */
  #open(input: PromptInput): void {
    const { mode } = this.#setup;
    const { argv } = this.#header;
    const options = { ...this.#machine.optionsOfAttempt(this.#setup.options), prompt: input.text };
    const asked = { adapter: this.#adapter, mode, options };
    const isFirst = !this.#demands.isWhole;
    this.#demands.begin();
    if (isFirst) {
      demandNotes(this.#demands, asked, this.#notes);
    }
    const context = this.#createContext(input);
    const command = demandCommand(this.#demands, asked, { context, argv });
    const dialect = mode.dialect(options, { ...context, argv });
    this.#attempt = this.#openAttempt(dialect);
    if (command !== undefined) {
      demandOpening(this.#demands, { input, dialect, command });
    }
  }

  #pushExit(exit: ExitEntry): void {
    this.#journal.begin();
    this.#restOpen();
    const { dialect, stderr } = this.#talking;
    const { status } = this.#machine;
    const { clean, busy } = dialect.state;
    this.#exit = exit;
    // Where the recording does not say that the CLI was told to leave, an idle one of our own runs was.
    const isOurs = this.#header.runId !== undefined;
    const { asked, settled = asked === undefined && isOurs && status.cause === undefined && clean && !busy } = exit;
    if (settled) {
      this.#act({ action: 'close' });
    }
    this.#machine.exit({ ...exit, settled, stderr }, this.#now());
  }

  #createDialect(): Dialect {
    const { mode } = this.#setup;
    const options = this.#machine.optionsOfAttempt(this.#setup.options);
    return mode.dialect(options, { ...this.#createContext({ text: options.prompt }), argv: this.#header.argv });
  }

  #createContext(input: PromptInput): ModeContext {
    return {
      runId: this.#runId,
      dir: '<run>',
      binary: this.#header.argv[0] ?? this.#adapter.cliCommand,
      // The ids are those of the recorded run, under whatever id it is replayed.
      newId: createRunIds(this.#header.runId ?? this.#runId, this.#number),
      input,
      ...given({ prior: this.#header.prior }),
    };
  }

  #openJournal(interactions: ToldQuestions, emit: (entry: JournalEntry) => void): ReplayJournal {
    return new ReplayJournal({
      runId: this.#runId,
      agent: this.#adapter.agent,
      prompt: this.#setup.options.prompt,
      now: () => this.#now(),
      header: (prompt) => describeReplay(this.#runId, this.#header, this.#setup, prompt),
      askedFor: (event) => interactions.note(event, this.#attempt?.dialect.state.pending),
      shownAs: (key) => interactions.idOf(key),
      emit,
    });
  }

  #openAttempt(dialect: Dialect): PlayedProcess {
    this.#machine.open(dialect, this.#number, {
      onReplies: (messages) => this.#demands.wantReplies(messages),
      toRun: (draft) => (draft.type === 'steer_settled' ? this.#journal.log.settle(draft) : undefined),
      // The recording contains what we said.
      write: () => undefined,
    });
    return new PlayedProcess(dialect);
  }
}
