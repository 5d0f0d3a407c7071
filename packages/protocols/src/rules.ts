/** The demands of a protocol, as tables from id to sentence, and what a checker says about a stream that breaks one. */

export interface Rules {
  /** Rules that the checker applies to any stream. */
  readonly output: Readonly<Record<string, string>>;
  /** Rules that no stream can show, each with a test of its own. */
  readonly behaviour: Readonly<Record<string, string>>;
  /** Rules about which the specification is silent: a reading of ours, or what the code of its project does. */
  readonly fills?: Readonly<Record<string, 'silence' | 'code'>>;
  /** Rules that cannot be proved before there is a server: `all`, or a part in words. A rule that waits as `all` has no test. */
  readonly waits?: Readonly<Record<string, string>>;
}

export interface Violation<Id extends string = string> {
  readonly rule: Id;
  /** The place of the output, from 0 on; undefined where the end of the stream shows the fault. */
  readonly place: number | undefined;
  readonly message: string;
}
