/** Policies over approvals on Node: links are followed on the disk. */
import { homedir } from 'node:os';
import { resolveOnDisk } from './paths/resolve-on-disk.ts';
import { type Policy, type PolicyOptions, policy as policyOf } from './policy.ts';
import type { PolicyRules } from './rules/rules.ts';

export type { Place, Resolve } from './paths/places.ts';
export type { PendingApproval, Policy, PolicyDecision, PolicyOptions } from './policy.ts';
export { PolicyError, type PolicyFieldError } from './rules/policy-error.ts';
export type { PolicyRule, PolicyRules } from './rules/rules.ts';

/** Throws PolicyError with all that is wrong with the rules and options. */
export function policy(rules: PolicyRules, options: PolicyOptions = {}): Policy {
  const decide = policyOf(rules, { home: homedir(), resolve: resolveOnDisk, ...options });
  return (asked, { cwd = process.cwd() } = {}) => decide(asked, { cwd });
}
