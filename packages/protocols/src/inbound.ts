/** What the ways back need of a run, and how they find the question that an answer is for. */
import type { InteractionResponse, Question } from '@agent-mux/events/journal';

/** An open question of a run. */
export interface OpenQuestion {
  readonly id: string;
  readonly type: 'approval' | 'input';
  readonly toolCallId?: string;
  readonly scopes: readonly ('once' | 'session')[];
  readonly questions?: readonly Question[];
  /** A JSON Schema of the form that is asked for. */
  readonly schema?: unknown;
}

/** A run, or anything that asks and takes answers as one does. */
export interface Answerable {
  readonly interaction: {
    /** Oldest first. */
    readonly pending: readonly OpenQuestion[];
    respond(
      id: string,
      response: InteractionResponse,
      options?: { readonly by?: { readonly kind: 'user' | 'agent'; readonly id: string } },
    ): Promise<void>;
  };
}

/** Who answers, for the journal. @defaultValue the program */
export interface Who {
  readonly by?: { readonly kind: 'user' | 'agent'; readonly id: string };
}

/** What the answer says of its question; with neither it is for the oldest that waits. */
export interface Sought {
  /** Of the interaction. */
  readonly id?: string;
  /** Of the call, or of the interaction where the question is for no call. */
  readonly callId?: string;
}

/** Throws a TypeError that says what waits, where nothing fits. */
export function askFor(run: Answerable, type: OpenQuestion['type'], { id, callId }: Sought): OpenQuestion {
  const waiting = run.interaction.pending.filter((question) => question.type === type);
  const found = waiting.find(
    (question) =>
      (id === undefined || question.id === id) &&
      (callId === undefined || question.toolCallId === callId || question.id === callId),
  );
  if (found !== undefined) return found;
  const sought = id ?? callId;
  const named = sought === undefined ? '' : ` for ${JSON.stringify(sought)}`;
  const list = waiting.map((question) => question.toolCallId ?? question.id).join(', ');
  throw new TypeError(`Cannot answer: no ${type}${named} waits. ${list === '' ? 'None does.' : `These do: ${list}.`}`);
}

/** The open question with this id, of either kind. Throws as `askFor`. */
export function findQuestion(run: Answerable, id: string): OpenQuestion {
  const type = run.interaction.pending.find((question) => question.id === id)?.type;
  return askFor(run, type ?? 'approval', { id });
}

export function answer(
  run: Answerable,
  question: OpenQuestion,
  response: InteractionResponse,
  { by }: Who,
): Promise<void> {
  return run.interaction.respond(question.id, response, by === undefined ? {} : { by });
}

/** A run that can be stopped. */
export interface Stoppable {
  /** The running turn; the run goes on where prompts wait or it is kept open. */
  interrupt(): Promise<void>;
  /** The run. */
  abort(): Promise<void>;
}

/** A run whose processes can be stopped in place. */
export interface Pausable {
  pause(): Promise<void>;
  resume(): Promise<void>;
}
