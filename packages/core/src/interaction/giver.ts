/** Who answers or says something to the agent. */

/** A rule of the runtime, by name. */
export type PolicyRule = 'approval-mode' | 'timeout' | 'nobody-listens' | 'callback-failed' | 'stopping';

export type Giver =
  | { readonly kind: 'program' }
  /** A rule of the runtime, where nobody was asked or nobody has answered. */
  | { readonly kind: 'policy'; readonly rule: PolicyRule };
