/** Checks any stream of AFK's events by the rules of its contract. Several runs may follow one another. */
import { isObject, show } from '../decode.ts';
import { isPlainJson } from '../given.ts';
import type { Violation } from '../rules.ts';
import { findBaseProblems, findDataProblems, isAfkType } from './fields.ts';
import type { AfkOutputRule } from './rules.ts';
import { type AfkType, TERMINAL_STATES } from './types.ts';

/** The rule for the data of each type. */
const RULE_OF: Readonly<Record<AfkType, AfkOutputRule>> = {
  run_started: 'A-2',
  step_started: 'A-2',
  policy_decision: 'A-3',
  llm_called: 'A-19',
  llm_completed: 'A-4',
  tool_batch_started: 'A-5',
  tool_completed: 'A-5',
  subagent_started: 'A-6',
  subagent_completed: 'A-6',
  run_paused: 'A-7',
  run_resumed: 'A-7',
  run_cancelled: 'A-8',
  run_interrupted: 'A-8',
  run_failed: 'A-8',
  run_completed: 'A-8',
  warning: 'A-20',
};

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkAfk(outputs: Iterable<unknown>): Violation<AfkOutputRule>[] {
  const checker = new RunChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

interface Seen {
  readonly runId: unknown;
  step: number;
  isCalling: boolean;
  /** The calls that batches have told, less those that have ended. */
  calls: number;
  isPaused: boolean;
  isDegraded: boolean;
  readonly subagents: Set<unknown>;
}

type Event = Readonly<Record<string, unknown>>;

class RunChecker {
  readonly #violations: Violation<AfkOutputRule>[] = [];
  readonly #over = new Set<unknown>();
  #place = -1;
  #seen: Seen | undefined;

  push(output: unknown): void {
    this.#place += 1;
    if (!isObject(output)) {
      this.#report('A-20', `${show(output)} is no event`);
      return;
    }
    const problems = findBaseProblems(output);
    for (const problem of problems) {
      this.#report('A-20', `an event has a wrong ${problem}`);
    }
    if (problems.length > 0) {
      return;
    }
    if (!isPlainJson(output)) {
      this.#report('A-23', `${show(output['type'])} has a value that JSON does not have`);
    }
    const type = String(output['type']);
    const seen = this.#seenOf(output, type);
    this.#watchStep(output, type, seen);
    if (!isAfkType(type)) {
      return;
    }
    const wrong = findDataProblems(type, output['data']);
    for (const problem of wrong) {
      this.#report(RULE_OF[type], `${type} has a wrong ${problem}`);
    }
    if (wrong.length === 0) {
      this.#watch(output, type, seen);
    }
    this.#watchState(output, type, seen);
    if (type in TERMINAL_STATES) {
      this.#over.add(seen.runId);
      this.#seen = undefined;
    }
  }

  end(): Violation<AfkOutputRule>[] {
    this.#place = -1;
    if (this.#seen !== undefined) {
      this.#report('A-8', 'the stream ends without a terminal event');
    }
    return this.#violations;
  }

  #report(rule: AfkOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  /** What was seen of the event's run. */
  #seenOf(output: Event, type: string): Seen {
    const runId = output['run_id'];
    if (this.#over.has(runId)) {
      this.#report('A-8', `${type} comes after the terminal event`);
    }
    const isOther = this.#seen !== undefined && this.#seen.runId !== runId;
    if (isOther) {
      this.#report('A-8', `${type} is of another run, and the one before has not ended`);
    }
    if (this.#seen === undefined || isOther) {
      if (type !== 'run_started' && !this.#over.has(runId)) {
        this.#report('A-2', `${type} comes before run_started`);
      }
      this.#seen = {
        runId,
        step: 0,
        isCalling: false,
        calls: 0,
        isPaused: false,
        isDegraded: false,
        subagents: new Set(),
      };
    } else if (type === 'run_started') {
      this.#report('A-2', 'run_started comes again');
    }
    return this.#seen;
  }

  #watchStep({ step }: Event, type: string, seen: Seen): void {
    if (type === 'step_started') {
      seen.step += 1;
    }
    const wanted = seen.step === 0 ? undefined : seen.step;
    if (step !== wanted) {
      this.#report('A-21', `${type} has step ${show(step)} instead of ${show(wanted)}`);
    }
    // A fault is reported once, and what follows counts from there.
    if (typeof step === 'number') {
      seen.step = step;
    }
  }

  #watchState({ state }: Event, type: AfkType, seen: Seen): void {
    const end = type in TERMINAL_STATES ? TERMINAL_STATES[type as keyof typeof TERMINAL_STATES] : undefined;
    if (seen.isDegraded && state === 'running') {
      this.#report('A-15', `${type} is running after a lasting loss`);
    } else if (end === undefined ? !this.#isLegal(state, seen) : state !== end) {
      this.#report('A-22', `${type} has the state ${show(state)}`);
    }
    seen.isDegraded ||= state === 'degraded';
  }

  #isLegal(state: unknown, { isPaused }: Seen): boolean {
    if (state === 'cancelling') {
      return true;
    }
    return isPaused ? state === 'paused' : state === 'running' || state === 'degraded';
  }

  #watch({ data: given }: Event, type: AfkType, seen: Seen): void {
    const data = isObject(given) ? given : {};
    switch (type) {
      case 'step_started':
        this.#demandNoCall(type, seen);
        break;
      case 'llm_called':
        this.#demandNoCall(type, seen);
        seen.isCalling = true;
        break;
      case 'llm_completed':
        if (!seen.isCalling) {
          this.#report('A-4', 'llm_completed comes without llm_called');
        }
        seen.isCalling = false;
        break;
      case 'tool_batch_started':
        seen.calls += Number(data['tool_call_count']);
        break;
      case 'tool_completed':
        // Other agents tell their tools, and not their batches.
        if (data['agent_name'] !== undefined) {
          break;
        }
        if (seen.calls === 0) {
          this.#report('A-5', `${show(data['tool_name'])} has ended, and no batch has told of it`);
        } else {
          seen.calls -= 1;
        }
        break;
      case 'subagent_started':
      case 'subagent_completed':
        this.#watchSubagent(data, type, seen);
        break;
      case 'run_paused':
      case 'run_resumed':
        if (seen.isPaused === (type === 'run_paused')) {
          this.#report('A-7', `${type} comes twice`);
        }
        seen.isPaused = type === 'run_paused';
        break;
      case 'run_cancelled':
      case 'run_interrupted':
      case 'run_failed':
      case 'run_completed':
        this.#demandNoCall(type, seen);
        break;
      default:
    }
  }

  #demandNoCall(type: AfkType, seen: Seen): void {
    if (seen.isCalling) {
      this.#report('A-4', `${type} comes before llm_completed`);
    }
    seen.isCalling = false;
  }

  #watchSubagent(data: Event, type: 'subagent_started' | 'subagent_completed', { subagents }: Seen): void {
    const id = data['correlation_id'] ?? data['subagent_name'];
    const isKnown = subagents.has(id);
    if (type === 'subagent_started') {
      if (isKnown) {
        this.#report('A-6', `${show(id)} starts again before it has ended`);
      }
      subagents.add(id);
    } else {
      if (!isKnown) {
        this.#report('A-6', `${show(id)} has ended, and has not started`);
      }
      subagents.delete(id);
    }
  }
}
