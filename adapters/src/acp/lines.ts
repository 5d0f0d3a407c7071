/** `session/update`: what the agent says and does. */
import type { EventDraft } from '@agent-mux/core';
import { debug, idOf, listOf, Novelties, objectOf, type RpcId, textOf } from '../shared/index.ts';
import { KNOWN_UPDATES } from './known.ts';
import type { NativeContent, NativeToolCall, NativeUpdate } from './native.ts';
import type { SessionOpening } from './opening.ts';
import type { AcpQuirks } from './quirks.ts';
import { imageOf } from './tool-content.ts';
import type { CallSource, ToolCalls } from './tools.ts';
import { type Belonging, TurnIds } from './turn-ids.ts';
import type { Turns } from './turns.ts';
import type { SessionUsage } from './usage.ts';

export interface UpdatesParts {
  readonly quirks: AcpQuirks;
  readonly opening: SessionOpening;
  readonly turns: Turns;
  readonly tools: ToolCalls;
  readonly usage: SessionUsage;
}

type ChunkKind = 'agent_message_chunk' | 'agent_thought_chunk';

interface UnclearChunk {
  readonly kind: ChunkKind;
  readonly key: string;
  readonly update: NativeUpdate;
}

const MAX_NOTE = 1_000;
/** How many characters of unclear lines are kept. A turn that was stopped leaves no longer rest, so more of them are of the turn that runs. */
const MAX_UNCLEAR = 20_000;

