/** Checks any stream of Looopy's events by the rules of its specification. */

import { isObject, show } from '../decode.ts';
import type { Violation } from '../rules.ts';
import type { LooopyKind } from '../tasks/index.ts';
import { ArtifactChecker } from './check-artifacts.ts';
import type { Output, Report } from './check-report.ts';
import { ToolChecker } from './check-tools.ts';
import { findFieldProblems, findStampProblems, isKind } from './fields.ts';
import type { LooopyOutputRule } from './rules.ts';

/** The rule for a kind's own fields. */
const RULE_OF: Readonly<Record<LooopyKind, LooopyOutputRule>> = {
  'task-created': 'L-3',
  'task-status': 'L-3',
  'task-complete': 'L-3',
  'content-delta': 'L-4',
  'content-complete': 'L-4',
  'tool-start': 'L-5',
  'tool-progress': 'L-5',
  'tool-complete': 'L-5',
  'input-required': 'L-28',
  'input-received': 'L-9',
  'auth-required': 'L-9',
  'auth-completed': 'L-9',
  'file-write': 'L-10',
  'data-write': 'L-11',
  'dataset-write': 'L-10',
  'subtask-created': 'L-12',
  'thought-stream': 'L-13',
  'internal:thought-process': 'L-14',
  'internal:llm-call': 'L-14',
  'internal:checkpoint': 'L-14',
};

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkLooopy(outputs: Iterable<unknown>): Violation<LooopyOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

interface SeenTask {
  readonly context: unknown;
  /** The task above it, which a stream of this task alone does not tell. */
  readonly parent: unknown;
  status: 'created' | 'open' | 'completed' | 'over';
  deltas: string[];
  thought: number;
  /** Whether a login is asked for, and the status has not said so yet. */
  owesLogin: boolean;
  waits: unknown;
}

const ENDS: readonly unknown[] = ['completed', 'failed', 'canceled'];

class StreamChecker {
  readonly #violations: Violation<LooopyOutputRule>[] = [];
  readonly #tasks = new Map<string, SeenTask>();
  readonly #subtasks = new Map<string, unknown>();
  readonly #inputs = new Set<unknown>();
  readonly #logins = new Set<unknown>();
  readonly #report: Report = (rule, message) => {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  };
  readonly #tools = new ToolChecker(this.#report);
  readonly #artifacts = new ArtifactChecker(this.#report);
  #place = -1;

  push(output: unknown): void {
    this.#place += 1;
    if (!isObject(output)) {
      this.#report('L-1', `${show(output)} is no event`);
      return;
    }
    const { kind } = output;
    const isInternal = typeof kind === 'string' && kind.startsWith('internal:') && kind !== 'internal:';
    if (typeof kind !== 'string' || (!isKind(kind) && !isInternal)) {
      this.#report('L-1', `${show(kind)} is no kind`);
      return;
    }
    const stamps = findStampProblems(output);
    for (const problem of stamps) {
      this.#report('L-1', `${kind} has a wrong ${problem}`);
    }
    if (Object.values(output).some((value) => value === undefined || typeof value === 'bigint')) {
      this.#report('L-1', `${kind} has a value that JSON does not have`);
    }
    if (stamps.length > 0) {
      return;
    }
    const problems = isKind(kind) ? findFieldProblems(output, kind) : problemsOfInternal(output);
    const rule = isKind(kind) ? RULE_OF[kind] : 'L-14';
    for (const problem of problems) {
      this.#report(rule, `${kind} has a wrong ${problem}`);
    }
    if (problems.length > 0 || isInternal) {
      return;
    }
    const seen = this.#watchTask(output, kind);
    if (seen !== undefined) {
      this.#watch(output, kind as LooopyKind, seen);
    }
  }

  end(): Violation<LooopyOutputRule>[] {
    this.#place = -1;
    for (const [id, { status }] of this.#tasks) {
      if (status === 'completed') {
        this.#report('L-3', `${id} is completed without task-complete`);
      } else if (status !== 'over') {
        this.#report('L-3', `${id} never ends`);
      }
    }
    return this.#violations;
  }

