/** Checks any consecutive UI message streams by their rules. */
import { findFieldProblems, isObject, show } from '../decode.ts';
import { findToolProblem } from '../given.ts';
import type { Violation } from '../rules.ts';
import { UI } from './fields.ts';
import type { UiOutputRule } from './rules.ts';

/** All violations of whole streams; an empty list where they are legal. It accepts anything, even what is no chunk. */
export function checkUiMessages(outputs: Iterable<unknown>): Violation<UiOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

type Chunk = Readonly<Record<string, unknown>>;

const REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'content-filter', 'tool-calls', 'error', 'other']);

/** The open parts of a stream. */
class Seen {
  readonly text = new Set<unknown>();
  readonly reasoning = new Set<unknown>();
  isInStep = false;
  hasApproval = false;
  /** The error or abort that was told, after which only `finish` may follow. */
  last: string | undefined;
}

class StreamChecker {
  readonly #violations: Violation<UiOutputRule>[] = [];
  #place = -1;
  #seen: Seen | undefined;
  #messageId: unknown;
  /** Calls of the message that have not ended. */
  #calls = new Map<unknown, 'input' | 'ready' | 'asked'>();

  push(output: unknown): void {
    this.#place += 1;
    const type = isObject(output) ? output['type'] : undefined;
    if (!isObject(output) || typeof type !== 'string' || !isKnown(type)) {
      this.#report('V-1', `${show(output)} has none of the types`);
      return;
    }
    const problems = findFieldProblems(UI, output);
    for (const problem of problems) {
      this.#report('V-1', `${type} has a wrong ${problem}`);
    }
    if (problems.length > 0) {
      return;
    }
    const odd = Object.entries(output).find(([name, value]) => isOdd(name, value));
    if (odd !== undefined) {
      this.#report('V-13', `${type} has ${odd[0]} as ${show(odd[1])}`);
    }
    this.#watch(output, type);
  }

  end(): Violation<UiOutputRule>[] {
    this.#place = -1;
    if (this.#seen !== undefined) {
      this.#report('V-3', `the stream of ${show(this.#messageId)} has no end`);
    }
    return this.#violations;
  }

