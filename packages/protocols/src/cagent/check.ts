/** Checks any stream of cagent's events by the rules of its specification. */
import { findFieldProblems, isObject, show } from '../decode.ts';
import { findToolProblem, isName, isPlainJson } from '../given.ts';
import type { Violation } from '../rules.ts';
import { CAGENT } from './fields.ts';
import type { CagentOutputRule } from './rules.ts';
import { CAGENT_FIELDS, type CagentToolCall } from './types.ts';

type Type = keyof typeof CAGENT_FIELDS;

/** The rule for a type's own fields. */
const RULE_OF: Readonly<Record<Type, CagentOutputRule>> = {
  stream_started: 'C-2',
  stream_stopped: 'C-3',
  user_message: 'C-4',
  agent_choice: 'C-6',
  agent_choice_reasoning: 'C-8',
  partial_tool_call: 'C-9',
  tool_call: 'C-10',
  tool_call_confirmation: 'C-11',
  tool_call_response: 'C-12',
  error: 'C-13',
  token_usage: 'C-14',
  shell: 'C-15',
  session_title: 'C-16',
  session_summary: 'C-17',
  session_compaction: 'C-18',
};

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkCagent(outputs: Iterable<unknown>): Violation<CagentOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

interface SeenCall {
  name: string;
  readonly agent: unknown;
  isCalled: boolean;
}

const COMPACTION: readonly string[] = ['start', 'started', 'session_summary', 'token_usage', 'completed'];

class StreamChecker {
  readonly #violations: Violation<CagentOutputRule>[] = [];
  readonly #calls = new Map<string, SeenCall>();
  readonly #answered = new Set<string>();
  #place = -1;
  #isOpen = false;
  #tokens = { input: 0, output: 0 };
  // The number is the stage of the running compaction, and 0 where none runs.
  #compaction = 0;
  #session: unknown;

  push(output: unknown): void {
    this.#place += 1;
    if (!isObject(output) || typeof output['type'] !== 'string' || output['type'] === '') {
      this.#report('C-1', `${show(output)} has no type`);
      return;
    }
    const { type, agent_name: agent } = output;
    if ((agent !== undefined && (typeof agent !== 'string' || agent === '')) || 'agent_context' in output) {
      this.#report('C-1', `${type} names its agent as ${show(agent ?? output['agent_context'])}`);
      return;
    }
    if (!isPlainJson(output)) {
      this.#report('C-21', `${type} has a value that JSON does not have`);
    }
    if (!isType(type)) {
      this.#watchExtension(output, type);
    } else {
      this.#watch(output, type);
    }
  }

  end(): Violation<CagentOutputRule>[] {
    this.#place = -1;
    if (this.#isOpen) {
      this.#report('C-3', 'the stream ends without stream_stopped');
    }
    if (this.#compaction > 0) {
      this.#report('C-18', `the compaction ends before ${COMPACTION[this.#compaction]}`);
    }
    return this.#violations;
  }