export class Updates {
  readonly #parts: UpdatesParts;
  readonly #novelties: Novelties = new Novelties(KNOWN_UPDATES);
  // True while a call has ended whose end may also have ended the model request.
  #hadCalls = false;
  // Model requests are counted by the agent's messages, of which each request has one, and by calls, after each of which a request follows.
  #calledInTurn = false;
  readonly #messagesOfTurn = new Set<string>();
  readonly #messages = new TurnIds();
  readonly #calls = new TurnIds();
  #hasText = false;
  // These may be of the turn that runs or of an earlier one, and are kept until it is known of which.
  #unclear: UnclearChunk[] = [];
  #unclearLength = 0;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
  }

  /** Whether the next piece is decided by its text alone. */
  get isPlain(): boolean {
    const { turns, tools, opening } = this.#parts;
    return turns.isOpen && !turns.needsStep && !this.#hadCalls && !tools.hasDenied && !opening.isHistory;
  }

  parse(update: NativeUpdate): readonly EventDraft[] {
    const { opening } = this.#parts;
    const kind = textOf(update.sessionUpdate) ?? '?';
    const drafts = opening.isHistory ? this.#history(kind, update) : this.#live(kind, update);
    opening.heard(kind);
    const news = this.#novelties.of(kind, update);
    return news.length === 0 ? drafts : [...drafts, ...news];
  }

  /** Takes a line about a call, or the question whether the call may run. */
  call(id: string, native: NativeToolCall, source: CallSource): readonly EventDraft[] {
    const { tools, quirks } = this.#parts;
    const settled = tools.settleDenied(id);
    const isRepeat = tools.isRepeat(id, source);
    const isNew = !tools.isOpen(id) && source !== 'tool_call_update';
    const isSame = !isNew || (this.#hadCalls && quirks.tools?.isSameStep?.({ ...native, toolCallId: id }) === true);
    const step = [...this.#step(isSame), ...this.#held()];
    const drafts = tools.update(id, native, source);
    // The end of a call that is told once more shows no other work, so the model has not been asked since.
    this.#hadCalls ||= !isRepeat;
    this.#calledInTurn = true;
    if (isNew) {
      this.#calls.begin(id);
    } else {
      this.#calls.see(id);
    }
    return [...settled, ...step, ...drafts];
  }

  /** Takes the answer to a prompt, before which all that waited for the end of its turn is told. */
  promptAnswered(id: RpcId, result: unknown, error: unknown): readonly EventDraft[] {
    const { turns } = this.#parts;
    const isStopped = turns.isStop(result, error);
    // The agent that is stopped goes on with nothing, so what it held back was the text of the model.
    const held = isStopped ? this.#held() : [];
    const text = held.length === 0 ? held : [...this.#step(false), ...held];
    if (!turns.isLast(id)) {
      return text;
    }
    const isAnswer = error === undefined && !isStopped && !this.#hasText;
    return [...text, ...(isAnswer ? this.#claimUnclear() : this.misplaceUnclear())];
  }

  /** Tells what was unclear as something of a turn that is over. */
  misplaceUnclear(): readonly EventDraft[] {
    return this.#takeUnclear().flatMap(({ update }) => this.#misplaced(update));
  }

  turnBegan(): void {
    this.#hadCalls = false;
    const { turns } = this.#parts;
    if (!turns.isOpen) {
      this.#calledInTurn = false;
      this.#hasText = false;
      this.#messagesOfTurn.clear();
      this.#messages.turnBegan(turns.isInterrupted || turns.isCutShort);
      this.#calls.turnBegan();
    }
  }

  /** Whether nothing in the turn shows a second model request. */
  get isOneRequest(): boolean {
    return !this.#calledInTurn && this.#messagesOfTurn.size <= 1;
  }

  #live(kind: string, update: NativeUpdate): readonly EventDraft[] {
    const { turns } = this.#parts;
    switch (kind) {
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        return this.#named(kind, update);
      case 'tool_call':
      case 'tool_call_update': {
        const id = idOf(update.toolCallId);
        if (id === undefined) {
          return [];
        }
        return this.#isLateCall(id, kind) ? this.#lateCall(id, kind, update) : this.call(id, update, kind);
      }
      case 'usage_update':
        return this.#parts.usage.update(update, false);
      case 'plan':
        return [debug('info', `Plan: ${planText(update)}`)];
      case 'current_mode_update':
        return [debug('info', `The mode is now ${textOf(update.currentModeId) ?? '?'}.`)];
      case 'available_commands_update':
        turns.offered = new Set(
          listOf(update.availableCommands).flatMap((item) => textOf(objectOf<'name'>(item)?.name) ?? []),
        );
        return [debug('verbose', `${listOf(update.availableCommands).length} commands are offered.`)];
      case 'session_info_update':
        return textOf(update.title) === undefined ? [] : [debug('verbose', `Title: ${textOf(update.title)}`)];
      default:
        // Nothing is said here, because the prompt that the agent repeats is known and settings matter to nobody.
        return [];
    }
  }

  /** Counts the prompts of the history. Their number is all that the session says about what came before this process. */
  #history(kind: string, update: NativeUpdate): readonly EventDraft[] {
    const { opening, usage } = this.#parts;
    // An image of a prompt is a chunk of its own, so only chunks with text are counted.
    if (kind === 'user_message_chunk' && objectOf<'type'>(update.content)?.type !== 'image') {
      opening.priorTurnCount++;
    }
    return kind === 'usage_update' ? usage.update(update, true) : [];
  }

  #named(kind: ChunkKind, update: NativeUpdate): readonly EventDraft[] {
    const key = idOf(update.messageId);
    if (key === undefined) {
      return this.#isAfterTurn ? this.#misplaced(update) : this.#chunk(kind, update);
    }
    switch (this.#belonging(key)) {
      case 'here':
        // The turn has a message of its own.
        return [...this.misplaceUnclear(), ...this.#chunk(kind, update)];
      case 'late':
        return this.#misplaced(update);
      case 'unclear':
        this.#unclear.push({ kind, key, update });
        this.#unclearLength += JSON.stringify(update).length;
        return this.#unclearLength > MAX_UNCLEAR ? this.#claimUnclear() : [];
    }
  }

  #belonging(key: string): Belonging {
    if (this.#isAfterTurn) {
      this.#messages.goesOn(key);
      return 'late';
    }
    return this.#messages.belonging(key);
  }

  #claimUnclear(): readonly EventDraft[] {
    return this.#takeUnclear().flatMap(({ kind, key, update }) => {
      this.#messages.claim(key);
      return this.#chunk(kind, update);
    });
  }

  #takeUnclear(): readonly UnclearChunk[] {
    const unclear = this.#unclear;
    if (unclear.length > 0) {
      this.#unclear = [];
      this.#unclearLength = 0;
    }
    return unclear;
  }

  #chunk(kind: ChunkKind, update: NativeUpdate): readonly EventDraft[] {
    const { quirks, tools } = this.#parts;
    const content: NativeContent = objectOf(update.content) ?? {};
    const isText = kind === 'agent_message_chunk';
    const said = this.#textIn(content, isText);
    const instead = isText ? quirks.notText?.(said, this.isPlain) : undefined;
    if (typeof instead === 'object') {
      return instead;
    }
    const delta = instead ?? said;
    const key = idOf(update.messageId);
    this.#hasText ||= isText;
    if (key !== undefined && isText) {
      this.#messagesOfTurn.add(key);
    }
    const drafts: EventDraft[] = [...tools.settleDenied(), ...this.#step(false), ...(isText ? [] : this.#held())];
    const image = imageOf(content);
    if (image !== undefined) {
      drafts.push(image);
    } else if (delta === '') {
      drafts.push(...other(content));
    } else {
      const type = isText ? 'text_delta' : 'thinking_delta';
      drafts.push({ type, delta, ...(key === undefined ? {} : { key }) });
    }
    if (!isText && quirks.hasWholeThoughts) {
      drafts.push({ type: 'thinking_stop' });
    }
    return drafts;
  }

  /** The text that was held back, which the model did write. */
  #held(): readonly EventDraft[] {
    const delta = this.#parts.quirks.takeHeld?.();
    return delta === undefined ? [] : [{ type: 'text_delta', delta }];
  }

  #textIn({ type, text }: NativeContent, isText: boolean): string {
    const said = type === 'text' ? (textOf(text) ?? '') : '';
    const { textSeparator } = this.#parts.quirks;
    const isApart = isText && this.#hadCalls && textSeparator !== undefined && said.startsWith(textSeparator);
    return isApart ? said.slice(textSeparator.length) : said;
  }

  // The results of all calls go into the next model request, so a call that comes while others run belongs to the same request.
  #step(isSame: boolean): readonly EventDraft[] {
    const { turns, tools } = this.#parts;
    const isNext = !isSame && this.#hadCalls && tools.openCount === 0;
    if (!turns.isOpen || !(turns.needsStep || isNext)) {
      return [];
    }
    this.#hadCalls = false;
    return [turns.stepBegan()];
  }

  // An agent may use the id of an earlier call for a new one, which it then begins with a `tool_call`.
  #isLateCall(id: string, kind: string): boolean {
    // The calls of a turn are closed with it, so one that is open was asked about since.
    const isOpen = this.#parts.tools.isOpen(id);
    return !isOpen && (this.#isAfterTurn || (kind === 'tool_call_update' && this.#calls.isOfEarlier(id)));
  }

  /** Whether no turn runs, and nobody asked for one. */
  get #isAfterTurn(): boolean {
    return this.#messages.hasBegun && !this.#parts.turns.isOpen;
  }

  // What comes after the end of a call repeats what is known.
  #lateCall(id: string, kind: string, update: NativeUpdate): readonly EventDraft[] {
    return kind === 'tool_call_update' && this.#parts.tools.hasEnded(id) ? [] : this.#misplaced(update);
  }

  #misplaced(update: NativeUpdate): readonly EventDraft[] {
    const what = JSON.stringify(update).slice(0, MAX_NOTE);
    const message = `${this.#parts.quirks.displayName} said this after the end of its turn, so it is in no turn: ${what}`;
    return isEmptyText(update) ? [] : [{ type: 'misplaced', message }];
  }
}

function isEmptyText({ content }: NativeUpdate): boolean {
  const { type, text } = objectOf<'type' | 'text'>(content) ?? {};
  return type === 'text' && text === '';
}

function other(content: NativeContent): readonly EventDraft[] {
  return content.type === 'text'
    ? []
    : [debug('verbose', `Said without text: ${JSON.stringify(content).slice(0, MAX_NOTE)}`)];
}

function planText({ entries }: NativeUpdate): string {
  return listOf(entries)
    .map((item) => {
      const { content, status } = objectOf<'content' | 'status'>(item) ?? {};
      const words = textOf(content) ?? '?';
      return typeof status === 'string' ? `${words} (${status})` : words;
    })
    .join('; ');
}
