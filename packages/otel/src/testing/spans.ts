/** Puts records together to spans again, as a tracer does, for tests of what a journal becomes. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import { CORNER_JOURNALS } from '../../../protocols/src/testing/corner-journals.ts';
import { type Line, writeJournal } from '../../../protocols/src/testing/write-journal.ts';
import type { SpanOptions } from '../fold.ts';
import type { Attributes, SpanRecord, SpanStatus } from '../records.ts';
import { spanRecords } from '../span-records.ts';

export interface TestSpan {
  readonly id: string;
  name: string;
  readonly parent: TestSpan | undefined;
  readonly startTime: number;
  endTime: number | undefined;
  attributes: Attributes;
  status: SpanStatus | undefined;
  readonly links: readonly string[];
  readonly events: { readonly name: string; readonly time: number; readonly attributes: Attributes }[];
}

/** The spans in the order of their starts. */
export function toSpans(records: readonly SpanRecord[]): TestSpan[] {
  const spans = new Map<string, TestSpan>();
  for (const record of records) {
    if (record.record === 'start') {
      const { span: id, parent, name, time, attributes, links = [] } = record;
      spans.set(id, {
        id,
        name,
        parent: parent === null ? undefined : spans.get(parent),
        startTime: time,
        endTime: undefined,
        attributes,
        status: undefined,
        links,
        events: [],
      });
      continue;
    }
    const span = spans.get(record.span);
    if (span === undefined) {
      throw new Error(`${record.span} has not started`);
    }
    if (record.record === 'event') {
      span.events.push({ name: record.name, time: record.time, attributes: record.attributes });
    } else {
      span.endTime = record.time;
      span.status = record.status;
      span.name = record.name ?? span.name;
      span.attributes = { ...span.attributes, ...record.attributes };
    }
  }
  return [...spans.values()];
}

export function entriesOf(name: string): readonly JournalEntry[] {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return found.entries;
}

/** The spans of the hand-written journal of this name. */
export function cornerSpans(name: string, options?: SpanOptions): TestSpan[] {
  return toSpans(projectAll(entriesOf(name), spanRecords(options)));
}

export function spansOf(lines: readonly Line[], options?: SpanOptions): TestSpan[] {
  return toSpans(projectAll(writeJournal(lines), spanRecords(options)));
}

/** The names of the spans, each below its parent and two spaces deeper. */
export function outline(spans: readonly TestSpan[], parent?: TestSpan, indent = ''): string[] {
  return spans.flatMap((span) =>
    span.parent === parent ? [`${indent}${span.name}`, ...outline(spans, span, `${indent}  `)] : [],
  );
}

export function ofOperation(spans: readonly TestSpan[], operation: string): TestSpan[] {
  return spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === operation);
}
