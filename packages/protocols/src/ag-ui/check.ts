/** Checks any stream of AG-UI's events by its rules. */
import { findFieldProblems, isObject, show } from '../decode.ts';
import { findToolProblem } from '../given.ts';
import type { Violation } from '../rules.ts';
import { AGUI } from './fields.ts';
import type { AguiOutputRule } from './rules.ts';

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkAgui(outputs: Iterable<unknown>): Violation<AguiOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

type Event = Readonly<Record<string, unknown>>;

/** How a kind of block is begun, continued and ended. */
interface Block {
  readonly rule: AguiOutputRule;
  readonly id: 'messageId' | 'toolCallId';
  readonly phase: 'start' | 'go on' | 'end';
  readonly bucket: 'message' | 'call' | 'span' | 'thought';
}

const BLOCKS: Readonly<Record<string, Block>> = {
  TEXT_MESSAGE_START: { rule: 'U-4', id: 'messageId', phase: 'start', bucket: 'message' },
  TEXT_MESSAGE_CONTENT: { rule: 'U-4', id: 'messageId', phase: 'go on', bucket: 'message' },
  TEXT_MESSAGE_END: { rule: 'U-4', id: 'messageId', phase: 'end', bucket: 'message' },
  TOOL_CALL_START: { rule: 'U-5', id: 'toolCallId', phase: 'start', bucket: 'call' },
  TOOL_CALL_ARGS: { rule: 'U-5', id: 'toolCallId', phase: 'go on', bucket: 'call' },
  TOOL_CALL_END: { rule: 'U-5', id: 'toolCallId', phase: 'end', bucket: 'call' },
  REASONING_START: { rule: 'U-7', id: 'messageId', phase: 'start', bucket: 'span' },
  REASONING_MESSAGE_START: { rule: 'U-7', id: 'messageId', phase: 'start', bucket: 'thought' },
  REASONING_MESSAGE_CONTENT: { rule: 'U-7', id: 'messageId', phase: 'go on', bucket: 'thought' },
  REASONING_MESSAGE_END: { rule: 'U-7', id: 'messageId', phase: 'end', bucket: 'thought' },
  REASONING_END: { rule: 'U-7', id: 'messageId', phase: 'end', bucket: 'span' },
};

/** The open parts of a run, by kind and id, with their owners. The owners of calls and activities stay known over runs. */
class Seen {
  readonly open: Readonly<Record<Block['bucket'], Map<string, unknown>>> = {
    message: new Map(),
    call: new Map(),
    span: new Map(),
    thought: new Map(),
  };
  readonly steps = new Set<string>();
  readonly subagents = new Map<string, 'open' | 'over'>();
}

class StreamChecker {
  readonly #violations: Violation<AguiOutputRule>[] = [];
  /** Calls that were started and have no result. */
  readonly #calls = new Set<string>();
  readonly #activities = new Map<string, unknown>();
  #place = -1;
  #run: { readonly threadId: unknown; readonly runId: unknown } | undefined;
  #seen = new Seen();

  push(output: unknown): void {
    this.#place += 1;
    if (!isObject(output) || typeof output['type'] !== 'string' || !Object.hasOwn(AGUI.fields, output['type'])) {
      this.#report('U-1', `${show(output)} has none of the 31 types`);
      return;
    }
    const problems = findFieldProblems(AGUI, output);
    for (const problem of problems) {
      this.#report('U-1', `${output['type']} has a wrong ${problem}`);
    }
    if (problems.length > 0) {
      return;
    }
    const odd = Object.entries(output).find(([name, value]) => isOdd(name, value));
    if (odd !== undefined) {
      this.#report('U-15', `${output['type']} has ${odd[0]} as ${show(odd[1])}`);
    }
    this.#watchTool(output['metadata']);
    this.#watch(output, output['type']);
  }

  end(): Violation<AguiOutputRule>[] {
    this.#place = -1;
    if (this.#run !== undefined) {
      this.#report('U-3', `the run ${show(this.#run.runId)} has no end`);
    }
    return this.#violations;
  }

