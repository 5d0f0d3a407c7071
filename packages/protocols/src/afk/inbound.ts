/** The way back: decisions of AFK's clients become answers or commands of the run, and a line of its stream becomes an event. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { type DecodeOptions, isObject } from '../decode.ts';
import { isText, readGiven, refuse } from '../given.ts';
import {
  type Answerable,
  type Answers,
  answer,
  askFor,
  FORM_ACTIONS,
  type FormAction,
  formOf,
  isAnswers,
  isFormAction,
  type OpenQuestion,
  type Pausable,
  type Stoppable,
  type Who,
} from '../inbound.ts';
import { findBaseProblems, findMissingData, isAfkType } from './fields.ts';
import type { AfkEvent } from './types.ts';

/** The question that it is about, as its `policy_decision` names it. @defaultValue the oldest that waits */
export interface AfkTarget {
  readonly interaction_id?: string;
  readonly tool_call_id?: string;
}

export interface AfkApproval extends AfkTarget {
  /** How far the grant reaches: `session` includes further calls of the kind, where the agent's CLI offers that. @defaultValue 'once' */
  readonly scope?: 'once' | 'session';
  /** The changed arguments of the tool, where the agent's CLI accepts them. */
  readonly tool_args?: unknown;
}

export interface AfkDenial extends AfkTarget {
  /** The reason that the agent is given. */
  readonly reason?: string;
}

export type AfkUserInput = AfkTarget &
  (
    | {
        /** A text; or, for a question with choices, the answers by the ids of its `questions`. */
        readonly value: string | Answers;
      }
    /** The answer to a question with a `schema`. */
    | { readonly action: FormAction; readonly content?: unknown }
  );

const APPROVE = 'approve';
const DENY = 'deny';
const PROVIDE = 'provide input';

/** Grants. Throws a TypeError that names the wrong field, or says that nothing waits; rejects as the run's `respond` does. */
export async function approve(run: Answerable, message: AfkApproval = {}, who: Who = {}): Promise<void> {
  const given = demandObject(APPROVE, message);
  const { scope = 'once', tool_args: input } = given;
  if (scope !== 'once' && scope !== 'session') {
    throw refuse(APPROVE, 'scope', 'once or session', scope);
  }
  const question = askFor(run, 'approval', targetOf(APPROVE, given));
  const fits = question.scopes.includes(scope) ? scope : 'once';
  await answer(run, question, { type: 'approve', scope: fits, ...(input === undefined ? {} : { input }) }, who);
}

/** Refuses an approval, or a question where the message names one. Its errors are those of `approve`. */
export async function deny(run: Answerable, message: AfkDenial = {}, who: Who = {}): Promise<void> {
  const given = demandObject(DENY, message);
  const { reason } = given;
  if (reason !== undefined && !isText(reason)) {
    throw refuse(DENY, 'reason', 'a string', reason);
  }
  const target = targetOf(DENY, given);
  const isInput = target.id !== undefined && findInput(run, target.id) !== undefined;
  const question = askFor(run, isInput ? 'input' : 'approval', target);
  await answer(run, question, { type: 'deny', ...(reason === undefined ? {} : { reason }) }, who);
}

/** Answers a question in text, by its choices, or as a form. Its errors are those of `approve`. */
export async function provideInput(run: Answerable, message: AfkUserInput, who: Who = {}): Promise<void> {
  const given = demandObject(PROVIDE, message);
  const response = toResponse(given);
  await answer(run, askFor(run, 'input', targetOf(PROVIDE, given)), response, who);
}

function toResponse({ value, action, content }: Readonly<Record<string, unknown>>): InteractionResponse {
  if (action !== undefined) {
    if (isFormAction(action)) {
      return formOf(action, content);
    }
    throw refuse(PROVIDE, 'action', FORM_ACTIONS, action);
  }
  if (isText(value)) {
    return { type: 'text', text: value };
  }
  if (isAnswers(value)) {
    return { type: 'answers', answers: value };
  }
  throw refuse(PROVIDE, 'value', 'a string, or an object of strings and lists of strings', value);
}

/** Stops every process of the run in place. Rejects as the run does. */
export async function pause(run: Pick<Pausable, 'pause'>): Promise<void> {
  await run.pause();
}

export async function resume(run: Pick<Pausable, 'resume'>): Promise<void> {
  await run.resume();
}

/** Stops the running turn, which tells `run_interrupted` where nothing else waits to be done. */
export async function interrupt(run: Pick<Stoppable, 'interrupt'>): Promise<void> {
  await run.interrupt();
}

/** Ends the run, which tells `run_cancelled`. */
export async function cancel(run: Pick<Stoppable, 'abort'>): Promise<void> {
  await run.abort();
}

/**
 * Decodes a line, or a parsed value. Unknown types, states and values pass, and so does the absence of what the contract calls optional.
 * Throws a TypeError that names the wrong fields; `onInvalid` is called with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): AfkEvent | undefined {
  return readGiven('read an event of AFK', line, demandEvent, options);
}

function demandEvent(value: unknown): AfkEvent {
  if (!isObject(value)) {
    throw refuse('read an event of AFK', 'the event', 'an object', value);
  }
  const { type, data } = value;
  const problems = findBaseProblems(value);
  if (typeof type === 'string' && isAfkType(type) && (data === undefined || isObject(data))) {
    problems.push(...findMissingData(type, data));
  }
  if (problems.length > 0) {
    throw new TypeError(`Cannot read an event of AFK: ${problems.join('; ')}`);
  }
  return value as unknown as AfkEvent;
}

function demandObject(what: string, message: unknown): Record<string, unknown> {
  if (!isObject(message)) {
    throw refuse(what, 'the message', 'an object', message);
  }
  return message;
}

function targetOf(what: string, given: Record<string, unknown>): { id?: string; callId?: string } {
  const { interaction_id: id, tool_call_id: callId } = given;
  if (id !== undefined && !isText(id)) {
    throw refuse(what, 'interaction_id', 'a string', id);
  }
  if (callId !== undefined && !isText(callId)) {
    throw refuse(what, 'tool_call_id', 'a string', callId);
  }
  return { ...(id === undefined ? {} : { id }), ...(callId === undefined ? {} : { callId }) };
}

function findInput(run: Answerable, id: string): OpenQuestion | undefined {
  return run.interaction.pending.find((question) => question.id === id && question.type === 'input');
}
