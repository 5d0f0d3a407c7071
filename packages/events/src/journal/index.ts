/** The journal: the entries that stand among the events of a run, and the checkers of its order. */
export { CAUSES, type Cause, type SeenCause } from './causes.ts';
export {
  checkEntries,
  createEntryChecker,
  type EntryChecker,
  type EntryCheckOptions,
  type EntryViolation,
  JOURNAL_RULES,
  type JournalRule,
} from './check.ts';
export {
  checkTree,
  createTreeChecker,
  TREE_RULES,
  type TreeChecker,
  type TreeCheckOptions,
  type TreeRule,
  type TreeViolation,
} from './check-tree.ts';
export { createEntryDecoder, type EntryDecoder, encodeEntry } from './codec.ts';
export {
  type AskedEntry,
  type CloseEntry,
  type CloseFacts,
  type DeliveredEntry,
  type Giver,
  type InputEntry,
  type InteractionResponse,
  isEventEntry,
  type JournalEntry,
  type NoteEntry,
  type OpenEntry,
  POLICY_RULES,
  type PolicyRule,
  type Question,
  type TreeEntry,
  TURN_OUTCOMES,
  type TurnEntry,
  type TurnError,
  type TurnOutcome,
} from './entries.ts';
export { isGiver } from './entry-fields.ts';
export { JOURNAL_FORMAT, type JsonValue, type RunHeader } from './header.ts';
