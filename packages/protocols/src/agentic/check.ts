/** Checks any stream of agentic's events by the rules of the protocol. */
import { isObject, show } from '../decode.ts';
import { isName, isPlainJson } from '../given.ts';
import type { Violation } from '../rules.ts';
import { findBaseProblems, findPayloadProblems, isAgenticType } from './fields.ts';
import type { AgenticOutputRule } from './rules.ts';
import type { AgenticEvent } from './types.ts';

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkAgentic(outputs: Iterable<unknown>): Violation<AgenticOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

interface Speaker {
  readonly name: unknown;
  readonly depth: unknown;
  isOpen: boolean;
  hasPrompt: boolean;
  /** Whether it has told an activity in this turn. */
  isAtWork: boolean;
  isCompleting: boolean;
}

type Event = Readonly<Record<string, unknown>>;

/** Events that do not show whose activity they tell, and that may therefore come before the prompt. */
const BESIDE: ReadonlySet<string> = new Set(['subagent_call', 'subagent_result', 'prompt', 'output', 'set_state']);

class StreamChecker {
  readonly #violations: Violation<AgenticOutputRule>[] = [];
  readonly #speakers = new Map<string, Speaker>();
  /** Successors that were named and have not spoken, with their future depth. */
  readonly #named = new Map<string, unknown>();
  readonly #calls = new Set<unknown>();
  readonly #subagents = new Set<unknown>();
  readonly #waits = new Set<string>();
  #place = -1;

  push(output: unknown): void {
    this.#place += 1;
    if (!isObject(output) || !isName(output['type'])) {
      this.#report('G-1', `${show(output)} is no event`);
      return;
    }
    const { type } = output;
    const problems = findBaseProblems(output);
    for (const problem of problems) {
      this.#report('G-2', `${type} has a wrong ${problem}`);
    }
    if (problems.length > 0) {
      return;
    }
    if (!isPlainJson(output)) {
      this.#report('G-10', `${type} has a value that JSON does not have`);
    }
    const id = isName(output['invocation']) ? output['invocation'] : String(output['name']);
    const speaker = this.#meet(id, output, type);
    if (!isAgenticType(type)) {
      return;
    }
    const wrong = findPayloadProblems(type, output['payload']);
    for (const problem of wrong) {
      this.#report('G-1', `${type} has a wrong ${problem}`);
    }
    if (wrong.length > 0) {
      return;
    }
    this.#watch(output, type, speaker);
  }

  end(): Violation<AgenticOutputRule>[] {
    this.#place = -1;
    for (const [id, { isOpen }] of this.#speakers) {
      if (isOpen) {
        this.#report('G-5', `the turn of ${id} does not end`);
      }
    }
    for (const id of this.#named.keys()) {
      this.#report('G-5', `${id} was named as a successor, and never ends`);
    }
    return this.#violations;
  }

  #report(rule: AgenticOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #meet(id: string, { name, depth }: Event, type: string): Speaker {
    const known = this.#speakers.get(id);
    if (known !== undefined && (known.name !== name || known.depth !== depth)) {
      this.#report('G-2', `${type} of ${id} is of ${show(name)} at ${show(depth)}, and was of ${show(known.name)}`);
    }
    const wanted = this.#named.get(id);
    if (wanted !== undefined && wanted !== depth) {
      this.#report('G-6', `${id} takes over at depth ${show(depth)} instead of ${show(wanted)}`);
    }
    this.#named.delete(id);
    const speaker = known ?? { name, depth, isOpen: true, hasPrompt: false, isAtWork: false, isCompleting: false };
    speaker.isOpen = true;
    this.#speakers.set(id, speaker);
    return speaker;
  }

  #watch(output: Event, type: AgenticEvent['type'], speaker: Speaker): void {
    const payload = isObject(output['payload']) ? output['payload'] : {};
    if (type === 'prompt_started') {
      if (speaker.hasPrompt || speaker.isAtWork) {
        this.#report('G-11', 'prompt_started comes within a turn');
      }
      speaker.hasPrompt = true;
    } else if (!BESIDE.has(type)) {
      speaker.isAtWork = true;
    }
    switch (type) {
      case 'completion_start':
      case 'completion_end':
        if (type === 'completion_start' && speaker.isCompleting) {
          this.#report('G-12', 'a completion starts before the one before has ended');
        }
        speaker.isCompleting = type === 'completion_start';
        break;
      case 'turn_end':
      case 'turn_cancelled':
        this.#endTurn(output, type, speaker);
        break;
      case 'tool_call':
        this.#calls.add(payload['tool_call_id']);
        break;
      case 'tool_result':
        if (payload['is_log'] !== true && !this.#calls.delete(payload['tool_call_id'])) {
          this.#report('G-13', `the result of ${show(payload['tool_call_id'])} comes without its call`);
        }
        break;
      case 'subagent_call':
        this.#subagents.add(payload['call_id'] ?? payload['target_agent']);
        break;
      case 'subagent_result':
        if (!this.#subagents.delete(payload['call_id'] ?? payload['source_agent'])) {
          this.#report('G-14', `the result of ${show(payload['source_agent'])} comes without its call`);
        }
        break;
      case 'wait_for_input':
        for (const key of Object.keys(payload)) {
          this.#waits.add(key);
        }
        break;
      case 'resume_with_input':
        for (const key of Object.keys(payload)) {
          if (!this.#waits.delete(key)) {
            this.#report('G-15', `${key} is answered, and does not wait`);
          }
        }
        break;
      default:
    }
  }

  #endTurn({ handoff_to: successor, depth }: Event, type: string, speaker: Speaker): void {
    if (speaker.isCompleting) {
      this.#report('G-12', `${type} comes before the completion has ended`);
    }
    Object.assign(speaker, { isOpen: false, hasPrompt: false, isAtWork: false, isCompleting: false });
    if (!isName(successor)) {
      return;
    }
    if (this.#speakers.has(successor)) {
      this.#report('G-6', `${successor} has spoken before it was named as a successor`);
    } else {
      this.#named.set(successor, depth);
    }
  }
}
