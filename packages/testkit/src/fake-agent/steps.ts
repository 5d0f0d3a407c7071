/** The steps of a fake agent. They run one after the other; after the last one it exits with 0. */

type Stream = 'stdout' | 'stderr';

interface To {
  /** @defaultValue 'stdout' */
  readonly to?: Stream;
}

/** The steps that both forms understand. */
export type LightFakeAgentStep =
  /** Writes a line with its newline. */
  | ({ readonly do: 'line'; readonly text: string } & To)
  /** Writes text as it is: half a line, or several. */
  | ({ readonly do: 'write'; readonly text: string } & To)
  /** Writes numbered lines; `{n}` in the text is the number, from 0. @defaultValue text 'line {n}' */
  | { readonly do: 'lines'; readonly count: number; readonly text?: string }
  | { readonly do: 'wait'; readonly ms: number }
  /** Reads stdin up to a line that contains the text; without one, up to the next line. Goes on at the end of the input. */
  | { readonly do: 'read'; readonly contains?: string }
  /** Reads stdin to its end. The full form then prints `{"fake":"stdin","bytes":n}`. */
  | { readonly do: 'read-all' }
  /** Writes back each line of stdin, up to its end. */
  | { readonly do: 'echo' }
  | { readonly do: 'ignore'; readonly signals: readonly NodeJS.Signals[] }
  /** Exits when what was written is delivered; `abrupt` (full form) exits at once. @defaultValue code 0 */
  | { readonly do: 'exit'; readonly code?: number; readonly abrupt?: boolean }
  /** Ends by a signal that it sends to itself. */
  | { readonly do: 'die'; readonly signal: NodeJS.Signals }
  /** Lives on and does nothing. */
  | { readonly do: 'hang' };

/** Starts a child of the fake agent, and says how that child tries to escape. Each lives 600 s if nobody ends it. */
export interface ForkStep {
  readonly do: 'fork';
  /** @defaultValue 1 */
  readonly count?: number;
  /** Whether it has a session of its own (setsid). */
  readonly session?: boolean;
  /** Whether it has a process group of its own. */
  readonly group?: boolean;
  /** Whether it has no environment (`env -i`). */
  readonly emptyEnv?: boolean;
  /** Whether its parent ends at once. */
  readonly doubleFork?: boolean;
  readonly closesFds?: boolean;
  /** Whether it overwrites its environment, as programs do that change their title. */
  readonly retitles?: boolean;
  readonly ignoresTerm?: boolean;
  /** Whether it keeps stdout and stderr of the agent open. */
  readonly holdsOutput?: boolean;
  /** Whether it writes a line every 20 ms, for ever. */
  readonly chatty?: boolean;
  /** The milliseconds after which it ends by itself. */
  readonly lifeMs?: number;
  /** The text that it writes at its end. */
  readonly lastWords?: string;
  /** Whether the agent prints `{"fake":"forked","name":…,"pids":[…]}`. */
  readonly announce?: boolean;
  readonly name?: string;
}

export type FakeAgentStep =
  | LightFakeAgentStep
  | ({ readonly do: 'lines'; readonly count: number; readonly text?: string; readonly everyMs?: number } & To)
  | ({ readonly do: 'json'; readonly value: unknown } & To)
  /** Writes bytes that need not be text. */
  | ({ readonly do: 'bytes'; readonly base64: string } & To)
  /** Writes as much as the reader takes; without `bytes`, for ever. */
  | ({ readonly do: 'flood'; readonly bytes?: number; readonly line?: string } & To)
  /** Prints a line of JSON: `{"fake":"env","env":{…}}` of the names (null means not set), `{"fake":"args","args":[…]}`, … */
  | { readonly do: 'report'; readonly what: 'env' | 'args' | 'cwd' | 'pid'; readonly names?: readonly string[] }
  /** Writes a line again and again from now on, while the next steps run. @defaultValue text 'tick' */
  | { readonly do: 'tick'; readonly everyMs: number; readonly text?: string }
  /** Runs steps at a signal, beside the other steps. */
  | { readonly do: 'on'; readonly signal: NodeJS.Signals; readonly steps: readonly FakeAgentStep[] }
  /** Closes a stream and lives on. */
  | { readonly do: 'close'; readonly stream: 'stdin' | Stream }
  | ForkStep
  /** Starts a child with ended children for which it never waits. */
  | { readonly do: 'zombies'; readonly count: number }
  /** Starts `width` chains of `depth` processes each. */
  | { readonly do: 'tree'; readonly width: number; readonly depth: number }
  | { readonly do: 'repeat'; readonly times: number; readonly steps: readonly FakeAgentStep[] }
  /** Appends everything that comes on stdin from now on to a file, so that a test sees what was written; steps that read still get it. */
  | { readonly do: 'log-input'; readonly file: string }
  /** Appends to a file, for tests that need output when no pipe is left. */
  | { readonly do: 'append'; readonly file: string; readonly text: string };