  #report(rule: AguiOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #watchTool(metadata: unknown): void {
    const own = isObject(metadata) ? metadata['amux'] : undefined;
    const problem = isObject(own) ? findToolProblem(own['toolKind'], own['mcp']) : undefined;
    if (problem !== undefined) {
      this.#report('U-29', problem);
    }
  }

  #watch(event: Event, type: string): void {
    if (type === 'RUN_STARTED') {
      if (this.#run !== undefined) {
        this.#report('U-3', 'a run begins before the last one has ended');
      }
      this.#run = { threadId: event['threadId'], runId: event['runId'] };
      this.#seen = new Seen();
      return;
    }
    if (this.#run === undefined) {
      this.#report('U-2', `${type} comes outside of a run`);
      // A fault is reported once, and what follows counts as within.
      this.#run = { threadId: event['threadId'], runId: event['runId'] };
    }
    const block = BLOCKS[type];
    if (block !== undefined) {
      this.#watchBlock(event, type, block);
    } else if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') {
      this.#watchEnd(event, type);
    } else if (type === 'TOOL_CALL_RESULT') {
      this.#watchResult(event);
    } else if (type === 'STEP_STARTED' || type === 'STEP_FINISHED') {
      this.#watchStep(event, type);
    } else if (type.startsWith('SUBAGENT_')) {
      this.#watchSubagent(event, type);
    } else if (type.startsWith('ACTIVITY_')) {
      this.#watchActivity(event, type);
    }
  }

  #watchBlock(event: Event, type: string, { rule, id: field, phase, bucket }: Block): void {
    const id = String(event[field]);
    const open = this.#seen.open[bucket];
    const owner = event['subagentRunId'];
    if (phase === 'start') {
      if (open.has(id)) {
        this.#report(rule, `${type}: ${id} is open already`);
      }
      if (bucket === 'thought' && this.#seen.open.span.size === 0) {
        this.#report(rule, `${type}: ${id} begins outside of a span`);
      }
      open.set(id, owner);
      if (bucket === 'call') {
        this.#calls.add(id);
      }
      return;
    }
    if (!open.has(id)) {
      this.#report(rule, `${type}: ${id} is not open`);
    } else {
      this.#watchOwner(event, type, open.get(id));
    }
    if (phase === 'end') {
      open.delete(id);
    }
  }

  #watchOwner({ subagentRunId }: Event, type: string, owner: unknown): void {
    if (subagentRunId !== undefined && subagentRunId !== owner) {
      this.#report('U-11', `${type} names ${show(subagentRunId)}, and what it goes on with is of ${show(owner)}`);
    }
  }

  #watchResult({ toolCallId }: Event): void {
    const id = String(toolCallId);
    if (!this.#calls.delete(id)) {
      this.#report('U-6', `${id} has a result, and was not started or has one already`);
    }
    if (this.#seen.open.call.has(id)) {
      this.#report('U-6', `${id} has a result before its arguments are whole`);
    }
  }

  #watchStep({ stepName, subagentRunId }: Event, type: string): void {
    const { steps } = this.#seen;
    const key = JSON.stringify([subagentRunId ?? null, stepName]);
    if (type === 'STEP_STARTED') {
      if (steps.has(key)) {
        this.#report('U-8', `the step ${show(stepName)} is open already`);
      }
      steps.add(key);
    } else if (!steps.delete(key)) {
      this.#report('U-8', `the step ${show(stepName)} is not open`);
    }
  }

  #watchSubagent({ subagentRunId, parentSubagentRunId: parent }: Event, type: string): void {
    const { subagents } = this.#seen;
    const id = String(subagentRunId);
    if (type === 'SUBAGENT_STARTED') {
      if (subagents.has(id)) {
        this.#report('U-9', `${id} starts twice in a run`);
      }
      if (parent !== undefined && !subagents.has(String(parent))) {
        this.#report('U-9', `${id} is started by ${show(parent)}, which has not started`);
      }
      subagents.set(id, 'open');
    } else {
      if (subagents.get(id) !== 'open') {
        this.#report('U-9', `${id} ends, and is not open`);
      }
      subagents.set(id, 'over');
    }
  }

  #watchActivity(event: Event, type: string): void {
    const id = String(event['messageId']);
    if (type === 'ACTIVITY_SNAPSHOT') {
      this.#activities.set(id, event['subagentRunId']);
    } else if (!this.#activities.has(id)) {
      this.#report('U-12', `${id} is changed before its snapshot`);
    } else {
      this.#watchOwner(event, type, this.#activities.get(id));
    }
  }

  #watchEnd(event: Event, type: string): void {
    const { open, steps, subagents } = this.#seen;
    const ids = [...Object.values(open).flatMap((bucket) => [...bucket.keys()]), ...steps];
    const running = [...subagents].filter(([, state]) => state === 'open').map(([id]) => id);
    const left = [...ids, ...running];
    if (left.length > 0) {
      this.#report('U-10', `the run ends, and ${left.join(', ')} is open`);
    }
    if (type === 'RUN_FINISHED') {
      const { runId, threadId } = this.#run ?? {};
      if (event['runId'] !== runId || event['threadId'] !== threadId) {
        this.#report('U-3', `the run ${show(runId)} ends as ${show(event['runId'])}`);
      }
      this.#watchInterrupts(event['outcome']);
    }
    this.#watchUsage(event['usage']);
    this.#run = undefined;
  }

  #watchInterrupts(outcome: unknown): void {
    if (!isObject(outcome) || outcome['type'] !== 'interrupt') {
      return;
    }
    const interrupts: unknown = outcome['interrupts'];
    for (const each of Array.isArray(interrupts) ? interrupts : []) {
      this.#watchTool(isObject(each) ? each['metadata'] : undefined);
    }
    const ids = Array.isArray(interrupts) ? interrupts.map((each) => (isObject(each) ? each['id'] : undefined)) : [];
    if (ids.length === 0 || ids.some((id) => typeof id !== 'string') || new Set(ids).size < ids.length) {
      this.#report('U-14', `the interrupts are ${show(interrupts)}`);
    }
  }

  #watchUsage(usage: unknown): void {
    if (usage === undefined) {
      return;
    }
    const rows: readonly unknown[] = Array.isArray(usage) ? usage : [undefined];
    const keys = rows.map((row) => (isObject(row) ? JSON.stringify([row['provider'], row['model']]) : ''));
    const isGood = rows.every((row) => isObject(row) && Object.entries(row).every(isLabelOrCount));
    if (!isGood || new Set(keys).size < keys.length) {
      this.#report('U-13', `the usage is ${show(usage)}`);
    }
  }
}

function isLabelOrCount([name, value]: readonly [string, unknown]): boolean {
  if (name === 'provider' || name === 'model') {
    return typeof value === 'string';
  }
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const MAY_BE_NULL: ReadonlySet<string> = new Set(['value', 'event', 'rawEvent', 'snapshot', 'result']);

function isOdd(name: string, value: unknown): boolean {
  if (value === null) {
    return !MAY_BE_NULL.has(name);
  }
  return value === undefined || typeof value === 'bigint' || typeof value === 'function' || Number.isNaN(value);
}
