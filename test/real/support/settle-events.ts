/**
 * Makes two runs of one CLI comparable. Everything that differs between two good runs stands in a table here, each row
 * with its reason; whatever is not in a table is compared as it is, in its order.
 */
import type { NormalEvent } from '@agent-mux/core/cassette';

type Events = readonly NormalEvent[];

/** Text that Claude Code makes anew in each run. Each different one gets a number, by first appearance. */
const NEW_TEXTS: readonly (readonly [string, RegExp])[] = [
  // The temporary folder of the test.
  ['sandbox', /amux-sandbox-[A-Za-z0-9]{6}/],
  // Ids of background commands (b…) and of agents (a…), and the names of files that are kept for them.
  ['task', /\b(?:a[0-9a-f]{16}|b[a-z0-9]{8})\b(?=:|\.|\s|$)/],
  // Where a picture of an MCP tool is kept: time and chance.
  ['blob', /blob-\d{13}-[a-z0-9]+/],
];

/** Waits that the CLI lengthens by chance, so that many of it do not come back at once. */
const BY_CHANCE: ReadonlySet<string> = new Set(['delayMs', 'retryAfterMs']);

interface Race {
  /** Scenarios; absent = all. */
  readonly in?: readonly string[];
  readonly why: string;
  settle(events: Events): Events;
}

/** Orders and events that the CLI itself, or a signal, leaves to chance. */
const RACES: readonly Race[] = [
  {
    why: 'only root is told that permissions are not bypassed; the fixtures are those of root',
    settle: (events) => events.filter(({ message }) => !String(message).startsWith('approvalMode: as root')),
  },
  {
    why: 'Claude Code begins the tools of an answer, and asks about them, while the end of that answer is still on its way',
    settle: usageLast,
  },
  {
    in: ['agentdoc'],
    why: 'Claude Code may read the instructions at its start before it has taken our hooks (seen in half of the runs).',
    settle: (events) =>
      events.filter(({ type, message }) => type !== 'agentdoc_read' && !String(message).startsWith('Loaded during')),
  },
  {
    in: ['pause-resume'],
    why: 'a signal stops the CLI between any two of its deltas',
    settle: (events) => [
      ...events.filter(({ type }) => type !== 'paused' && type !== 'resumed'),
      ...events.filter(({ type }) => type === 'paused' || type === 'resumed'),
    ],
  },
  {
    in: ['abort-tool'],
    why: 'between SIGTERM and its end Claude Code may still tell that the command was killed, and begin a step',
    settle: (events) =>
      events
        .filter(({ type, stepIndex }) => !(isStep(type) && stepIndex === 1))
        .map((event) => (event['type'] === 'shell_exit' ? { ...event, exitCode: -1 } : event))
        .map((event) => (event['type'] === 'tool_error' ? { ...event, error: '(killed)' } : event)),
  },
];

/** The usage of a request to the end of its step. */
function usageLast(events: Events): Events {
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

function isStep(type: unknown): boolean {
  return type === 'step_start' || type === 'step_end';
}

/** The same for two runs that are the same but for the rows of the tables. */
export function settleEvents(events: Events, scenario: string): NormalEvent[] {
  const name = createNames();
  return RACES.filter((race) => race.in?.includes(scenario) ?? true)
    .reduce((settled, race) => race.settle(settled), events)
    .map((event, seq) => ({ ...event, seq }))
    .map((event) => settleValue(event, name))
    .filter(isEvent);
}

function isEvent(value: unknown): value is NormalEvent {
  return typeof value === 'object' && value !== null;
}

function settleValue(value: unknown, name: (text: string) => string): unknown {
  if (typeof value === 'string') return name(value);
  if (Array.isArray(value)) return value.map((item) => settleValue(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, BY_CHANCE.has(key) ? 0 : settleValue(item, name)]),
  );
}

function createNames(): (text: string) => string {
  const given = new Map<string, string>();
  const nameOf = (kind: string, match: string): string => {
    const known = given.get(match);
    if (known !== undefined) return known;
    const made = `<${kind}-${given.size + 1}>`;
    given.set(match, made);
    return made;
  };
  return (text) =>
    NEW_TEXTS.reduce(
      (settled, [kind, pattern]) => settled.replace(new RegExp(pattern.source, 'g'), (match) => nameOf(kind, match)),
      text,
    );
}
