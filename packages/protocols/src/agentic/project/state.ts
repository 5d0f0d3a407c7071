/** The state of the projection in addition to the model, and who says what. */
import { type Actor, drop, find, type Keyed, type Model, put } from '../../model/index.ts';
import type { AgenticBody, AgenticEvent, AgenticMessage } from '../types.ts';

export interface AgenticOptions {
  /** Whether the output of a running command comes piece by piece, as `tool_result` with `is_log`. @defaultValue false */
  readonly logs?: boolean;
}

export type TurnOutcome =
  | { readonly how: 'done'; readonly error?: string | undefined; readonly handoffTo?: string }
  | { readonly how: 'cancelled' };

/** A request to the model. */
interface Completion {
  readonly startedAt: number;
  /** The time of its end; null while it goes on. It is told as late as possible, since usage comes late. */
  endedAt: number | null;
  content: string;
  readonly calls: string[];
}

/** An actor's turn: what it does from one prompt to the next. */
export interface Turn {
  /** The speaker as it was first told, which all later events of the same invocation repeat. */
  speaker: { readonly name: string; readonly depth: number } | null;
  /** Whether it has said something, and its end was not told. */
  isOpen: boolean;
  /** Whether its agent has ended the turn, while the end of the run may still be told. */
  isEnding: boolean;
  messages: AgenticMessage[];
  completion: Completion | null;
  /** Tokens that no completion has told yet. */
  inputTokens: number;
  outputTokens: number;
  /** Whether the actor has ever said a text. */
  hasText: boolean;
  /** The user's message that begins the next turn, and how this one ends then. */
  next: { readonly content: string; readonly outcome: TurnOutcome } | null;
}

export interface AgenticFold {
  readonly model: Model;
  readonly turns: Keyed<Turn>;
  /** The key is the run; the value is the cost that it told, and the tokens that came with a cost alone. */
  readonly told: Keyed<{ usd: number; inputTokens: number; outputTokens: number }>;
  /** The call that called each invocation. */
  readonly called: Keyed<string>;
  /** Successors that were named and have not spoken, by id, with the actor that has named them. */
  readonly announced: Keyed<string>;
  /** Calls that were told, by their places in the model. */
  readonly calls: Keyed<true>;
  /** Questions that were told and not answered, by their ids. */
  readonly waits: Keyed<true>;
}

export function createFold(model: Model): AgenticFold {
  return { model, turns: {}, told: {}, called: {}, announced: {}, calls: {}, waits: {} };
}

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly fold: AgenticFold;
  readonly options: AgenticOptions;
  readonly emit: (event: AgenticEvent) => void;
}

export function turnOf({ turns }: AgenticFold, actor: Pick<Actor, 'id'>): Turn {
  return (
    find(turns, actor.id) ??
    put(turns, actor.id, {
      speaker: null,
      isOpen: false,
      isEnding: false,
      messages: [],
      completion: null,
      inputTokens: 0,
      outputTokens: 0,
      hasText: false,
      next: null,
    })
  );
}

/** Says something for an actor, and opens a turn of it where none is open. */
export function say({ fold, emit }: Tell, actor: Pick<Actor, 'id' | 'name' | 'depth'>, body: AgenticBody): void {
  const { id } = actor;
  const turn = turnOf(fold, actor);
  turn.isOpen = true;
  turn.speaker ??= { name: actor.name, depth: actor.depth };
  const { name, depth } = turn.speaker;
  drop(fold.announced, id);
  const { type, payload, ...rest } = body;
  emit({ type, name, agent: name, depth, invocation: id, payload, ...rest } as AgenticEvent);
}
