/** What pi and omp have in common: one dialect with its differences, the command line, the sessions. */
export { factsOf } from './approval-facts.ts';
export { FAMILY_CAPABILITIES } from './capabilities.ts';
export { commonNotes, commonWords, promptFiles } from './command-words.ts';
export { createFamilyDialect } from './dialect.ts';
export type { Family, FamilyMode, FamilyParts, OwnPart, Unwrapped } from './family.ts';
export { FAMILY_FIELDS } from './known.ts';
export { Lane } from './lane.ts';
export type { NativeLine } from './native.ts';
export { bareWords, saidIn } from './native-failure.ts';
export { type Asked, answerLine, approval, fieldsOf } from './questions.ts';
export { recognizeWords } from './recognize.ts';
export { FAMILY_RESERVED, OMP_RESERVED } from './reserved.ts';
export { piFamilySessions } from './session.ts';
export type { HiddenCall, RefusedCall } from './told-calls.ts';
