/** What a protocol demands, as tables from id to sentence, and what a checker says of a stream that breaks it. */

export interface Rules {
  /** The checker holds any stream to them. */
  readonly output: Readonly<Record<string, string>>;
  /** No stream shows whether they hold: each has a test of its own. */
  readonly behaviour: Readonly<Record<string, string>>;
  /** Those of which the specification says nothing: a reading of ours, or what the code of its project does. */
  readonly fills?: Readonly<Record<string, 'silence' | 'code'>>;
  /** What of them cannot be proved before there is a server: `all`, or a part of it in words. What is `all` has no test. */
  readonly waits?: Readonly<Record<string, string>>;
}

export interface Violation<Id extends string = string> {
  readonly rule: Id;
  /** Place of the output, from 0 on; undefined where the end of the stream shows it. */
  readonly place: number | undefined;
  readonly message: string;
}
