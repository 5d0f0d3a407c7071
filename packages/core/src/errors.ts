/** Errors that run() and the methods of a handle throw. What happens to a run is an event and a result, never one of these. */
import type { ErrorCode } from '@agent-mux/events';

const MARKER = Symbol.for('agent-mux.error');

/** Base of all errors of agent-mux; `code` is from the closed list. */
export class AgentMuxError extends Error {
  readonly code: ErrorCode;
  readonly recoverable: boolean;

  constructor(code: ErrorCode, message: string, options: { recoverable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AgentMuxError';
    this.code = code;
    this.recoverable = options.recoverable ?? false;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Unlike `instanceof`, this holds across two copies of the package. */
  static isInstance(value: unknown): value is AgentMuxError {
    return typeof value === 'object' && value !== null && MARKER in value;
  }
}

export interface ValidationFieldError {
  /** Path of the option, e.g. `mcpServers[0].command`. */
  readonly field: string;
  readonly message: string;
  readonly received: unknown;
  readonly expected: string;
}

/** One or more options are wrong; `fields` has all of them. */
export class ValidationError extends AgentMuxError {
  readonly fields: readonly ValidationFieldError[];

  /** `subject`: the call; `stays`: a sentence about what is as it was. */
  constructor(fields: readonly ValidationFieldError[], subject = 'run()', stays?: string) {
    const sentences = [...fields.map(({ message }) => message), ...(stays === undefined ? [] : [stays])];
    super('VALIDATION_ERROR', `${subject}: ${sentences.join(' ')}`);
    this.name = 'ValidationError';
    this.fields = fields;
  }
}

/** No mode of the agent can do what the options ask. */
export class CapabilityError extends AgentMuxError {
  readonly agent: string;
  readonly capability: string;

  constructor(agent: string, capability: string, message: string) {
    super('CAPABILITY_ERROR', message);
    this.name = 'CapabilityError';
    this.agent = agent;
    this.capability = capability;
  }
}
