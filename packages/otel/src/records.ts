/** What is to be done with spans, as plain JSON: whoever has a tracer can do it at any time. */

/** Values that an attribute can have here. */
export type AttributeValue = string | number | boolean | readonly string[];

export type Attributes = Readonly<Record<string, AttributeValue>>;

export type SpanStatus =
  | { readonly code: 'unset' }
  /** An error. `message` is its code; with `content: true` it is a sentence. */
  | { readonly code: 'error'; readonly message: string };

/** A step of a span. All times are milliseconds since the epoch, those of the entries. */
export type SpanRecord =
  | {
      readonly record: 'start';
      /** The id of the span, among those of one projection. */
      readonly span: string;
      /** The open span that it is a part of; null at the top. */
      readonly parent: string | null;
      readonly name: string;
      readonly kind: 'internal' | 'client';
      readonly time: number;
      readonly attributes: Attributes;
      /** Spans of other runs that it continues, and that may have ended. */
      readonly links?: readonly string[];
    }
  | {
      readonly record: 'event';
      readonly span: string;
      readonly name: string;
      readonly time: number;
      readonly attributes: Attributes;
    }
  | {
      readonly record: 'end';
      readonly span: string;
      /** The time of the event. Usage and finish reasons come late, so that it may lie before that of the record before. */
      readonly time: number;
      readonly attributes: Attributes;
      readonly status: SpanStatus;
      /** The name of the span, where it was not known when it started. */
      readonly name?: string;
    };
