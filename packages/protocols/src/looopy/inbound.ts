/** The way back: what a client of Looopy provides, cancels and publishes, and its lines as events. */
import type { JsonValue } from '@agent-mux/events/journal';
import { type DecodeOptions, decodeWith, isObject, show } from '../decode.ts';
import {
  type Answerable,
  answer,
  decisionOf,
  FORM_ACTIONS,
  type FormAction,
  findQuestion,
  formOf,
  isFormAction,
  type OpenQuestion,
  type Who,
} from '../inbound.ts';
import { demandOpenTask, type LooopyEvent } from '../tasks/index.ts';
import type { ClientTools } from './client-tools.ts';
import type { LooopyContext } from './context.ts';
import { findFieldProblems, LOOOPY_LANGUAGE } from './fields.ts';
import { isPublished, PUBLISHED } from './project/notes.ts';

/** What a client sends for an `input-required`. */
export type LooopyInput = { readonly inputId: string } & (
  | {
      /** The answer to a confirmation. */
      readonly approved: boolean;
      /** How far the grant reaches. @defaultValue 'once' */
      readonly scope?: 'once' | 'session';
      /** Changed arguments of the call. */
      readonly arguments?: Readonly<Record<string, unknown>>;
      /** With a denial, the reason that the agent is given. */
      readonly reason?: string;
    }
  /** The answer to a clarification. */
  | { readonly text: string }
  /** The answer to a selection: the labels, or for several questions the labels of each one. */
  | { readonly selected: string | readonly string[] | Readonly<Record<string, string | readonly string[]>> }
  /** The answer to a form. */
  | { readonly action: FormAction; readonly content?: unknown }
  /** The answer to a tool-execution. */
  | { readonly result: string }
  | { readonly error: string }
);

export interface ProvideOptions extends Who {
  /** Takes the results of tools that the client runs. */
  readonly tools?: Pick<ClientTools, 'settle'>;
}

/** Answers what waits. Throws a TypeError that names the wrong field, or says that nothing waits; rejects as the run's `respond` does. */
export async function provideInput(run: Answerable, input: LooopyInput, options: ProvideOptions = {}): Promise<void> {
  const given: unknown = input;
  if (!isObject(given)) {
    throw wrong('the message', 'an object', given);
  }
  const { inputId } = given;
  if (typeof inputId !== 'string' || inputId === '') {
    throw wrong('inputId', 'a string that is not empty', inputId);
  }
  if ('result' in given || 'error' in given) {
    settleTool(inputId, given, options);
    return;
  }
  const question = findQuestion(run, inputId);
  if (question.type === 'approval') {
    await decide(run, question, given, options);
  } else {
    await tell(run, question, given, options);
  }
}

type Given = Readonly<Record<string, unknown>>;

function settleTool(inputId: string, { result, error }: Given, { tools }: ProvideOptions): void {
  const [field, value] = result === undefined ? ['error', error] : ['result', result];
  if (typeof value !== 'string') {
    throw wrong(field, 'a string', value);
  }
  if (tools === undefined) {
    throw new TypeError(
      `Cannot take the result of ${inputId}: no tools of the client are known. Pass \`tools: createClientTools([…])\`.`,
    );
  }
  tools.settle(inputId, field === 'result' ? { result: value } : { error: value });
}

async function decide(run: Answerable, question: OpenQuestion, given: Given, who: Who): Promise<void> {
  const { approved, scope = 'once', arguments: input, reason } = given;
  if (input !== undefined && !isObject(input)) {
    throw wrong('arguments', 'an object', input);
  }
  const response = decisionOf(question, { approved, scope, input, reason }, wrong);
  await answer(run, question, response, who);
}

async function tell(run: Answerable, question: OpenQuestion, given: Given, who: Who): Promise<void> {
  const { text, selected, action, content } = given;
  if (action !== undefined) {
    if (!isFormAction(action)) {
      throw wrong('action', FORM_ACTIONS, action);
    }
    await answer(run, question, formOf(action, content), who);
  } else if (selected !== undefined) {
    await answer(run, question, { type: 'answers', answers: answersOf(question, selected) }, who);
  } else {
    if (typeof text !== 'string') {
      throw wrong('text', 'a string, or `selected` or `action` in its place', text);
    }
    await answer(run, question, { type: 'text', text }, who);
  }
}

const isLabels = (value: unknown): value is string | readonly string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((label) => typeof label === 'string'));

