/** Looks at each string and each number of an event: which one does no message say that the event belongs to? */
import { COMPUTED } from './computed-fields.ts';
import { type Fields, History } from './history.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { Placed, Recording } from './scope.ts';

/** Stamped by the runtime: which run, whose, when, and in which order. The stream checker holds them. */
const STAMPED: ReadonlySet<string> = new Set(['type', 'runId', 'agent', 'timestamp', 'seq']);
/** What a tool is given and gives back has fields of its own. */
const OPEN_FIELDS = /^(tool_call_ready\.input|tool_result\.output)\b.*/;

export interface Place {
  readonly placed: Placed;
  readonly history: History;
}

/** The strings and numbers that have to come from somewhere. */
export function claimsOf(event: object): readonly Leaf[] {
  return leavesOf(Object.fromEntries(Object.entries(event).filter(([name]) => !STAMPED.has(name))));
}

export function fieldOf(type: string, { path }: Leaf): string {
  return `${type}.${path}`.replace(OPEN_FIELDS, '$1');
}

/** Whether the value is said, or follows from what is said. */
export function isFounded(recording: Recording, { placed, history }: Place, leaf: Leaf): boolean {
  const event: Fields = { ...placed.event };
  const scope = recording.scopeOf(placed);
  const { value } = leaf;
  const rule = COMPUTED[fieldOf(placed.event.type, leaf)];
  if (rule !== undefined && rule.isOnly !== true && isSaidIn(scope, value)) {
    return true;
  }
  return rule === undefined ? isSaidIn(scope, value) : rule.holds({ value, event, placed, recording, history, scope });
}

/** Each event in order, with what was told before it. */
export function* placesOf(recording: Recording): Generator<Place> {
  const history = new History();
  for (const placed of recording.placed) {
    yield { placed, history };
    history.add(placed.event);
  }
}

function isSaidIn(scope: ReturnType<Recording['scopeOf']>, value: string | number): boolean {
  return scope.some((words) => (typeof value === 'number' ? words.counts(value) : words.says(value)));
}
