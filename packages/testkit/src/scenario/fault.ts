/** The faults that an answer can have, independent of any wire format. */

/** The failures of a model service that agents distinguish. */
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

/** A refusal before the answer begins. Status, headers and body are those of the wire format. */
export interface ErrorFault extends Once {
  readonly kind: 'error';
  readonly error: ModelError;
  readonly message?: string;
  readonly retryAfterS?: number;
  /** What the service says about trying again. @defaultValue nothing */
  readonly shouldRetry?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal with the given text. */
export interface HttpFault extends Once {
  readonly kind: 'http';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The stream ends in the middle. A request that asked for no stream gets a server error instead. */
export interface StreamFault extends Once {
  /**
   * How it ends: `cut` breaks the connection, `hang` leaves it open and silent, `stream-error` reports an error, `unfinished` closes it in
   * good order, without the end of the answer.
   */
  readonly kind: 'cut' | 'hang' | 'stream-error' | 'unfinished';
  /** How many deltas of text, thinking or tool input are sent before it; 0 means not a single frame. @defaultValue all */
  readonly afterDeltas?: number;
  /** The error of a `stream-error`. @defaultValue 'overloaded' */
  readonly error?: ModelError;
}

/** The service sends not even a status line. */
export interface SilenceFault extends Once {
  readonly kind: 'silence';
}

/** Bytes of a stream that no wire format would produce. */
export interface RawFault extends Once {
  readonly kind: 'raw';
  readonly frames: readonly string[];
}

export type Fault = ErrorFault | HttpFault | StreamFault | SilenceFault | RawFault;
