/**
 * The listeners by type of event. A listener that fails is reported once, and does not keep the event from the others.
 */
import { types } from 'node:util';
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { EventEmitter } from 'eventemitter3';
import { describeError } from '../describe-error.ts';
import type { RetainedCursor } from './retained-entries.ts';

export type Listener<T extends AgentEvent['type']> = (event: EventOf<T>) => void;

/** The options of `on()` and `once()` of a handle. */
export interface ListenOptions {
  /**
   * Whether to call the listener first with every retained event of its type, from the oldest on, and then with those
   * that come. @defaultValue false
   */
  readonly replay?: boolean;
}

export interface ListenerKind extends ListenOptions {
  readonly once?: boolean;
}

type Guarded = ((event: AgentEvent) => void) & { readonly listener?: object };

export class Listeners {
  /** Whether there was ever one. */
  areThere = false;
  readonly #emitter = new EventEmitter();
  readonly #onWarning: (message: string) => void;
  readonly #reported = new WeakSet<object>();

  constructor(onWarning: (message: string) => void) {
    this.#onWarning = onWarning;
  }

  /** Whether there is one now. */
  get areAttached(): boolean {
    return this.areThere && this.#emitter.eventNames().length > 0;
  }

  has(type: AgentEvent['type']): boolean {
    return this.#emitter.listenerCount(type) > 0;
  }

  /**
   * Adds a listener. With `replay` it hears nothing until the returned function was called with each event of the past,
   * and then with none. That function says whether it still listens.
   */
  add<T extends AgentEvent['type']>(
    type: T,
    listener: Listener<T>,
    { once = false, replay = false }: ListenerKind,
  ): (event?: EventOf<T>) => boolean {
    this.areThere = true;
    let isWaiting = replay;
    const isAttached = (): boolean => this.#emitter.listeners(type).includes(guarded);
    const call = (event: EventOf<T>): void => {
      if (once) {
        this.#emitter.off(type, guarded);
      }
      this.#guard(type, listener, event);
    };
    const guarded = Object.assign((event: EventOf<T>) => (isWaiting ? undefined : call(event)), { listener });
    this.#emitter.on(type, guarded);
    return (event) => {
      if (event === undefined) {
        isWaiting = false;
      } else if (isAttached()) {
        call(event);
      }
      return isAttached();
    };
  }

  remove<T extends AgentEvent['type']>(type: T, listener: Listener<T>): void {
    for (const guarded of this.#emitter.listeners(type) as Guarded[]) {
      if (guarded.listener === listener) {
        this.#emitter.off(type, guarded);
      }
    }
  }

  /** Calls the listeners that are attached now, in order. */
  call(event: AgentEvent): void {
    this.#emitter.emit(event.type, event);
  }

  #guard<T extends AgentEvent['type']>(type: T, listener: Listener<T>, event: EventOf<T>): void {
    try {
      const returned: unknown = listener(event);
      if (types.isPromise(returned)) {
        returned.catch((error: unknown) => this.#report(type, listener, error));
      }
    } catch (error) {
      this.#report(type, listener, error);
    }
  }

  #report(type: string, listener: object, error: unknown): void {
    if (this.#reported.has(listener)) {
      return;
    }
    this.#reported.add(listener);
    const reason = describeError(error);
    this.#onWarning(
      `A listener of ${type} failed: ${reason}. It stays attached; further errors of it are not reported.`,
    );
  }
}

/** Gives a listener the events of its type up to `end`, as long as it listens. Throws where they cannot be read. */
export function replayEntries<T extends AgentEvent['type']>(
  cursor: RetainedCursor,
  end: number,
  type: T,
  hear: (event: EventOf<T>) => boolean,
): void {
  for (let goesOn = true; goesOn && cursor.place < end; ) {
    const entry = cursor.next();
    goesOn = entry === undefined || !isOfType(entry, type) || hear(entry);
  }
}

function isOfType<T extends AgentEvent['type']>(entry: JournalEntry, type: T): entry is EventOf<T> {
  return isEventEntry(entry) && entry.type === type;
}
