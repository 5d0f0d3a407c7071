/** What can go wrong with an answer, said without any wire format. */

/** The failures of a model service that agents know apart. */
export type ModelError =
  | 'auth'
  | 'forbidden'
  | 'model-not-found'
  | 'rate-limit'
  | 'quota'
  | 'billing'
  | 'overloaded'
  | 'unavailable'
  | 'server-error'
  | 'context-length'
  | 'bad-request';

interface Once {
  /** How many requests for the step meet this fault before the next one, or the answer, is given. @defaultValue all */
  readonly times?: number;
}

/** Refused before the answer begins. Status, headers and body are the dialect's. */
export interface ErrorFault extends Once {
  readonly kind: 'error';
  readonly error: ModelError;
  readonly message?: string;
  readonly retryAfterS?: number;
  /** What the service says about trying again. @defaultValue nothing */
  readonly shouldRetry?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refused in the very words given. */
export interface HttpFault extends Once {
  readonly kind: 'http';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The stream ends in the middle. Faults of a stream answer a request that asked for none with a server error. */
export interface StreamFault extends Once {
  /**
   * `cut`: the connection breaks. `hang`: it stays open and silent. `error`: the service reports one.
   * `unfinished`: it is closed in good order, without the end of the answer.
   */
  readonly kind: 'cut' | 'hang' | 'stream-error' | 'unfinished';
  /** Deltas of text, thinking or tool input that are sent before it; 0 = not a single frame. @defaultValue all */
  readonly afterDeltas?: number;
  /** Of `stream-error`. @defaultValue 'overloaded' */
  readonly error?: ModelError;
}

/** Not even a status line. */
export interface SilenceFault extends Once {
  readonly kind: 'silence';
}

/** Bytes of a stream that no dialect would write. */
export interface RawFault extends Once {
  readonly kind: 'raw';
  readonly frames: readonly string[];
}

export type Fault = ErrorFault | HttpFault | StreamFault | SilenceFault | RawFault;
