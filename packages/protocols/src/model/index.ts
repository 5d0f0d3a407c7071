/** What the entries of a run or tree mean, for every language. */
export { type Actor, actorId, modelOf, nameOf } from './actors.ts';
export { advance } from './advance.ts';
export type { Artifact } from './artifacts.ts';
export { argumentsOf, type Call, callKey, inputObject, toText } from './calls.ts';
export type { Cycle } from './cycle.ts';
export { isTreeEntry, type SourceEntry, toEntry } from './entries.ts';
export { causeOfEvent, describeEnd, type Failure, failureOfEnd, findFailure } from './failures.ts';
export { isEndTold } from './hear-turn.ts';
export { drop, find, inOrder, type Keyed, put } from './keyed.ts';
export {
  createModel,
  finalText,
  frontRun,
  isFront,
  type Model,
  totalCost,
  totalUsage,
  treeCause,
  untoldQuestions,
} from './model.ts';
export type { Moment } from './moment.ts';
export { changedInput, describeQuestion, isAsked, isRefusal, type Question, ruleOf, wordsOf } from './questions.ts';
export { READING_RULES } from './rules.ts';
export {
  keepsOpen,
  type Prompt,
  type Run,
  seenCause,
  sessionIdOf,
  textOf,
  type WaitingPrompt,
  whyAborted,
} from './runs.ts';
export type { Shell } from './shells.ts';
export { factsOfCall, factsOfQuestion, inSnakeCase, type SnakeToolFacts, type ToolFacts } from './tool-facts.ts';
export type { TurnEnd } from './turn-end.ts';
export type { Usage } from './usage.ts';
export { wordsOfUser } from './user-words.ts';
export { findWarning, type Warning } from './warnings.ts';
