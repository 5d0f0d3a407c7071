/** The JSON lines of pi and its forks, in both of their modes: one machine over the lines of all directions. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type HostToolOutcome,
  type InteractionResponse,
  type LineContext,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import { exitDrafts, isNative, NO_WRITES, say, sayAll, unreadable, withPaths } from '../shared/index.ts';
import type { Family, FamilyMode } from './family.ts';
import { OutputLines } from './lines.ts';
import type { NativeLine } from './native.ts';
import { pieceOfLine } from './parse-line.ts';
import { Parts } from './parts.ts';
import { promptCommand } from './prompts.ts';
import { fieldsOf, keyOf } from './questions.ts';

export function createFamilyDialect(family: Family, mode: FamilyMode, options: ResolvedOptions): Dialect {
  return new FamilyDialect(family, mode, options);
}

class FamilyDialect implements Dialect {
  readonly state: DialectState;
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  readonly #family: Family;
  readonly #mode: FamilyMode;
  readonly #options: ResolvedOptions;
  readonly #parts: Parts;
  readonly #output: OutputLines;
  // Commands given before the session was known: the one thing that is not derived from lines.
  readonly #intent: Readonly<Record<string, unknown>>[] = [];
  #isReady = false;
  #hasPrompted = false;
  #replies: string[] = [];

  constructor(family: Family, mode: FamilyMode, options: ResolvedOptions) {
    const parts = new Parts(family, options);
    const intent = this.#intent;
    this.#family = family;
    this.#mode = mode;
    this.#options = options;
    this.#parts = parts;
    this.streams = { text: true, thinking: true, toolInput: family.namesToolsEarly(mode) };
    this.#output = new OutputLines({
      parts,
      family,
      mode,
      write: (line) => this.#replies.push(line),
      onReady: () => this.#ready(),
      forget: () => {
        intent.length = 0;
      },
    });
    this.state = {
      get sessionId() {
        return parts.sessionId;
      },
      get busy() {
        return intent.length > 0 || parts.isBusy;
      },
      get turn() {
        return parts.turns.isOpen;
      },
      get clean() {
        return parts.turns.isClean || parts.turns.isHeld;
      },
      pending: parts.questions.pending,
    };
    if (mode === 'json' && options.prompt !== '') {
      this.#give();
    }
  }

  open(): Writes {
    if (this.#mode === 'json') {
      return NO_WRITES;
    }
    const { sessionCommand, rewindCommand } = this.#family;
    const { checkpointId } = this.#options;
    // pi answers while it still copies: which session it is in, it is asked when that is done (0.73.1).
    const last = checkpointId === undefined ? { type: sessionCommand } : { type: rewindCommand, entryId: checkpointId };
    const commands = [...this.#family.opening(this.#options), last];
    return { write: commands.map((command) => this.#parts.commands.line(command)) };
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  interrupt(): Writes {
    if (this.#mode === 'json') {
      return { write: [], signal: 'SIGINT' };
    }
    this.#intent.length = 0;
    if (!this.state.busy) {
      return NO_WRITES;
    }
    const open = this.#family.waitsForAnswers ? [...this.state.pending.keys()] : [];
    const cancelled = open.map((id) => JSON.stringify({ type: 'extension_ui_response', id, cancelled: true }));
    return { write: [this.#parts.commands.line({ type: 'abort' }), ...cancelled] };
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

  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported' {
    if (!this.state.pending.has(key)) {
      return 'gone';
    }
    const native = this.#parts.questions.reply(key, answer);
    if (native === undefined) {
      return 'unsupported';
    }
    const stops = answer.type === 'deny' && answer.interrupt === true;
    return { write: [JSON.stringify(native), ...(stops ? [this.#parts.commands.line({ type: 'abort' })] : [])] };
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const line = this.#parts.own.hostToolResult?.(key, outcome);
    return line === undefined ? 'gone' : { write: [JSON.stringify(line)] };
  }

  parseEvent(text: string, { source, partial }: LineContext): Parsed {
    if (source === 'stderr') {
      return text === '' ? NOTHING : say({ type: 'log', source, line: text });
    }
    if (source === 'stdin' && this.#mode === 'json') {
      // Plain text, whatever it looks like.
      this.#give();
      return NOTHING;
    }
    if (source === 'stdout' && partial !== true) {
      // First, since most lines are these.
      const piece = pieceOfLine(text);
      if (piece !== undefined) {
        return sayAll(this.#parts.main.piece(piece));
      }
    }
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      // Because a crash may cut any line.
      return source === 'stdin' ? NOTHING : unreadable(text, partial ?? false);
    }
    if (!isNative<keyof NativeLine>(line) || Array.isArray(line)) {
      return source === 'stdin' ? NOTHING : say({ type: 'log', source: 'stdout', line: text });
    }
    return source === 'stdin' ? sayAll(this.#written(line)) : this.#read(line);
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const { turns } = this.#parts;
    const held = turns.release();
    const hasBegun = turns.isClean || turns.isOpen;
    const meaning = hasBegun ? undefined : this.#family.exitMeaning(info.stderr);
    if (meaning !== undefined) {
      return { drafts: [{ type: 'outcome', outcome: meaning }] };
    }
    const { isOpen: isTurnOpen, isClean, hasFailed, isInterrupted } = turns;
    return { drafts: [...held, ...exitDrafts({ isTurnOpen, isClean, hasFailed, isInterrupted }, info)] };
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
    for (const command of this.#intent.splice(0)) {
      this.#replies.push(this.#parts.commands.line(command));
    }
  }

  #read(line: NativeLine): Parsed {
    const drafts = this.#output.parse(line);
    if (this.#replies.length === 0) {
      return sayAll(drafts);
    }
    const write = this.#replies;
    this.#replies = [];
    return { drafts, write };
  }

  // A live run has its prompt from the options, a recording from stdin.
  #give(): void {
    if (!this.#hasPrompted) {
      this.#hasPrompted = true;
      this.#parts.prompts.given();
    }
  }

  // Of both directions, since what was asked and answered is known only from there.
  #written(line: NativeLine): readonly EventDraft[] {
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
        // Another client may not ask what becomes of an end.
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
