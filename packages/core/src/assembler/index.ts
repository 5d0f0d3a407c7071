/** Brings everything that a dialect says into the one legal order, and stamps it. */
export { absolutePath, isAbsolutePath } from './absolute-path.ts';
export { approvalFacts } from './approval-facts.ts';
export { Assembler } from './assembler.ts';
export type { AssemblerOptions, DraftOf, EndCause, Respawn } from './contract.ts';
export { DEFAULT_MAX_TEXT_BYTES, GrowingText } from './growing-text.ts';
export type { OpenQuestions, ToldQuestion, UnsettledQuestion } from './question-register.ts';
