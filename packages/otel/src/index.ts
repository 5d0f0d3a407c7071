/** A run as OpenTelemetry spans. */
export { checkSpanRecords } from './check.ts';
export type { SpanOptions } from './fold.ts';
export type { Attributes, AttributeValue, SpanRecord, SpanStatus } from './records.ts';
export { SPAN_RULES, type SpanOutputRule } from './rules.ts';
export { spanRecords } from './span-records.ts';
export { type TraceOptions, trace } from './trace.ts';
