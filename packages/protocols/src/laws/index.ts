/** The laws that every projection keeps, as functions. */
export { type Account, accountOf, findDisagreements, type QuestionAccount, type ToolAccount } from './account.ts';
export { isHeldBack, isIncremental } from './chunks.ts';
export { findBrokenLaws, type LawReport } from './laws.ts';
export { isBounded, isPlain } from './outputs.ts';
export { isDeterministic, isPure } from './pure.ts';
export { endsWell, isResumable, type Places } from './resumable.ts';
export { LAW_RULES } from './rules.ts';
export type { Broken, Subject } from './subject.ts';
export { isTotal } from './total.ts';