  #report(rule: UiOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #watch(chunk: Chunk, type: string): void {
    if (type === 'start') {
      this.#watchStart(chunk);
      return;
    }
    if (this.#seen === undefined) {
      this.#report('V-2', `${type} comes outside of a stream`);
      // A fault is reported once, and what follows counts as within.
      this.#seen = new Seen();
    }
    const seen = this.#seen;
    if (seen.last !== undefined && type !== 'finish') {
      this.#report('V-11', `${type} comes after ${seen.last}`);
      seen.last = undefined;
    }
    if (type === 'finish') {
      this.#watchFinish(chunk, seen);
    } else if (type === 'error' || type === 'abort') {
      seen.last = type;
    } else if (type.endsWith('-step')) {
      this.#watchStep(type, seen);
    } else if (type.startsWith('text-')) {
      this.#watchPart('V-4', seen.text, chunk, type);
    } else if (type.startsWith('reasoning-')) {
      this.#watchPart('V-5', seen.reasoning, chunk, type);
    } else if (type.startsWith('tool-')) {
      this.#watchTool(chunk, type, seen);
    }
  }

  #watchStart({ messageId }: Chunk): void {
    if (this.#seen !== undefined) {
      this.#report('V-3', 'a stream begins before the last one has ended');
    }
    if (messageId === undefined || messageId !== this.#messageId) {
      this.#calls = new Map();
    }
    this.#messageId = messageId;
    this.#seen = new Seen();
  }

  #watchStep(type: string, seen: Seen): void {
    if (type === 'start-step') {
      const coming = [...this.#calls].filter(([, state]) => state === 'input').map(([id]) => id);
      if (seen.isInStep) {
        this.#report('V-6', 'a step begins within another');
      }
      if (coming.length > 0) {
        this.#report('V-6', `a step begins while the input of ${coming.join(', ')} comes in`);
      }
      seen.isInStep = true;
      return;
    }
    if (!seen.isInStep) {
      this.#report('V-6', 'a step ends, and none is open');
    }
    this.#watchOpen(seen, 'the step');
    seen.isInStep = false;
  }

  #watchOpen({ text, reasoning }: Seen, what: string): void {
    const open = [...text, ...reasoning];
    if (open.length > 0) {
      this.#report('V-7', `${what} ends, and ${open.join(', ')} is open`);
    }
    text.clear();
    reasoning.clear();
  }

  #watchPart(rule: 'V-4' | 'V-5', open: Set<unknown>, { id }: Chunk, type: string): void {
    if (type.endsWith('-start')) {
      if (open.has(id)) {
        this.#report(rule, `${type}: ${show(id)} is open already`);
      }
      open.add(id);
      return;
    }
    if (!open.has(id)) {
      this.#report(rule, `${type}: ${show(id)} is not open`);
    }
    if (type.endsWith('-end')) {
      open.delete(id);
    }
  }

  #watchTool(chunk: Chunk, type: string, seen: Seen): void {
    const { toolCallId: id, dynamic, providerExecuted, toolMetadata, approvalDescriptor } = chunk;
    const own = isObject(toolMetadata) ? toolMetadata['amux'] : approvalDescriptor;
    const problem = isObject(own) ? findToolProblem(own['toolKind'], own['mcp']) : undefined;
    if (problem !== undefined) {
      this.#report('V-28', `${type}: ${problem}`);
    }
    const state = this.#calls.get(id);
    const isNamed = type !== 'tool-input-delta' && type !== 'tool-approval-request' && type !== 'tool-output-denied';
    if (isNamed && (dynamic !== true || providerExecuted !== true)) {
      this.#report('V-10', `${type}: ${show(id)} is not dynamic, or not executed by the provider`);
    }
    switch (type) {
      case 'tool-input-start':
        if (state !== undefined) {
          this.#report('V-8', `${show(id)} begins, and is open already`);
        }
        this.#calls.set(id, 'input');
        break;
      case 'tool-input-delta':
        if (state !== 'input') {
          this.#report('V-8', `the input of ${show(id)} goes on, and does not come in`);
        }
        break;
      case 'tool-input-available':
        this.#calls.set(id, 'ready');
        break;
      case 'tool-approval-request':
        if (state === undefined) {
          this.#report('V-8', `${show(id)} is asked for, and is not open`);
        }
        if (state === 'input') {
          this.#report('V-8', `${show(id)} is asked for while its input comes in`);
        }
        this.#calls.set(id, 'asked');
        seen.hasApproval = true;
        break;
      default:
        if (state === undefined && type !== 'tool-input-error') {
          this.#report('V-8', `${type}: ${show(id)} is not open`);
        }
        this.#calls.delete(id);
    }
  }

  #watchFinish({ finishReason }: Chunk, seen: Seen): void {
    this.#watchOpen(seen, 'the stream');
    if (seen.isInStep) {
      this.#report('V-7', 'the stream ends within a step');
    }
    if (!REASONS.has(finishReason)) {
      this.#report('V-3', `the stream ends with the reason ${show(finishReason)}`);
    }
    if (seen.hasApproval !== (finishReason === 'tool-calls')) {
      this.#report('V-12', `the stream finishes with ${show(finishReason)}`);
    }
    const isAsked = [...this.#calls.values()].includes('asked');
    if (this.#calls.size > 0 && !isAsked) {
      this.#report('V-9', `the message ends, and ${[...this.#calls.keys()].join(', ')} is open`);
    }
    this.#seen = undefined;
  }
}

function isKnown(type: string): boolean {
  return Object.hasOwn(UI.fields, type) || type.startsWith('data-');
}

const MAY_BE_NULL: ReadonlySet<string> = new Set(['data', 'input', 'output', 'messageMetadata']);

function isOdd(name: string, value: unknown): boolean {
  if (value === null) {
    return !MAY_BE_NULL.has(name);
  }
  return value === undefined || typeof value === 'bigint' || typeof value === 'function' || Number.isNaN(value);
}
