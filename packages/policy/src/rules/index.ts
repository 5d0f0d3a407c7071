/** The rules of a policy: checked, compiled, and checked against a request. */
export { checkRules } from './check-rules.ts';
export { type CompiledRule, compileRules } from './compile-rules.ts';
export { findAllowed } from './find-allowed.ts';
export { isAbout } from './find-forbidden.ts';
export { PolicyError, type PolicyFieldError } from './policy-error.ts';
export { type Request, readRequest } from './request.ts';
export type { PolicyRule, PolicyRules } from './rules.ts';
