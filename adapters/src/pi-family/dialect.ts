/** The JSON lines of pi and its forks, in both of their modes: one machine over the lines of both directions. */
import {
  type Dialect,
  type EventDraft,
  type ExitInfo,
  type HostToolOutcome,
  type InteractionResponse,
  type LineContext,
  NOTHING,
  type Outcome,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import { Conversation, NO_WRITES, type Questions, sayAll, withPaths } from '../shared/index.ts';
import type { Family, FamilyMode, Unwrapped } from './family.ts';
import { OutputLines } from './lines.ts';
import type { NativeLine } from './native.ts';
import { pieceOfLine } from './parse-line.ts';
import { Parts } from './parts.ts';
import { promptCommand } from './prompts.ts';
import { cancelLine, fieldsOf, keyOf } from './questions.ts';
import type { Turns } from './turns.ts';

export function createFamilyDialect(family: Family, mode: FamilyMode, options: ResolvedOptions): Dialect {
  return new FamilyDialect(family, mode, options);
}

class FamilyDialect extends Conversation<keyof NativeLine> {
  protected readonly turns: Turns;
  protected readonly questions: Questions;
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  readonly #family: Family;
  readonly #mode: FamilyMode;
  readonly #options: ResolvedOptions;
  readonly #parts: Parts;
  readonly #output: OutputLines;
  // Commands given before the session was known are the only state that is not derived from lines.
  readonly #intent: Readonly<Record<string, unknown>>[] = [];
  #isReady = false;
  #hasPrompted = false;

  constructor(family: Family, mode: FamilyMode, options: ResolvedOptions) {
    super();
    const parts = new Parts(family, options);
    this.#family = family;
    this.#mode = mode;
    this.#options = options;
    this.#parts = parts;
    this.turns = parts.turns;
    this.questions = parts.questions;
    this.streams = { text: true, thinking: true, toolInput: family.namesToolsEarly(mode) };
    this.#output = new OutputLines({
      parts,
      family,
      mode,
      write: (line) => this.reply(line),
      onReady: () => this.#ready(),
      forget: () => {
        this.#intent.length = 0;
      },
    });
    if (mode === 'json' && options.prompt !== '') {
      this.#give();
    }
  }

  protected override get sessionId(): string | null {
    return this.#parts.sessionId;
  }

  protected override get isClean(): boolean {
    return this.turns.isClean || this.turns.isHeld;
  }

  protected override get isBusy(): boolean {
    return this.#intent.length > 0 || this.#parts.isBusy;
  }

  open(): Writes {
    if (this.#mode === 'json') {
      return NO_WRITES;
    }
    const { sessionCommand, rewindCommand } = this.#family;
    const { checkpointId } = this.#options;
    // pi answers while it still copies, so it is asked for its session when that is done (0.73.1).
    const last = checkpointId === undefined ? { type: sessionCommand } : { type: rewindCommand, entryId: checkpointId };
    const commands = [...this.#family.opening(this.#options), last];
    return { write: commands.map((command) => this.#parts.commands.line(command)) };
  }

  interrupt(): Writes {
    if (this.#mode === 'json') {
      return { write: [], signal: 'SIGINT' };
    }
    this.#intent.length = 0;
    if (!this.isBusy) {
      return NO_WRITES;
    }
    const open = this.#family.waitsForAnswers ? [...this.questions.pending.keys()] : [];
    return { write: [this.#parts.commands.line({ type: 'abort' }), ...open.map(cancelLine)] };
  }

  prompt(input: PromptInput): Writes {
    if (this.#mode === 'json') {
      return NO_WRITES;
    }
    const text = this.#hasPrompted ? input.text : withPaths(this.#options, input.text);
    this.#hasPrompted = true;
    return this.#command(promptCommand({ ...input, text }));
  }

  steer(input: PromptInput): Writes | undefined {
    return this.#mode === 'json' ? undefined : this.#command(promptCommand(input, { joins: true }));
  }

  protected answer(_key: string, native: unknown, answer: InteractionResponse): readonly string[] {
    const stops = answer.type === 'deny' && answer.interrupt === true;
    return [JSON.stringify(native), ...(stops ? [this.#parts.commands.line({ type: 'abort' })] : [])];
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const line = this.#parts.own.hostToolResult?.(key, outcome);
    return line === undefined ? 'gone' : { write: [JSON.stringify(line)] };
  }

  override parseEvent(text: string, context: LineContext): Parsed {
    if (context.source === 'stdin' && this.#mode === 'json') {
      this.#give();
      return NOTHING;
    }
    return super.parseEvent(text, context);
  }

  protected override piece(text: string, partial: boolean): Parsed | undefined {
    const piece = partial ? undefined : pieceOfLine(text);
    return piece === undefined ? undefined : sayAll(this.#parts.main.piece(piece));
  }

  protected heard(line: NativeLine): Parsed {
    const unwrapped = line.type === 'rpc_chunk' ? this.#parts.own.unwrap?.(line) : undefined;
    return unwrapped === undefined ? this.withReplies(this.#output.parse(line)) : this.#unwrapped(unwrapped);
  }

  override exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    // The end is final now, because the process has exited.
    const held = [...(this.#parts.own.left?.() ?? []), ...this.turns.release()];
    this.turns.left();
    return { drafts: [...held, ...super.exit(info).drafts] };
  }

  protected override exitMeaning({ stderr }: ExitInfo): Outcome | undefined {
    return this.turns.isOpen ? undefined : this.#family.exitMeaning(stderr);
  }

  #unwrapped({ drafts, text }: Unwrapped): Parsed {
    if (text === undefined) {
      return sayAll(drafts);
    }
    const parsed = this.parseEvent(text, { source: 'stdout' });
    return drafts.length === 0 ? parsed : { ...parsed, drafts: [...drafts, ...parsed.drafts] };
  }

  #command(command: Readonly<Record<string, unknown>>): Writes {
    if (this.#isReady) {
      return { write: [this.#parts.commands.line(command)] };
    }
    this.#intent.push(command);
    return NO_WRITES;
  }

  #ready(): void {
    this.#isReady = true;
    this.reply(...this.#intent.splice(0).map((command) => this.#parts.commands.line(command)));
  }

  // A live run has its prompt from the options, a recording from stdin.
  #give(): void {
    if (!this.#hasPrompted) {
      this.#hasPrompted = true;
      this.#parts.prompts.given();
    }
  }

  // Lines of both directions are read, because only they say what was asked and answered.
  protected written(line: NativeLine): readonly EventDraft[] {
    const { commands, prompts, questions, turns, own } = this.#parts;
    if (line.type === 'extension_ui_response') {
      own.answered?.(line);
      return questions.answered(keyOf(line), fieldsOf(line));
    }
    if (line.type === 'host_tool_result') {
      return own.hostToolReturned?.(line) ?? [];
    }
    commands.written(line);
    switch (line.type) {
      case 'prompt': {
        prompts.written(line);
        // Another client may not ask what follows an end.
        return line.streamingBehavior === undefined ? turns.release() : [];
      }
      case 'abort':
        turns.isInterrupted = turns.isOpen;
        return [];
      default:
        return [];
    }
  }
}
