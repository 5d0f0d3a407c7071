/** Policies over approvals on Node: links are followed on the disk. */
import { homedir } from 'node:os';
import { type Policy, type PolicyOptions, policy as policyOf } from './policy.ts';
import { resolveOnDisk } from './resolve-on-disk.ts';
import type { PolicyRules } from './rules/index.ts';

export type { Place, Resolve } from './paths/index.ts';
export type { PendingApproval, Policy, PolicyDecision, PolicyOptions } from './policy.ts';
export type { PolicyRule, PolicyRules } from './rules/index.ts';
export { PolicyError, type PolicyFieldError } from './rules/index.ts';

/** Creates a policy. Throws PolicyError with everything that is wrong with the rules and options. */
export function policy(rules: PolicyRules, options: PolicyOptions = {}): Policy {
  const isObject = typeof options === 'object' && options !== null;
  const decide = policyOf(rules, isObject ? { home: homedir(), resolve: resolveOnDisk, ...options } : options);
  return (asked, { cwd = process.cwd() } = {}) => decide(asked, { cwd });
}
