/** The open questions of a run, and who answers them. */
export * from './answer-policy.ts';
export * from './channel.ts';
export { PROGRAM, STOPPING } from './demand-giver.ts';
export { offerOf } from './describe-interaction.ts';
export type { GivenAnswer, ShownAnswer } from './given-answer.ts';
export type * from './interaction-channel.ts';
export * from './told-questions.ts';
