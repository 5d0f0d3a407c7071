/** Policies over approvals, for any place that runs JavaScript; on Node ./node.ts adds the disk. */
export type { Place, Resolve } from './paths/places.ts';
export { type PendingApproval, type Policy, type PolicyDecision, type PolicyOptions, policy } from './policy.ts';
export { PolicyError, type PolicyFieldError } from './rules/policy-error.ts';
export type { PolicyRule, PolicyRules } from './rules/rules.ts';
