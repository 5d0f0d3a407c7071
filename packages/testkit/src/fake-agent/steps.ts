/** What a fake agent can be told to do. Steps run one after the other; after the last one it exits with 0. */

type Stream = 'stdout' | 'stderr';

interface To {
  /** @defaultValue 'stdout' */
  readonly to?: Stream;
}

/** The steps that both forms understand. */
export type LightFakeAgentStep =
  /** A line with its newline. */
  | ({ readonly do: 'line'; readonly text: string } & To)
  /** Text as it is: half a line, several. */
  | ({ readonly do: 'write'; readonly text: string } & To)
  /** Numbered lines; `{n}` in the text is the number, from 0. @defaultValue text 'line {n}' */
  | { readonly do: 'lines'; readonly count: number; readonly text?: string }
  | { readonly do: 'wait'; readonly ms: number }
  /** Reads stdin up to a line that contains the text; without one, up to the next line. Goes on at the end of the input. */
  | { readonly do: 'read'; readonly contains?: string }
  /** Reads stdin to its end. The full form then says `{"fake":"stdin","bytes":n}`. */
  | { readonly do: 'read-all' }
  /** Writes back each line of stdin, up to its end. */
  | { readonly do: 'echo' }
  | { readonly do: 'ignore'; readonly signals: readonly NodeJS.Signals[] }
  /** Ends with what was written delivered; `abrupt` (full form) leaves at once. @defaultValue code 0 */
  | { readonly do: 'exit'; readonly code?: number; readonly abrupt?: boolean }
  /** Ends by a signal of its own. */
  | { readonly do: 'die'; readonly signal: NodeJS.Signals }
  /** Lives on and does nothing. */
  | { readonly do: 'hang' };

/** A child of the fake agent, and what it does to get out of sight. Each lives 600 s if nobody ends it. */
export interface ForkStep {
  readonly do: 'fork';
  /** @defaultValue 1 */
  readonly count?: number;
  /** A session of its own (setsid). */
  readonly session?: boolean;
  /** A process group of its own. */
  readonly group?: boolean;
  /** No environment (`env -i`). */
  readonly emptyEnv?: boolean;
  /** Its parent ends at once. */
  readonly doubleFork?: boolean;
  readonly closesFds?: boolean;
  /** Writes over its environment, as programs do that change their title. */
  readonly retitles?: boolean;
  readonly ignoresTerm?: boolean;
  /** Keeps stdout and stderr of the agent open. */
  readonly holdsOutput?: boolean;
  /** Writes a line every 20 ms, for ever. */
  readonly chatty?: boolean;
  /** Ends by itself after this time. */
  readonly lifeMs?: number;
  /** What it writes at its end. */
  readonly lastWords?: string;
  /** Says `{"fake":"forked","name":…,"pids":[…]}`. */
  readonly announce?: boolean;
  readonly name?: string;
}

export type FakeAgentStep =
  | LightFakeAgentStep
  | ({ readonly do: 'lines'; readonly count: number; readonly text?: string; readonly everyMs?: number } & To)
  | ({ readonly do: 'json'; readonly value: unknown } & To)
  /** Bytes that need not be text. */
  | ({ readonly do: 'bytes'; readonly base64: string } & To)
  /** As much as the reader takes; without `bytes`, for ever. */
  | ({ readonly do: 'flood'; readonly bytes?: number; readonly line?: string } & To)
  /** A line of JSON: `{"fake":"env","env":{…}}` of the names (null = not set), `{"fake":"args","args":[…]}`, … */
  | { readonly do: 'report'; readonly what: 'env' | 'args' | 'cwd' | 'pid'; readonly names?: readonly string[] }
  /** A line again and again from now on, while the next steps run. @defaultValue text 'tick' */
  | { readonly do: 'tick'; readonly everyMs: number; readonly text?: string }
  /** What to do at a signal, beside the other steps. */
  | { readonly do: 'on'; readonly signal: NodeJS.Signals; readonly steps: readonly FakeAgentStep[] }
  /** Closes a stream and lives on. */
  | { readonly do: 'close'; readonly stream: 'stdin' | Stream }
  | ForkStep
  /** A child with children that have ended and that it never asks for. */
  | { readonly do: 'zombies'; readonly count: number }
  /** `width` chains of `depth` processes each. */
  | { readonly do: 'tree'; readonly width: number; readonly depth: number }
  | { readonly do: 'repeat'; readonly times: number; readonly steps: readonly FakeAgentStep[] }
  /** From now on all of stdin is read as it comes and appended to a file, so that a test sees what was written; steps that read still get it. */
  | { readonly do: 'log-input'; readonly file: string }
  /** Appends to a file, for what must be seen when no pipe is left. */
  | { readonly do: 'append'; readonly file: string; readonly text: string };
