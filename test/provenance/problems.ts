/** Looks at each string and each number of an event: which one does no message say that the event belongs to? */
import { COMPUTED } from './computed-fields.ts';
import { type Fields, History } from './history.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { saidIn, WHOLE } from './said-in.ts';
import type { Placed, Recording } from './scope.ts';

/** Stamped by the runtime: which run, whose, when, and in which order. The stream checker holds them. */
const STAMPED: ReadonlySet<string> = new Set(['type', 'runId', 'agent', 'timestamp', 'seq']);
/** What a tool is given and gives back has fields of its own. */
const OPEN_FIELDS = /^(tool_call_ready\.input|tool_result\.output)\b.*/;

const COUNTERS = /^(token_usage\.(?=\w+Tokens$)|\w+\.cost\.).*/;

export interface Place {
  readonly placed: Placed;
  readonly history: History;
}

/** The strings and numbers that have to come from somewhere. */
export function claimsOf(event: object): readonly Leaf[] {
  return leavesOf(Object.fromEntries(Object.entries(event).filter(([name]) => !STAMPED.has(name))));
}

export function fieldOf(type: string, { path }: Leaf): string {
  return `${type}.${path}`.replace(OPEN_FIELDS, '$1').replace(COUNTERS, '$1*');
}

/** Whether the value is said, or follows from what is said. */
export function isFounded(recording: Recording, { placed, history }: Place, leaf: Leaf): boolean {
  const event: Fields = { ...placed.event };
  const scope = recording.scopeOf(placed);
  const { value, path } = leaf;
  const field = fieldOf(placed.event.type, leaf);
  const rule = COMPUTED[field];
  const names = saidIn(field);
  const isSaid = scope.some((words) => {
    if (typeof value === 'number') {
      return words.counts(value, names);
    }
    return WHOLE.has(field)
      ? words.strings.some((text) => text === value || text.endsWith(`:${value}`))
      : words.says(value, names);
  });
  if (event[`${path}Known`] === false && (value === '' || value === 0 || value === -1)) {
    return true;
  }
  if (rule === undefined || (rule.isOnly !== true && isSaid)) {
    return isSaid;
  }
  return rule.holds({ value, path, saidIn: names, event, placed, recording, history, scope });
}

/** Each event in order, with what was told before it. */
export function* placesOf(recording: Recording): Generator<Place> {
  const history = new History();
  for (const placed of recording.placed) {
    yield { placed, history };
    history.add(placed.event);
  }
}
