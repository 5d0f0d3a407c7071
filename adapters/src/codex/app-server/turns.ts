/** Turns of all threads: those of the main one, and of those that work for it. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import { defined, listOf, objectOf, textOf } from '../../shared/index.ts';
import { outcomeOfError } from '../shared/failures.ts';
import type { NativeTurn } from '../shared/native.ts';
import type { Items } from '../shared/tools.ts';
import type { MainThread } from './main-thread.ts';
import type { Asked } from './questions.ts';
import type { TokenUsage } from './usage.ts';

export interface TurnsParts {
  readonly main: MainThread;
  readonly items: Items;
  readonly usage: TokenUsage;
  /** Gives the questions of a lane; a function, because they are built later than this. */
  readonly asked: () => Asked;
  /** Takes a thread whose beginning was not seen as the main one. */
  readonly adopt: (threadId: string) => readonly EventDraft[];
  readonly onTurn: (turnId: string) => void;
}

export class Turns {
  readonly #parts: TurnsParts;
  // The open turn of each other thread.
  readonly #open = new Map<string, string>();
  // Calls of the open step, and whether each was told: those that were asked about, and those that were told beside them.
  readonly #asked = new Map<string, boolean>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** All open turns, each with its thread. */
  get open(): readonly (readonly [threadId: string, turnId: string])[] {
    const { main } = this.#parts;
    const own = main.id !== null && main.turnId !== undefined ? [[main.id, main.turnId] as const] : [];
    return [...own, ...this.#open];
  }

  /** The threads that have something to do, whose ends may have been lost. */
  get working(): readonly string[] {
    const { main, items } = this.#parts;
    return [...(main.id !== null && main.isOpen ? [main.id] : []), ...items.subagents.working];
  }

  /** Whether the turn that Codex names as a thread's newest is the one at work, and over. */
  isOver(threadId: string, { id, status }: NativeTurn): boolean {
    const { main, items } = this.#parts;
    if (textOf(status) === undefined || status === 'inProgress') {
      return false;
    }
    if (threadId === main.id) {
      return main.isOpen && id === main.turnId;
    }
    // The beginning of a child's turn may have been lost as well.
    return items.subagents.isWorking(threadId) && id === (this.#open.get(threadId) ?? id);
  }

  laneOf(threadId: unknown): string | undefined {
    const { main } = this.#parts;
    return typeof threadId !== 'string' || main.id === null || threadId === main.id ? undefined : threadId;
  }

  began(threadId: string, turn: NativeTurn): readonly EventDraft[] {
    const { main, items, adopt, onTurn } = this.#parts;
    const turnId = textOf(turn.id) ?? '';
    if (threadId === '' || turnId === '') {
      return [];
    }
    if (this.laneOf(threadId) !== undefined) {
      this.#open.set(threadId, turnId);
      return items.subagents.turnBegan(threadId);
    }
    const drafts = main.id === null ? adopt(threadId) : [];
    main.begin(turnId);
    this.#asked.clear();
    onTurn(turnId);
    return [...drafts, { type: 'turn_start' }, ...this.#checkpoint(turnId)];
  }

  // Codex can rewind a kept thread to before any of its turns; files stay as they are.
  #checkpoint(checkpointId: string): readonly EventDraft[] {
    const { main } = this.#parts;
    return main.id === null || main.isEphemeral
      ? []
      : [{ type: 'session_checkpoint', sessionId: main.id, checkpointId }];
  }

  /** Begins a turn whose beginning was not seen, because something of it has come. */
  ensure(turnId: string | undefined, lane: string | undefined): readonly EventDraft[] {
    const { main } = this.#parts;
    const isKnown = lane !== undefined || main.isOpen || main.id === null;
    return isKnown || turnId === undefined || main.hasEnded(turnId) ? [] : this.began(main.id ?? '', { id: turnId });
  }

  /**
   * Begins a step with what the model says. Codex does not say when it asks the model, so whatever comes first after the usage of one
   * request belongs to the next (0.169.0).
   */
  beginStep(lane: string | undefined): readonly EventDraft[] {
    const { main, items, asked } = this.#parts;
    // The model is asked again only when nothing that it has asked for waits for leave.
    const isNext = lane === undefined && !asked().isAskingAboutCall;
    const stepType = isNext ? main.takeStep() : undefined;
    if (stepType === undefined) {
      return [];
    }
    this.#asked.clear();
    return [...items.calls.leaveAlone(undefined), { type: 'step_start', stepType }];
  }

  /**
   * Begins a step with what a call shows, unless that call may belong to the answer before: calls are also told after its usage, while
   * another one waits for leave or has been granted. Until those calls have ended, only words of the model show that it was asked again.
   */
  beginCall(lane: string | undefined, id?: string): readonly EventDraft[] {
    const { asked } = this.#parts;
    // The id of a call that was told may be that of a later one.
    const isAsked = this.#asked.get(id ?? '') === false;
    if (lane !== undefined || !(asked().isAskingAboutCall || this.#areAskedOpen || isAsked)) {
      return this.beginStep(lane);
    }
    if (id !== undefined) {
      this.#asked.set(id, true);
    }
    return [];
  }

  /** Records that a call is asked about, which may be the first that shows of its request. A bare one has no lines of its own. */
  askedAbout(lane: string | undefined, id: string, isBare: boolean): readonly EventDraft[] {
    const { main, items } = this.#parts;
    if (lane !== undefined || !main.isOpen) {
      return [];
    }
    const isTold = items.calls.get(id) !== undefined;
    const step = isTold ? [] : this.beginCall(lane, id);
    this.#asked.set(id, isTold || isBare);
    return step;
  }

  get #areAskedOpen(): boolean {
    const { calls } = this.#parts.items;
    return [...this.#asked.keys()].some((id) => calls.get(id) !== undefined);
  }

  ended(threadId: string, turn: NativeTurn): readonly EventDraft[] {
    const { main, items, asked } = this.#parts;
    const lane = this.laneOf(threadId);
    if (lane === undefined && main.isOpen && main.hasEnded(textOf(turn.id) ?? '')) {
      // A turn that was found to be over when we asked may be told to end once the next one runs. An id that nobody knows ends the open
      // one: Codex 0.169.0 begins a review under one id and ends it under another.
      return [];
    }
    const withdrawn = asked().laneEnded(lane);
    if (lane !== undefined) {
      this.#open.delete(threadId);
      items.calls.laneEnded(lane);
      return [...withdrawn, ...items.subagents.turnEnded(threadId, turn)];
    }
    if (!main.isOpen) {
      return withdrawn;
    }
    const outcome = this.#outcomeOf(turn);
    const left = outcome === undefined ? items.calls.leaveAlone(undefined) : [];
    items.calls.laneEnded(undefined);
    // A plan is a message as well, and the end of the turn repeats none (0.169.0).
    const text = outcome !== undefined || main.hasPlan ? undefined : lastWordsOf(turn);
    main.end(outcome);
    return [...withdrawn, ...left, { type: 'turn_end', ...defined({ outcome, text }) }];
  }

  #outcomeOf(turn: NativeTurn): Outcome | undefined {
    const { main, usage } = this.#parts;
    if (turn.status === 'interrupted') {
      return { type: 'interrupted' };
    }
    if (turn.status !== 'failed') {
      return undefined;
    }
    const outcome = outcomeOfError(turn.error) ??
      main.failure ?? { type: 'error', code: 'AGENT_ERROR', message: 'The turn failed; Codex does not say why.' };
    // Codex sends the size of the window with every usage, and not with this failure.
    return outcome.type === 'context_exceeded' && outcome.maxTokens === undefined && usage.gauge.maxTokens > 0
      ? { ...outcome, usedTokens: usage.gauge.usedTokens, maxTokens: usage.gauge.maxTokens }
      : outcome;
  }
}

/** The text of the last message, which the end of a turn repeats (0.169.0). */
function lastWordsOf({ items }: NativeTurn): string | undefined {
  const messages = listOf(items).filter((item) => objectOf<'type'>(item)?.type === 'agentMessage');
  return textOf(objectOf<'text'>(messages.at(-1))?.text);
}