  #report(rule: CagentOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #watchExtension(output: Readonly<Record<string, unknown>>, type: string): void {
    if (!/^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(type) || output['agent_name'] === undefined) {
      this.#report('C-23', `the extension ${type} is not called vendor_event_name, or names no agent`);
    }
    if (type === 'amux_policy_decision') {
      const { interaction_id: id, action, rule } = output;
      if (!isName(id) || !isName(rule) || (action !== 'allow' && action !== 'deny')) {
        this.#report('C-33', `${show(id)} was decided as ${show(action)} by ${show(rule)}`);
      }
      this.#watchTool(output, type);
    }
    this.#demandOpen(type);
  }

  #watchTool({ tool_kind: kind, mcp }: Readonly<Record<string, unknown>>, type: string): void {
    const problem = findToolProblem(kind, mcp);
    if (problem !== undefined) {
      this.#report('C-33', `${type}: ${problem}`);
    }
  }

  #watch(output: Readonly<Record<string, unknown>>, type: Type): void {
    const problems = findFieldProblems(CAGENT, output);
    for (const problem of problems) {
      this.#report(RULE_OF[type], `${type} has a wrong ${problem}`);
    }
    if (type === 'stream_started') {
      if (this.#isOpen) {
        this.#report('C-2', 'the stream begins again before it has stopped');
      }
      this.#isOpen = true;
    } else if (type === 'stream_stopped') {
      if (!this.#isOpen) {
        this.#report('C-3', 'the stream stops, and has not begun');
      }
      this.#isOpen = false;
    } else if (type !== 'user_message') {
      this.#demandOpen(type);
    }
    this.#watchCompaction(output, type);
    if (problems.length > 0) {
      return;
    }
    if (type === 'token_usage') {
      this.#watchUsage(output);
    }
    if (isCallType(type)) {
      this.#watchCall(output, type);
    }
  }

  #demandOpen(type: string): void {
    if (!this.#isOpen) {
      this.#report('C-2', `${type} comes outside of a stream session`);
    }
    // A fault is reported once, and what follows counts as within.
    this.#isOpen = true;
  }

  #watchUsage({ usage }: Readonly<Record<string, unknown>>): void {
    if (!isObject(usage)) {
      return;
    }
    const tokens = { input: Number(usage['input_tokens']), output: Number(usage['output_tokens']) };
    if (tokens.input < this.#tokens.input || tokens.output < this.#tokens.output) {
      this.#report('C-14', 'tokens are fewer than before');
    }
    this.#tokens = tokens;
  }

  #watchCompaction(output: Readonly<Record<string, unknown>>, type: Type): void {
    const word = type === 'session_compaction' ? String(output['status']) : type;
    if (this.#compaction === 0 && type !== 'session_compaction') {
      return;
    }
    const wanted = COMPACTION[this.#compaction] ?? '';
    if (word !== wanted) {
      this.#report('C-18', `${word} comes where ${wanted} of a compaction is due`);
    }
    const session = output['session_id'];
    if (this.#compaction === 0) {
      this.#session = session;
    } else if (session !== undefined && session !== this.#session) {
      this.#report('C-18', `${word} names another session than the compaction that it is of`);
    }
    this.#compaction = word === wanted ? (this.#compaction + 1) % COMPACTION.length : 0;
  }

  #watchCall(output: Readonly<Record<string, unknown>>, kind: CallType): void {
    const { id, function: made } = output['tool_call'] as CagentToolCall;
    const agent = output['agent_name'];
    if (isObject(output['amux'])) {
      this.#watchTool(output['amux'], kind);
    }
    const known = this.#calls.get(id);
    if (known !== undefined && known.agent !== agent) {
      this.#report('C-20', `${kind} of ${id} names ${show(agent)}, and what came before ${show(known.agent)}`);
    }
    const seen = known ?? { name: made.name, agent, isCalled: false };
    this.#calls.set(id, seen);
    switch (kind) {
      case 'partial_tool_call':
        if (seen.isCalled) {
          this.#report('C-9', `a part of ${id} comes after the whole call`);
        }
        break;
      case 'tool_call_confirmation':
        if (seen.isCalled) {
          this.#report('C-11', `${id} is asked for when it runs already`);
        }
        break;
      case 'tool_call':
        if (seen.isCalled) {
          this.#report('C-10', `${id} is called again before its response`);
        }
        seen.isCalled = true;
        seen.name = made.name;
        break;
      case 'tool_call_response':
        if (!seen.isCalled) {
          const again = this.#answered.has(id) ? ' again' : '';
          this.#report('C-12', `${id} is answered${again}, and was not called before`);
        } else if (seen.name !== made.name) {
          this.#report('C-12', `${id} is answered as ${made.name}, and was called as ${seen.name}`);
        }
        this.#calls.delete(id);
        this.#answered.add(id);
        break;
      default:
        kind satisfies never;
    }
  }
}

type CallType = 'partial_tool_call' | 'tool_call' | 'tool_call_confirmation' | 'tool_call_response';

function isType(type: string): type is Type {
  return Object.hasOwn(CAGENT_FIELDS, type);
}

function isCallType(type: Type): type is CallType {
  return type.includes('tool_call');
}