  /** The task of the event; undefined where no task could say it. */
  #watchTask(output: Output, kind: string): SeenTask | undefined {
    const id = String(output['taskId']);
    const known = this.#tasks.get(id);
    if (kind === 'task-created') {
      if (known === undefined) {
        return this.#create(output, id);
      }
      this.#report('L-3', `${id} is created again`);
      return undefined;
    }
    if (known === undefined) {
      this.#report('L-3', `${kind} comes before ${id} is created`);
      this.#tasks.set(id, { ...createSeen(output), status: 'over' });
      return undefined;
    }
    if (known.context !== output['contextId']) {
      this.#report('L-2', `${id} is in the context ${show(output['contextId'])}, and was in ${show(known.context)}`);
    }
    return this.#advance(output, kind, id, known) ? known : undefined;
  }

  #create(output: Output, id: string): SeenTask {
    const seen = createSeen(output);
    this.#tasks.set(id, seen);
    const parent = output['parentTaskId'];
    const above = typeof parent === 'string' ? this.#tasks.get(parent) : undefined;
    if (above !== undefined && !this.#subtasks.has(id)) {
      this.#report('L-12', `${id} speaks before ${show(parent)} has told of it`);
    }
    if (above !== undefined && above.context !== output['contextId']) {
      this.#report('L-2', `the subtask ${id} is in another context than ${show(parent)}`);
    }
    return seen;
  }

  /** Advances the task; false where the task cannot say it any more, or not yet. */
  #advance(output: Output, kind: string, id: string, seen: SeenTask): boolean {
    const { status } = output;
    if (seen.status === 'over' || (seen.status === 'completed' && kind !== 'task-complete')) {
      this.#report('L-3', `${kind} comes after the end of ${id}`);
      return false;
    }
    if (kind === 'task-complete') {
      if (seen.status !== 'completed') {
        this.#report('L-3', `${id} is complete, and its status is not completed`);
      }
      seen.status = 'over';
      return true;
    }
    if (seen.status === 'created' && !(kind === 'task-status' && status === 'working')) {
      this.#report('L-3', `${kind} comes before ${id} works`);
    }
    seen.status = 'open';
    if (kind === 'task-status' && ENDS.includes(status)) {
      seen.status = status === 'completed' ? 'completed' : 'over';
    }
    return true;
  }

  #watch(output: Output, kind: LooopyKind, seen: SeenTask): void {
    switch (kind) {
      case 'task-status':
        this.#watchStatus(output, seen);
        break;
      case 'content-delta':
      case 'content-complete':
        this.#watchContent(output, kind, seen);
        break;
      case 'input-required':
        this.#inputs.add(output['inputId']);
        this.#watchQuestion(output);
        break;
      case 'input-received':
        this.#watchReceived(output);
        break;
      case 'auth-required':
        this.#logins.add(output['authId']);
        seen.owesLogin = seen.waits !== 'waiting-auth';
        break;
      case 'auth-completed':
        if (!this.#logins.has(output['authId'])) {
          this.#report('L-9', `no login ${show(output['authId'])} was asked for`);
        }
        break;
      case 'subtask-created':
        this.#subtasks.set(String(output['subtaskId']), output['taskId']);
        break;
      case 'thought-stream':
        if (Number(output['index']) <= seen.thought) {
          this.#report('L-13', 'the number of a thought does not rise');
        }
        seen.thought = Number(output['index']);
        break;
      default:
        this.#tools.push(output, kind);
        this.#artifacts.push(output, kind);
    }
  }

  #watchStatus(output: Output, seen: SeenTask): void {
    const { status, metadata } = output;
    const facts = isObject(metadata) ? metadata : {};
    seen.waits = status;
    if (status === 'waiting-auth') {
      seen.owesLogin = false;
    }
    if (status === 'failed') {
      if (seen.owesLogin) {
        this.#report('L-32', 'the task fails for a login without waiting-auth');
      }
      if (!isError(facts['error'])) {
        this.#report('L-22', `the failure has no error, but ${show(facts['error'])}`);
      }
    }
    if (!String(status).startsWith('waiting-')) {
      return;
    }
    const by = facts['blockedBy'];
    const isTask = typeof by === 'string' && (this.#tasks.has(by) || this.#subtasks.has(by));
    const isAbove = typeof by === 'string' && by === seen.parent;
    const isRight =
      status === 'waiting-subtask' ? isTask : by === 'user' || ((isTask || isAbove) && status === 'waiting-input');
    if (!isRight) {
      this.#report('L-30', `${String(status)} is blocked by ${show(by)}`);
    }
  }

  #watchContent(output: Output, kind: 'content-delta' | 'content-complete', seen: SeenTask): void {
    if (kind === 'content-delta') {
      // An incomplete message gives way to the next one.
      if (output['index'] === 0) {
        seen.deltas = [];
      }
      if (output['index'] !== seen.deltas.length) {
        this.#report('L-4', `delta ${show(output['index'])} is not the next one`);
      }
      seen.deltas.push(String(output['delta']));
      return;
    }
    const told = seen.deltas.join('');
    if (told !== output['content']) {
      this.#report('L-4', `the content ${show(output['content'])} was told as ${show(told)}`);
    }
    seen.deltas = [];
  }

  #watchQuestion({ inputType, options, schema, metadata }: Output): void {
    const call = isObject(metadata) ? metadata['toolCall'] : undefined;
    if (inputType === 'selection' && !(Array.isArray(options) && options.length > 0)) {
      this.#report('L-28', 'a selection has no options');
    } else if (inputType === 'custom' && schema === undefined) {
      this.#report('L-28', 'a form has no schema');
    } else if (inputType === 'tool-execution' && !isObject(call)) {
      this.#report('L-28', 'a tool is to be run, and no call is told');
    }
  }

  #watchReceived({ inputId, providedBy, userId, agentId }: Output): void {
    if (!this.#inputs.has(inputId)) {
      this.#report('L-9', `${show(inputId)} was not asked for`);
    }
    const isRight = providedBy === 'user' ? agentId === undefined : agentId !== undefined && userId === undefined;
    if (!isRight) {
      this.#report('L-9', `${show(inputId)} is provided by ${show({ providedBy, userId, agentId })}`);
    }
    this.#inputs.delete(inputId);
  }
}

function createSeen(output: Output): SeenTask {
  return {
    context: output['contextId'],
    parent: output['parentTaskId'],
    status: 'created',
    deltas: [],
    thought: -1,
    owesLogin: false,
    waits: 'working',
  };
}

function problemsOfInternal({ event, note }: Output): string[] {
  return isObject(event) || isObject(note) ? [] : ['event: expected an event of the journal'];
}

function isError(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['code'] === 'string' &&
    typeof value['message'] === 'string' &&
    typeof value['retryable'] === 'boolean' &&
    typeof value['recoverable'] === 'boolean'
  );
}
