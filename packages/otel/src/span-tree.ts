/** Which spans are open, and within which: a span ends when all that started within it have ended. */
import { drop, find, type Keyed, put } from '@agent-mux/protocols/model';
import type { SpanRecord } from './records.ts';

type Start = Omit<Extract<SpanRecord, { record: 'start' }>, 'record' | 'span'>;
type End = Omit<Extract<SpanRecord, { record: 'end' }>, 'record' | 'span'>;

interface OpenSpan {
  readonly parent: string | null;
  readonly startedAt: number;
  /** The end of the last span within it. */
  within: number;
  /** How many spans within it are open. */
  open: number;
  /** Whether it lasts at least as long as the spans within it. */
  readonly spans: boolean;
  /** How it ends, once all spans within it have ended. */
  end: End | null;
}

/** The tree as plain JSON. */
export interface SpanTree {
  /** How many spans were started. */
  count: number;
  readonly open: Keyed<OpenSpan>;
}

export type Emit = (record: SpanRecord) => void;

export function createSpanTree(): SpanTree {
  return { count: 0, open: {} };
}

/**
 * Starts a span and returns its id. It starts no earlier than its parent, because clocks may go back between two runs. With `spans`, it
 * ends no earlier than the spans within it. A tool does end earlier, where the agent did not wait for the run that the tool has started.
 */
export function startSpan(
  tree: SpanTree,
  emit: Emit,
  { spans, ...start }: Start & { readonly spans: boolean },
): string {
  const span = `s${tree.count}`;
  tree.count += 1;
  const parent = start.parent === null ? undefined : find(tree.open, start.parent);
  const time = Math.max(start.time, parent?.startedAt ?? start.time);
  if (parent !== undefined) {
    parent.open += 1;
  }
  put(tree.open, span, { parent: start.parent, startedAt: time, within: time, open: 0, spans, end: null });
  emit({ record: 'start', span, ...start, time });
  return span;
}

/** Ends a span, or lets it end with the last open span within it. */
export function endSpan(tree: SpanTree, emit: Emit, span: string, end: End): void {
  const known = find(tree.open, span);
  if (known === undefined || known.end !== null) {
    return;
  }
  if (known.open > 0) {
    known.end = end;
  } else {
    finish(tree, emit, span, end);
  }
}

function finish(tree: SpanTree, emit: Emit, span: string, end: End): void {
  const known = drop(tree.open, span);
  if (known === undefined) {
    return;
  }
  const time = Math.max(end.time, known.spans ? known.within : known.startedAt);
  emit({ record: 'end', span, ...end, time });
  const parent = known.parent === null ? undefined : find(tree.open, known.parent);
  if (parent === undefined || known.parent === null) {
    return;
  }
  parent.open -= 1;
  parent.within = Math.max(parent.within, time);
  if (parent.open === 0 && parent.end !== null) {
    finish(tree, emit, known.parent, parent.end);
  }
}