function answersOf({ questions = [] }: OpenQuestion, selected: unknown): Record<string, string | readonly string[]> {
  const [first, ...more] = questions;
  if (isLabels(selected)) {
    if (first === undefined || more.length > 0) {
      throw wrong('selected', `the labels of each of ${questions.length} questions by its id`, selected);
    }
    return { [first.id]: selected };
  }
  if (!isObject(selected)) {
    throw wrong('selected', 'labels', selected);
  }
  return Object.fromEntries(
    Object.entries(selected).map(([id, labels]) => {
      if (!isLabels(labels)) {
        throw wrong(`selected.${id}`, 'a label or a list of labels', labels);
      }
      return [id, labels];
    }),
  );
}

/** What can be stopped. */
export interface Stoppable {
  interrupt(): Promise<void>;
  abort(): Promise<void>;
}

export interface CancelOptions {
  /**
   * The context according to the journal so far: a task that is unknown or over is refused. @defaultValue every task counts as one of the
   * run
   */
  readonly context?: Pick<LooopyContext, 'tasks'>;
}

/** Interrupts the turn of the task; `force` aborts the run. Throws a TypeError that names the wrong field. */
export async function cancel(
  run: Stoppable,
  request: { readonly taskId: string; readonly force?: boolean },
  { context }: CancelOptions = {},
): Promise<void> {
  const given: unknown = request;
  if (!isObject(given)) {
    throw wrong('the message', 'an object', given);
  }
  const { taskId, force } = given;
  if (typeof taskId !== 'string' || taskId === '') {
    throw wrong('taskId', 'a string that is not empty', taskId);
  }
  if (force !== undefined && typeof force !== 'boolean') {
    throw wrong('force', 'true or false', force);
  }
  if (context !== undefined) {
    demandOpenTask(context.tasks, taskId, (expected) => wrong('taskId', expected, taskId));
  }
  await (force === true ? run.abort() : run.interrupt());
}

/** A run that takes notes. */
export interface Publishable {
  publish(kind: string, data: JsonValue, options?: { readonly lane?: string }): void;
}

export interface PublishOptions {
  /** The context according to the journal so far, which a `metadata.baseVersion` needs: it refuses an artifact that has changed since. */
  readonly context?: Pick<LooopyContext, 'artifacts'>;
  /** The affected subagent. @defaultValue none, so that the note is about the run itself */
  readonly lane?: string;
}

/**
 * Publishes what no agent tells among the entries of the run. Throws a TypeError that names the wrong field, or the stale version, and as
 * the run's `publish` does.
 */
export function publish(
  run: Publishable,
  event: { readonly kind: string } & Readonly<Record<string, unknown>>,
  { context, lane }: PublishOptions = {},
): void {
  const given: unknown = event;
  if (!isObject(given)) {
    throw wrong('the event', 'an object', given);
  }
  const { kind, ...data } = given;
  if (typeof kind !== 'string' || !isPublished(kind)) {
    throw wrong('kind', PUBLISHED.join(', '), kind);
  }
  const numbered = kind === 'thought-stream' ? { index: 0, ...data } : data;
  const problems = findFieldProblems(numbered, kind);
  if (problems.length > 0) {
    throw new TypeError(`Cannot publish a ${kind}: ${problems.join('; ')}`);
  }
  demandFresh(context, data);
  run.publish(kind, data as JsonValue, lane === undefined ? {} : { lane });
}

function demandFresh(context: PublishOptions['context'], { artifactId, metadata }: Given): void {
  const base = isObject(metadata) ? metadata['baseVersion'] : undefined;
  if (base === undefined || typeof artifactId !== 'string') {
    return;
  }
  if (context === undefined) {
    throw new TypeError(
      `Cannot write ${artifactId} on top of version ${show(base)}: nobody has said which one it has. Pass \`context: looopyContext(entries)\`.`,
    );
  }
  const version = context.artifacts.find(({ id }) => id === artifactId)?.version ?? 0;
  if (base === version) {
    return;
  }
  throw new TypeError(
    `Cannot write ${artifactId} on top of version ${show(base)}: it is at version ${version}. Read it again and publish on top of that.`,
  );
}

/**
 * Decodes a line, or a parsed value. Kinds outside of the specification pass. Throws a TypeError that names the wrong fields; `onInvalid`
 * is called with it instead, and the result is undefined.
 */
export function decode(line: unknown, options: DecodeOptions = {}): LooopyEvent | undefined {
  return decodeWith(LOOOPY_LANGUAGE, line, options) as LooopyEvent | undefined;
}

function wrong(field: string, expected: string, got: unknown): TypeError {
  return new TypeError(
    `Cannot take what a client of Looopy has sent: ${field}: expected ${expected}, got ${show(got)}`,
  );
}
