/** A dialect whose faults end its run, and not its host, because adapters come from outside too. */
import type {
  Dialect,
  DialectState,
  ExitInfo,
  InteractionResponse,
  LineContext,
  Parsed,
  PromptInput,
  SteerWrites,
  Writes,
} from '../adapter/index.ts';
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
  return new GuardedDialect(dialect, new Guard(onFault));
}

/** It is a class for the sake of V8: see "What is called with each entry" in docs/architecture.md. */
class GuardedDialect implements Dialect {
  readonly state: DialectState;
  // Declared alone: a field would be there, undefined, in every dialect.
  declare readonly probe?: NonNullable<Dialect['probe']>;
  declare readonly settle?: NonNullable<Dialect['settle']>;
  declare readonly returnHostTool?: NonNullable<Dialect['returnHostTool']>;
  readonly #dialect: Dialect;
  readonly #guard: Guard;

  constructor(dialect: Dialect, guard: Guard) {
    this.#dialect = dialect;
    this.#guard = guard;
    this.state = new GuardedState(dialect, guard);
    if (dialect.probe !== undefined) {
      this.probe = () => guard.writes('probe()', () => dialect.probe?.() ?? NO_WRITES);
    }
    if (dialect.settle !== undefined) {
      this.settle = () => guard.call('settle()', () => demandDrafts(dialect.settle?.()), { drafts: [] });
    }
    if (dialect.returnHostTool !== undefined) {
      this.returnHostTool = (key, outcome) => {
        const ask = (): Writes | 'gone' => {
          const writes = dialect.returnHostTool?.(key, outcome) ?? 'gone';
          return writes === 'gone' ? writes : demandWrites(writes);
        };
        return guard.call('returnHostTool()', ask, 'gone');
      };
    }
  }

  get streams(): Dialect['streams'] {
    return this.#guard.call('streams', () => this.#dialect.streams ?? NO_STREAMS, NO_STREAMS);
  }

  open(): Writes {
    return this.#guard.writes('open()', () => this.#dialect.open());
  }

  close(): Writes {
    return this.#guard.writes('close()', () => this.#dialect.close());
  }

  interrupt(): Writes {
    return this.#guard.writes('interrupt()', () => this.#dialect.interrupt());
  }

  prompt(input: PromptInput): Writes {
    return this.#guard.writes('prompt()', () => this.#dialect.prompt(input));
  }

  steer(input: PromptInput): SteerWrites | undefined {
    const ask = (): SteerWrites | undefined => {
      const writes = this.#dialect.steer(input);
      if (writes?.key !== undefined && typeof writes.key !== 'string') {
        throw new TypeError('it gave a key that is no string');
      }
      return writes === undefined ? undefined : demandWrites(writes);
    };
    return this.#guard.call('steer()', ask, undefined);
  }

  parseEvent(line: string, context: LineContext): Parsed {
    return this.#dialect.parseEvent(line, context);
  }

  respond(key: string, answer: InteractionResponse): ReturnType<Dialect['respond']> {
    return demandResponse(() => this.#dialect.respond(key, answer));
  }

  exit(info: ExitInfo): ReturnType<Dialect['exit']> {
    try {
      return demandDrafts(this.#dialect.exit(info));
    } catch (error) {
      // Nobody can say any more how it ended, and that must not count as a success.
      const outcome = { type: 'error', code: 'INTERNAL', message: describe('exit()', error) } as const;
      return { drafts: [{ type: 'outcome', outcome }] };
    }
  }
}

class Guard {
  readonly #onFault: (message: string) => void;

  constructor(onFault: (message: string) => void) {
    this.#onFault = onFault;
  }

  /** Returns what `ask` returns, or `otherwise` where that fails. */
  call<T>(what: string, ask: () => T, otherwise: T): T {
    try {
      return ask();
    } catch (error) {
      this.report(what, error);
      return otherwise;
    }
  }

  writes(what: string, ask: () => Writes): Writes {
    return this.call(what, () => demandWrites(ask()), NO_WRITES);
  }

  report(what: string, error: unknown): void {
    this.#onFault(describe(what, error));
  }
}

class GuardedState implements DialectState {
  readonly #dialect: Dialect;
  readonly #guard: Guard;
  #isWhole = false;

  constructor(dialect: Dialect, guard: Guard) {
    this.#dialect = dialect;
    this.#guard = guard;
  }

  get sessionId(): string | null {
    return this.#guard.call('state', () => this.#whole().sessionId, null);
  }

  // It makes no function, which would be most of what the check costs.
  get busy(): boolean {
    try {
      return demandFlag(this.#whole().busy);
    } catch (error) {
      return this.#denied(error);
    }
  }

  get turn(): boolean {
    try {
      return demandFlag(this.#whole().turn);
    } catch (error) {
      return this.#denied(error);
    }
  }

  // A state that cannot be read is no success.
  get clean(): boolean {
    return this.#guard.call('state', () => this.#whole().clean, false);
  }

  get pending(): DialectState['pending'] {
    return this.#guard.call('state', () => demandPending(this.#whole().pending), NO_PENDING);
  }

  get hasGoneBack(): boolean {
    return this.#guard.call('state', () => this.#whole().hasGoneBack === true, false);
  }

  get holdsEnd(): boolean {
    return this.#guard.call('state', () => this.#whole().holdsEnd === true, false);
  }

  // The whole of it is checked once, and from then on the two fields that are read after every message, each by itself.
  #whole(): DialectState {
    const { state } = this.#dialect;
    if (!this.#isWhole) {
      demandFlag(state?.busy);
      demandFlag(state.turn);
      demandPending(state.pending);
      this.#isWhole = true;
    }
    return state;
  }

  #denied(error: unknown): false {
    this.#guard.report('state', error);
    return false;
  }
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
