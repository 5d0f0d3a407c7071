/** Checks any list of span records by the rules. */
import { TOOL_KINDS } from '@agent-mux/events';
import type { Violation } from '@agent-mux/protocols';
import { findAttributeProblems, findFormProblems, findNameProblem, findStatusProblem } from './check-record.ts';
import { GEN_AI, OWN } from './names.ts';
import type { SpanRecord } from './records.ts';
import type { SpanOutputRule } from './rules.ts';

/** All violations of the records; an empty list where they are right. It accepts anything, even what is no record. */
export function checkSpanRecords(records: Iterable<unknown>): Violation<SpanOutputRule>[] {
  const checker = new SpanChecker();
  for (const record of records) {
    checker.push(record);
  }
  return checker.end();
}

type Start = Extract<SpanRecord, { record: 'start' }>;
type End = Extract<SpanRecord, { record: 'end' }>;

interface Seen {
  readonly start: Start;
  readonly operation: unknown;
  isOpen: boolean;
  /** The open spans within it. */
  readonly inside: Set<string>;
  /** The latest end of the spans within it. */
  within: number;
}

class SpanChecker {
  readonly #violations: Violation<SpanOutputRule>[] = [];
  readonly #spans = new Map<string, Seen>();
  readonly #runs = new Set<unknown>();
  #place = -1;

  push(value: unknown): void {
    this.#place += 1;
    const problems = findFormProblems(value);
    for (const problem of problems) {
      this.#report('O-1', problem);
    }
    if (problems.length > 0) {
      return;
    }
    const record = value as SpanRecord;
    for (const problem of findAttributeProblems(record)) {
      this.#report('O-7', problem);
    }
    const kind = record.attributes[OWN.toolKind];
    if (kind !== undefined && !(TOOL_KINDS as readonly unknown[]).includes(kind)) {
      this.#report('O-24', `${String(kind)} is no kind of tool`);
    }
    if (record.record === 'start') {
      this.#start(record);
      return;
    }
    const seen = this.#spans.get(record.span);
    if (seen?.isOpen !== true) {
      this.#report('O-2', `${record.record} of ${record.span}, which is not open`);
    } else if (record.record === 'end') {
      this.#end(record, seen);
    }
  }

  end(): Violation<SpanOutputRule>[] {
    this.#place = -1;
    for (const [span, { isOpen }] of this.#spans) {
      if (isOpen) {
        this.#report('O-2', `${span} does not end`);
      }
    }
    return this.#violations;
  }

  #report(rule: SpanOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #start(record: Start): void {
    const { span, parent, attributes, links = [], time } = record;
    if (this.#spans.has(span)) {
      this.#report('O-2', `${span} starts a second time`);
      return;
    }
    const operation = attributes[GEN_AI.operation];
    this.#spans.set(span, { start: record, operation, isOpen: true, inside: new Set(), within: time });
    const problem = findNameProblem(record);
    if (problem !== undefined) {
      this.#report('O-6', problem);
    }
    const isRun = operation === 'invoke_agent' && attributes[OWN.lane] === undefined;
    if (isRun) {
      const runId = attributes[OWN.runId];
      if (this.#runs.has(runId)) {
        this.#report('O-4', `the run ${String(runId)} has a second span`);
      }
      this.#runs.add(runId);
    }
    if (parent === null) {
      if (!isRun) {
        this.#report('O-4', `${record.name} stands at the top, and is no run`);
      }
    } else {
      const above = this.#spans.get(parent);
      above?.inside.add(span);
      if (above?.isOpen !== true) {
        this.#report('O-3', `${span} starts within ${parent}, which is not open`);
      } else if (time < above.start.time) {
        this.#report('O-5', `${span} starts before ${parent}`);
      }
    }
    for (const link of links) {
      const other = this.#spans.get(link);
      const leads =
        link !== span && other?.operation === 'invoke_agent' && other.start.attributes[OWN.lane] === undefined;
      if (!leads) {
        this.#report('O-9', `${span} is linked to ${link}, which is no span of another run`);
      }
    }
  }

  #end(record: End, seen: Seen): void {
    seen.isOpen = false;
    const { span, time } = record;
    for (const id of seen.inside) {
      this.#report('O-3', `${span} ends before ${id}, which is within it`);
    }
    if (time < seen.start.time) {
      this.#report('O-5', `${span} ends before it starts`);
    } else if (time < seen.within && seen.operation !== 'execute_tool') {
      this.#report('O-5', `${span} ends at ${time}, and what is within it at ${seen.within}`);
    }
    const parent = seen.start.parent === null ? undefined : this.#spans.get(seen.start.parent);
    if (parent !== undefined) {
      parent.inside.delete(span);
      parent.within = Math.max(parent.within, time);
    }
    const problem = findStatusProblem(record, seen.start);
    if (problem !== undefined) {
      this.#report('O-8', problem);
    }
  }
}
