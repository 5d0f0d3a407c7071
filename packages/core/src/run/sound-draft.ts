/** Makes a draft of what a dialect gave: an empty name, and a number that no event may have, count as none. What is no draft even so becomes an error. */
import type { EventDraft } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { isRecord } from '../field-rules.ts';
import { findDraftProblem } from './check-draft.ts';
import { withoutUnfitNumbers } from './fit-numbers.ts';
import { misfit } from './parse-message.ts';

/**
 * Returns the draft as it is where nothing is wrong with it, which costs no copy. An event may have no empty name or id, and a CLI that
 * sends one says no more than one that leaves it out.
 */
export function soundDraft(given: EventDraft): EventDraft {
  try {
    const problem = findDraftProblem(given);
    if (problem === undefined) {
      return given;
    }
    const mended = isRecord(given) ? withFitNumbers(withoutEmptyNames(given)) : given;
    return findDraftProblem(mended) === undefined
      ? (mended as EventDraft)
      : misfit(`The adapter gave a draft that is none: ${problem}`);
  } catch (error) {
    // A getter of a draft may throw.
    return misfit(`The adapter gave a draft that is none: ${describeError(error)}`);
  }
}

/** A count of -1, of a half, or beyond 2 ** 53, says no more than none. */
function withFitNumbers(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const inner = ['cost', 'outcome'].flatMap((name): [string, unknown][] => {
    const value = draft[name];
    return isRecord(value) ? [[name, withoutUnfitNumbers(value, name === 'cost')]] : [];
  });
  return { ...withoutUnfitNumbers(draft, false), ...Object.fromEntries(inner) };
}

/**
 * Leaves a list as long as it is: without one of its texts, it would claim to be all that there is. What is of a call stays so: without its
 * id, it would be taken for that of another call, or of none. A question may be about no call.
 */
function withoutEmptyNames(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => inner !== '' || !isDispensable(name, value['type']))
      .map(([name, inner]) => [name, HANDED_ON.has(name) ? inner : withoutEmptyWithin(inner)]),
  );
}

function withoutEmptyWithin(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutEmptyWithin);
  }
  return isRecord(value) ? withoutEmptyNames(value) : value;
}

const isDispensable = (name: string, type: unknown): boolean =>
  NAMES.has(name) || (name === 'toolCallId' && type === 'approval_request');

/** What an event may leave out and may not have empty. Another text that is empty says something: that a tool printed nothing. */
const NAMES: ReadonlySet<string> = new Set([
  'cwd',
  'forkedFrom',
  'lane',
  'model',
  'movedTo',
  'provider',
  'reason',
  'signal',
]);

/** What a tool was given and gave is passed on as it is. */
const HANDED_ON: ReadonlySet<string> = new Set(['input', 'output']);
