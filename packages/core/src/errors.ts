/**
 * Errors that run() and the methods of a handle throw. What happens to a run is an event and a result, never one of
 * these.
 */
import type { ErrorCode } from '@agent-mux/events';

const MARKER = Symbol.for('agent-mux.error');

/** The base of all errors of agent-mux; `code` is from the closed list. */
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

/** The fault of one option. */
export interface ValidationFieldError {
  /** The path of the option, such as `mcpServers[0].command`. */
  readonly field: string;
  readonly message: string;
  /** The value. Where it may be a secret, and of an option that is none, it is its kind and its length in words. */
  readonly received: unknown;
  readonly expected: string;
}

/** The facts that an error about wrong options has besides the faults. */
export interface ValidationErrorDetails {
  /** A sentence about what did not change. */
  readonly stays?: string;
  /** The errors that would remain if the options were right. @defaultValue nothing */
  readonly others?: readonly AgentMuxError[];
}

/** One or more options are wrong; `fields` has all of them. */
export class ValidationError extends AgentMuxError {
  readonly fields: readonly ValidationFieldError[];
  /**
   * The errors that would refuse the call even if its options were right, as far as the right ones show that:
   * CAPABILITY_ERROR, AGENT_NOT_FOUND, AGENT_NOT_INSTALLED. The message has theirs behind those of the fields.
   */
  readonly others: readonly AgentMuxError[];

  constructor(
    fields: readonly ValidationFieldError[],
    subject = 'run()',
    { stays, others = [] }: ValidationErrorDetails = {},
  ) {
    const sentences = [...fields, ...others].map(({ message }) => message);
    super('VALIDATION_ERROR', `${subject}: ${[...sentences, ...(stays === undefined ? [] : [stays])].join(' ')}`);
    this.name = 'ValidationError';
    this.fields = fields;
    this.others = others;
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
