/**
 * Makes two runs of one CLI comparable. Everything that differs between two good runs stands in a table, here for all
 * agents or in the agent's stage, each row with its reason; whatever is not in a table is compared as it is, in its order.
 */
import type { NormalEvent } from '@agent-mux/testkit';

type Events = readonly NormalEvent[];

type NewTexts = readonly (readonly [kind: string, pattern: RegExp])[];

const NEW_TEXTS: NewTexts = [
  // The temporary folder of the test.
  ['sandbox', /amux-sandbox-[A-Za-z0-9]{6}/],
];

/** Waits that the CLI lengthens by chance, so that many of it do not come back at once. */
const BY_CHANCE: ReadonlySet<string> = new Set(['delayMs', 'retryAfterMs']);

export interface Race {
  /** Scenarios; absent = all. */
  readonly in?: readonly string[];
  readonly why: string;
  /** Types that are not in each run, though the fixture has them; only with `in`. */
  readonly rare?: readonly string[];
  settle(events: Events): Events;
}

/** Orders and events that a signal leaves to chance. */
const RACES: readonly Race[] = [
  {
    in: ['pause-resume'],
    why: 'a signal stops the CLI between any two of its deltas',
    settle: (events) => [
      ...events.filter(({ type }) => type !== 'paused' && type !== 'resumed'),
      ...events.filter(({ type }) => type === 'paused' || type === 'resumed'),
    ],
  },
];

/** The usage of a request to the end of its step, for CLIs that go on before an answer has ended. */
export function usageLast(events: Events): Events {
  const settled: NormalEvent[] = [];
  let usage: NormalEvent[] = [];
  for (const event of events) {
    if (event['type'] === 'token_usage') {
      usage.push(event);
      continue;
    }
    if (event['type'] === 'step_end' || event['type'] === 'turn_end') {
      settled.push(...usage);
      usage = [];
    }
    settled.push(event);
  }
  return [...settled, ...usage];
}

interface Chances {
  readonly races?: readonly Race[];
  readonly newTexts?: NewTexts;
}

/** The same for two runs that are the same but for the rows of the tables. */
export function settleEvents(
  events: Events,
  scenario: string,
  { races = [], newTexts = [] }: Chances = {},
): NormalEvent[] {
  const name = createNames([...NEW_TEXTS, ...newTexts]);
  return [...RACES, ...races]
    .filter((race) => race.in?.includes(scenario) ?? true)
    .reduce((settled, race) => race.settle(settled), events)
    .map((event, seq) => ({ ...event, seq }))
    .map((event) => settleValue(event, name))
    .filter(isEvent);
}

function isEvent(value: unknown): value is NormalEvent {
  return typeof value === 'object' && value !== null;
}

function settleValue(value: unknown, name: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return name(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => settleValue(item, name));
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, BY_CHANCE.has(key) ? 0 : settleValue(item, name)]),
  );
}

function createNames(texts: NewTexts): (text: string) => string {
  const given = new Map<string, string>();
  const nameOf = (kind: string, match: string): string => {
    const known = given.get(match);
    if (known !== undefined) {
      return known;
    }
    const made = `<${kind}-${given.size + 1}>`;
    given.set(match, made);
    return made;
  };
  return (text) =>
    texts.reduce(
      (settled, [kind, pattern]) => settled.replace(new RegExp(pattern.source, 'g'), (match) => nameOf(kind, match)),
      text,
    );
}
