/** A dialect whose faults end its run, and not its host: adapters come from outside too. */
import type { Dialect, Writes } from '../adapter/dialect.ts';

const NO_WRITES: Writes = Object.freeze({ write: Object.freeze([]) });

/** `onFault` is told what failed. `parseEvent` and `respond` are passed on as they are: who calls them knows what to do. */
export function guardDialect(dialect: Dialect, onFault: (message: string) => void): Dialect {
  function guard<T>(what: string, ask: () => T, otherwise: T): T {
    try {
      return ask();
    } catch (error) {
      onFault(describe(what, error));
      return otherwise;
    }
  }

  return {
    get state() {
      return dialect.state;
    },
    get streams() {
      return dialect.streams;
    },
    open: () => guard('open', () => dialect.open(), NO_WRITES),
    close: () => guard('close', () => dialect.close(), NO_WRITES),
    interrupt: () => guard('interrupt', () => dialect.interrupt(), NO_WRITES),
    prompt: (input) => guard('prompt', () => dialect.prompt(input), NO_WRITES),
    steer: (input) => guard('steer', () => dialect.steer(input), undefined),
    parseEvent: (line, context) => dialect.parseEvent(line, context),
    respond: (key, answer) => dialect.respond(key, answer),
    exit(info) {
      try {
        return dialect.exit(info);
      } catch (error) {
        // Nobody can say any more how it ended: that is not to count as a success.
        const outcome = { type: 'error', code: 'INTERNAL', message: describe('exit', error) } as const;
        return { drafts: [{ type: 'outcome', outcome }] };
      }
    },
  };
}

function describe(what: string, error: unknown): string {
  return `The adapter failed in ${what}(): ${error instanceof Error ? error.message : String(error)}`;
}
