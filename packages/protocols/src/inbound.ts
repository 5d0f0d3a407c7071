/** What the ways back need of a run, and how they find the question that an answer is for. */
import type { InteractionResponse, Question } from '@agent-mux/events/journal';
import { isObject } from './decode.ts';

/** An open question of a run. */
export interface OpenQuestion {
  readonly id: string;
  readonly type: 'approval' | 'input';
  readonly toolCallId?: string;
  readonly scopes: readonly ('once' | 'session')[];
  readonly questions?: readonly Question[];
  /** A JSON Schema of the form to fill in. */
  readonly schema?: unknown;
}

/** A run, or anything else that asks and takes answers like one. */
export interface Answerable {
  readonly interaction: {
    /** The open questions, the oldest first. */
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

/** How an answer names its question; with neither id it is for the oldest that waits. */
export interface Sought {
  /** The id of the interaction. */
  readonly id?: string;
  /** The id of the call, or of the interaction where the question is for no call. */
  readonly callId?: string;
}

/** Finds the question. Throws a TypeError that lists what waits, where nothing fits. */
export function askFor(run: Answerable, type: OpenQuestion['type'], { id, callId }: Sought): OpenQuestion {
  const waiting = run.interaction.pending.filter((question) => question.type === type);
  const found = waiting.find(
    (question) =>
      (id === undefined || question.id === id) && (callId === undefined || namesOf(question).includes(callId)),
  );
  if (found !== undefined) {
    return found;
  }
  throw none(type, id ?? callId, waiting);
}

/** The names of a question. A tree tells the call of a child with the id of its run, with which the question's own id begins. */
function namesOf({ id, toolCallId }: OpenQuestion): readonly string[] {
  return toolCallId === undefined ? [id] : [id, toolCallId, `${id.replace(/-i\d+$/, '')}/${toolCallId}`];
}

function none(what: string, sought: string | undefined, waiting: readonly OpenQuestion[]): TypeError {
  const named = sought === undefined ? '' : ` for ${JSON.stringify(sought)}`;
  const list = waiting.map(({ toolCallId, id }) => toolCallId ?? id).join(', ');
  return new TypeError(`Cannot answer: no ${what}${named} waits. ${list === '' ? 'None does.' : `These do: ${list}.`}`);
}

/** The open question with this id, of either kind. Throws as `askFor` does. */
export function findQuestion(run: Answerable, id: string): OpenQuestion {
  const { pending } = run.interaction;
  const found = pending.find((question) => question.id === id);
  if (found !== undefined) {
    return found;
  }
  throw none('question', id, pending);
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
  /** Stops the running turn; the run goes on where prompts wait or it is kept open. */
  interrupt(): Promise<void>;
  /** Aborts the run. */
  abort(): Promise<void>;
}

/** A run whose processes can be stopped in place. */
export interface Pausable {
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** Labels or texts, by the ids of the questions. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

export function isAnswers(value: unknown): value is Answers {
  const isLabel = (label: unknown): boolean => typeof label === 'string';
  return (
    isObject(value) && Object.values(value).every((one) => isLabel(one) || (Array.isArray(one) && one.every(isLabel)))
  );
}

/** What was done with a form. */
export type FormAction = 'accept' | 'decline' | 'cancel';

export const FORM_ACTIONS = 'accept, decline or cancel';

export function isFormAction(value: unknown): value is FormAction {
  return value === 'accept' || value === 'decline' || value === 'cancel';
}

/** The response of a form; `content` was filled in. */
export function formOf(action: FormAction, content: unknown): InteractionResponse {
  return { type: 'form', action, ...(content === undefined ? {} : { content }) };
}

/** A decision on an approval, as it came from outside. */
export interface Decision {
  readonly approved: unknown;
  readonly scope?: unknown;
  /** The changed input of the tool. */
  readonly input?: unknown;
  readonly reason?: unknown;
}

/** Reads the decision; `wrong` makes the error of a field. */
export function decisionOf(
  { scopes }: OpenQuestion,
  { approved, scope, input, reason }: Decision,
  wrong: (field: keyof Decision, expected: string, got: unknown) => TypeError,
): InteractionResponse {
  if (typeof approved !== 'boolean') {
    throw wrong('approved', 'true or false', approved);
  }
  if (reason !== undefined && typeof reason !== 'string') {
    throw wrong('reason', 'a string', reason);
  }
  if (!approved) {
    return { type: 'deny', ...(reason === undefined ? {} : { reason }) };
  }
  const offered = scope === 'once' ? scope : scopes.find((each) => each === scope);
  if (scope !== undefined && offered === undefined) {
    throw wrong('scope', scopes.join(' or '), scope);
  }
  return {
    type: 'approve',
    ...(offered === undefined ? {} : { scope: offered }),
    ...(input === undefined ? {} : { input }),
  };
}
