/** Policies over approvals, for any place that runs JavaScript; on Node ./node.ts adds the disk. */
export type { Place, Resolve } from './paths/index.ts';
export { type PendingApproval, type Policy, type PolicyDecision, type PolicyOptions, policy } from './policy.ts';
export type { PolicyRule, PolicyRules } from './rules/index.ts';
export { PolicyError, type PolicyFieldError } from './rules/index.ts';
