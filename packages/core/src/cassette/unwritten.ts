/** Holds what a dialect wanted written against what was: the difference is a report, never a fault. */
import type { Dialect } from '../adapter/dialect.ts';

export interface Unwritten {
  /** The same dialect, overheard. */
  overhear(dialect: Dialect): Dialect;
  /** A message that was written. */
  see(message: string): void;
  /** What the dialect wanted written, and the recording does not have. */
  readonly lines: readonly string[];
}

const MAX_LINES = 1_000;
/** Ids of requests: another client has others. And options that a recording leaves out of its header: they may hold secrets, or functions. */
const IDS: ReadonlySet<string> = new Set([
  'id',
  'request_id',
  'requestId',
  'uuid',
  'mcpServers',
  'tools',
  'dynamicTools',
]);

export function createUnwritten(): Unwritten {
  const wanted: { readonly line: string; readonly meaning: string }[] = [];
  return {
    overhear: (dialect) => ({
      get state() {
        return dialect.state;
      },
      get streams() {
        return dialect.streams;
      },
      open: () => dialect.open(),
      close: () => dialect.close(),
      interrupt: () => dialect.interrupt(),
      parseEvent(line, context) {
        const parsed = dialect.parseEvent(line, context);
        for (const answer of parsed.write) {
          if (wanted.length < MAX_LINES) {
            wanted.push({ line: answer, meaning: withoutIds(answer) });
          }
        }
        return parsed;
      },
      prompt: (input) => dialect.prompt(input),
      steer: (input) => dialect.steer(input),
      respond: (key, answer) => dialect.respond(key, answer),
      exit: (info) => dialect.exit(info),
    }),
    see(message) {
      if (wanted.length > 0) {
        const meaning = withoutIds(message);
        const index = wanted.findIndex((known) => known.meaning === meaning);
        if (index >= 0) {
          wanted.splice(index, 1);
        }
      }
    },
    get lines() {
      return wanted.map(({ line }) => line);
    },
  };
}

function withoutIds(message: string): string {
  try {
    return JSON.stringify(sortWithoutIds(JSON.parse(message)));
  } catch {
    // Why nothing is done: what is not JSON is compared as it is.
    return message;
  }
}

function sortWithoutIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortWithoutIds);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !IDS.has(key) && !key.startsWith('mcp_'))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, sortWithoutIds(item)]),
    );
  }
  return value;
}
