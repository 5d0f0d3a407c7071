/** A dialect whose faults end its run, and not its host, because adapters come from outside too. */
import type { Dialect, DialectState, SteerWrites, Writes } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';

const NO_WRITES: Writes = Object.freeze({ write: Object.freeze([]) });

const NO_PENDING: DialectState['pending'] = new Map();
const NO_STREAMS: Dialect['streams'] = Object.freeze({ text: true, thinking: true, toolInput: true });

/**
 * Guards a dialect, and reports to `onFault` what failed. `parseEvent` is passed on as it is, and `respond` throws,
 * because their callers know what to do.
 */
export function guardDialect(dialect: Dialect, onFault: (message: string) => void): Dialect {
  const guard = createGuard(onFault);

  function guardWrites(what: string, ask: () => Writes): Writes {
    return guard(what, () => demandWrites(ask()), NO_WRITES);
  }

  return {
    state: guardState(dialect, guard, onFault),
    get streams() {
      return guard('streams', () => dialect.streams ?? NO_STREAMS, NO_STREAMS);
    },
    open: () => guardWrites('open()', () => dialect.open()),
    close: () => guardWrites('close()', () => dialect.close()),
    interrupt: () => guardWrites('interrupt()', () => dialect.interrupt()),
    prompt: (input) => guardWrites('prompt()', () => dialect.prompt(input)),
    steer(input) {
      const ask = (): SteerWrites | undefined => {
        const writes = dialect.steer(input);
        if (writes?.key !== undefined && typeof writes.key !== 'string') {
          throw new TypeError('it gave a key that is no string');
        }
        return writes === undefined ? undefined : demandWrites(writes);
      };
      return guard('steer()', ask, undefined);
    },
    ...(dialect.probe === undefined
      ? {}
      : { probe: () => guardWrites('probe()', () => dialect.probe?.() ?? NO_WRITES) }),
    ...(dialect.settle === undefined
      ? {}
      : { settle: () => guard('settle()', () => demandDrafts(dialect.settle?.()), { drafts: [] }) }),
    ...(dialect.returnHostTool === undefined
      ? {}
      : {
          returnHostTool(key, outcome) {
            const ask = (): Writes | 'gone' => {
              const writes = dialect.returnHostTool?.(key, outcome) ?? 'gone';
              return writes === 'gone' ? writes : demandWrites(writes);
            };
            return guard('returnHostTool()', ask, 'gone');
          },
        }),
    parseEvent: (line, context) => dialect.parseEvent(line, context),
    respond: (key, answer) => demandResponse(() => dialect.respond(key, answer)),
    exit(info) {
      try {
        return demandDrafts(dialect.exit(info));
      } catch (error) {
        // Nobody can say any more how it ended, and that must not count as a success.
        const outcome = { type: 'error', code: 'INTERNAL', message: describe('exit()', error) } as const;
        return { drafts: [{ type: 'outcome', outcome }] };
      }
    },
  };
}

/** A function that returns what `ask` returns, or `otherwise` where that fails. */
type Guard = <T>(what: string, ask: () => T, otherwise: T) => T;

function createGuard(onFault: (message: string) => void): Guard {
  return (what, ask, otherwise) => {
    try {
      return ask();
    } catch (error) {
      onFault(describe(what, error));
      return otherwise;
    }
  };
}

function guardState(dialect: Dialect, guard: Guard, onFault: (message: string) => void): DialectState {
  let isWhole = false;

  // The whole of it is checked once, and from then on the two fields that are read after every message, each by itself.
  function whole(): DialectState {
    const { state } = dialect;
    if (!isWhole) {
      demandFlag(state?.busy);
      demandFlag(state.turn);
      demandPending(state.pending);
      isWhole = true;
    }
    return state;
  }

  function denied(error: unknown): false {
    onFault(describe('state', error));
    return false;
  }

  return {
    get sessionId() {
      return guard('state', () => whole().sessionId, null);
    },
    // It makes no function, which would be most of what the check costs.
    get busy() {
      try {
        return demandFlag(whole().busy);
      } catch (error) {
        return denied(error);
      }
    },
    get turn() {
      try {
        return demandFlag(whole().turn);
      } catch (error) {
        return denied(error);
      }
    },
    // A state that cannot be read is no success.
    get clean() {
      return guard('state', () => whole().clean, false);
    },
    get pending() {
      return guard('state', () => demandPending(whole().pending), NO_PENDING);
    },
    get hasGoneBack() {
      return guard('state', () => whole().hasGoneBack === true, false);
    },
    get holdsEnd() {
      return guard('state', () => whole().holdsEnd === true, false);
    },
  };
}

const NO_STATE = 'it must have sessionId, busy, turn, clean and a Map of pending questions';

function demandFlag(value: boolean | undefined): boolean {
  if (typeof value !== 'boolean') {
    throw new TypeError(NO_STATE);
  }
  return value;
}

function demandPending(pending: DialectState['pending'] | undefined): DialectState['pending'] {
  if (typeof pending?.size !== 'number') {
    throw new TypeError(NO_STATE);
  }
  return pending as DialectState['pending'];
}

function demandDrafts<E extends ReturnType<Dialect['exit']>>(end: E | undefined): E {
  if (!Array.isArray(end?.drafts)) {
    throw new TypeError('it gave no list of drafts');
  }
  return end as E;
}

function demandWrites<W extends Writes>(writes: W): W {
  if (!Array.isArray(writes?.write) || !writes.write.every((message) => typeof message === 'string')) {
    throw new TypeError('it gave no { write: string[] }');
  }
  if (writes.signal !== undefined && writes.signal !== 'SIGINT' && writes.signal !== 'SIGTERM') {
    throw new TypeError(`it gave the signal ${String(writes.signal)}, and only SIGINT and SIGTERM can be asked for`);
  }
  return writes;
}

function demandResponse(ask: () => ReturnType<Dialect['respond']>): ReturnType<Dialect['respond']> {
  try {
    const writes = ask();
    return writes === 'gone' || writes === 'unsupported' ? writes : demandWrites(writes);
  } catch (cause) {
    throw AgentMuxError.isInstance(cause)
      ? cause
      : new AgentMuxError('INTERNAL', describe('respond()', cause), { cause });
  }
}

function describe(what: string, error: unknown): string {
  return `The adapter failed in ${what}: ${describeError(error)}`;
}
