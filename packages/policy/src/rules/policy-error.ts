/** What is wrong with the rules of a policy: all of it at once. */

export interface PolicyFieldError {
  /** The path of the field, e.g. `allow[0].command`. */
  readonly field: string;
  readonly message: string;
  readonly received: unknown;
  readonly expected: string;
}

/** An error like the ValidationError of agent-mux, which recognises it as one of its own: `AgentMuxError.isInstance(error)`. */
export class PolicyError extends Error {
  readonly code = 'VALIDATION_ERROR';
  readonly recoverable = false;
  readonly fields: readonly PolicyFieldError[];

  constructor(fields: readonly PolicyFieldError[], subject = 'policy()') {
    super(`${subject}: ${fields.map(({ message }) => message).join(' ')}`);
    this.name = 'ValidationError';
    this.fields = fields;
    Object.defineProperty(this, Symbol.for('agent-mux.error'), { value: true });
  }
}
