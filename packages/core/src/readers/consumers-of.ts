/** How a run is consumed, live or stored alike: iterated, listened to and awaited. */
import type { AgentEvent } from '@agent-mux/events';
import type { RunResult } from '../results/index.ts';
import type { ActivityListener, ActivityWatch } from './activity.ts';
import { demandEntriesOptions, demandListener } from './demand-reader.ts';
import type { Journal } from './journal.ts';
import type { EntriesOptions } from './journal-reader.ts';
import type { Listener, ListenerKind, ListenOptions } from './listeners.ts';
import type { RunHandle } from './run-handle.ts';
import type { TurnReaders } from './turn-readers.ts';

type Consumers<H extends RunHandle> = Pick<
  H,
  | typeof Symbol.asyncIterator
  | 'entries'
  | 'on'
  | 'once'
  | 'off'
  | 'idle'
  | 'turns'
  | 'result'
  | 'then'
  | 'catch'
  | 'finally'
>;

interface Sources<H extends RunHandle> {
  readonly ended: () => Promise<RunResult>;
  /** Returns the handle that `on` and its kin return, so that calls can be chained. */
  readonly handle: () => H;
  readonly activity: ActivityWatch;
  readonly turns: TurnReaders;
}

export function consumersOf<H extends RunHandle>(
  journal: Journal,
  { ended, handle, activity, turns }: Sources<H>,
): Consumers<H> {
  const result = (): Promise<RunResult> => {
    journal.await();
    return ended();
  };
  function listen<T extends AgentEvent['type']>(
    type: T | 'activity',
    listener: Listener<T> | ActivityListener,
    kind: ListenerKind,
  ): H {
    if (type === 'activity') {
      journal.await();
      activity.on(listener as ActivityListener, kind.once);
    } else {
      journal.on(type, listener as Listener<T>, kind);
    }
    return handle();
  }
  const consumers = {
    [Symbol.asyncIterator]: () => journal.iterate(),
    entries(options?: EntriesOptions) {
      demandEntriesOptions(options);
      return journal.entries(options);
    },
    on<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions) {
      demandListener('on()', type, listener, options);
      return listen(type, listener, { replay: options?.replay ?? false });
    },
    once<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions) {
      demandListener('once()', type, listener, options);
      return listen(type, listener, { once: true, replay: options?.replay ?? false });
    },
    off<T extends AgentEvent['type']>(type: T | 'activity', listener: Listener<T> | ActivityListener) {
      demandListener('off()', type, listener);
      if (type === 'activity') {
        activity.off(listener as ActivityListener);
      } else {
        journal.off(type, listener as Listener<T>);
      }
      return handle();
    },
    idle() {
      journal.await();
      return activity.rest();
    },
    turns: () => turns.iterate(),
    result,
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited as its result is.
    then: (...handlers: Parameters<RunHandle['then']>) => result().then(...handlers),
    catch: (...handlers: Parameters<RunHandle['catch']>) => result().catch(...handlers),
    finally: (onEnd: Parameters<RunHandle['finally']>[0]) => result().finally(onEnd),
  };
  // The returned object is the handle itself, of whichever kind it is.
  return consumers as unknown as Consumers<H>;
}
