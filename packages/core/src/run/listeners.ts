/** Who listens to which type of event. A listener that fails is told of, once, and keeps nothing from the others. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { EventEmitter } from 'eventemitter3';
import { describeError } from '../describe-error.ts';

export type Listener<T extends AgentEvent['type']> = (event: EventOf<T>) => void;

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

  has(type: AgentEvent['type']): boolean {
    return this.#emitter.listenerCount(type) > 0;
  }

  add<T extends AgentEvent['type']>(type: T, listener: Listener<T>, once: boolean): void {
    this.areThere = true;
    const guarded = Object.assign((event: EventOf<T>) => this.#guard(type, listener, event), { listener });
    if (once) {
      this.#emitter.once(type, guarded);
    } else {
      this.#emitter.on(type, guarded);
    }
  }

  remove<T extends AgentEvent['type']>(type: T, listener: Listener<T>): void {
    for (const guarded of this.#emitter.listeners(type) as Guarded[]) {
      if (guarded.listener === listener) {
        this.#emitter.off(type, guarded);
      }
    }
  }

  /** Calls those that are attached now, in their order. */
  call(event: AgentEvent): void {
    this.#emitter.emit(event.type, event);
  }

  #guard<T extends AgentEvent['type']>(type: T, listener: Listener<T>, event: EventOf<T>): void {
    try {
      const returned: unknown = listener(event);
      if (returned instanceof Promise) {
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
