/** Takes out of events what differs from run to run, so that lists of them can be compared and kept. */
import type { AgentEvent } from '@agent-mux/events';
import type { Redactor } from './redact.ts';
import { createLineRedactor } from './redact-lines.ts';

/** An event as JSON, with stable ids and times. */
export type NormalEvent = Readonly<Record<string, unknown>>;

/** Text that differs from run to run. Each different match gets a number, by first appearance, unless `isOne`. */
export interface Unstable {
  readonly kind: string;
  readonly pattern: RegExp;
  readonly isOne?: boolean;
}

export interface NormalizeOptions {
  /** That of the recording: a live run's folders and ports become what they are in its cassette. */
  readonly redactor?: Redactor;
  /** In addition to UUIDs, ISO times and message and request ids. */
  readonly unstable?: readonly Unstable[];
  /** One delta for all that follow each other: who compares two runs of one CLI does not see how it cut its text. @defaultValue false */
  readonly joinDeltas?: boolean;
}

const UNSTABLE: readonly Unstable[] = [
  { kind: 'uuid', pattern: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i },
  { kind: 'time', pattern: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/, isOne: true },
  { kind: 'msg', pattern: /\bmsg_[A-Za-z0-9]+/ },
  { kind: 'req', pattern: /\breq_[A-Za-z0-9]+/ },
];

/** Fields that are measured. */
const MEASURED: ReadonlySet<string> = new Set(['timestamp', 'durationMs']);

/** The run id becomes `RUN`, times and durations 0, ids `<uuid-1>`. The same events always give the same result. */
export function normalizeEvents(events: Iterable<AgentEvent>, options: NormalizeOptions = {}): NormalEvent[] {
  const { redactor, unstable = [], joinDeltas = false } = options;
  const lines: string[] = [];
  let runId: string | undefined;
  const redact =
    redactor === undefined ? undefined : createLineRedactor<undefined>(redactor, (line) => lines.push(line));
  for (const event of events) {
    runId ??= event.runId;
    const { raw: _, ...rest } = event;
    const line = JSON.stringify(rest);
    if (redact === undefined) {
      lines.push(line);
    } else {
      // Deltas of one kind continue each other, in each lane.
      redact.push(line, `${event.type} ${event.lane ?? ''}`, undefined);
    }
  }
  redact?.flush();
  const name = createNames(runId, [...unstable, ...UNSTABLE]);
  const normal = lines.map((line) => normalize(JSON.parse(line), name));
  return joinDeltas ? join(normal) : normal;
}

function normalize(event: unknown, name: (text: string) => string): NormalEvent {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return name(value);
    }
    if (Array.isArray(value)) {
      return value.map(walk);
    }
    return typeof value === 'object' && value !== null ? walkObject(value) : value;
  };
  const walkObject = (value: object): NormalEvent =>
    Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        name(key),
        MEASURED.has(key) && typeof item === 'number' ? 0 : walk(item),
      ]),
    );
  return typeof event === 'object' && event !== null ? walkObject(event) : {};
}

function createNames(runId: string | undefined, unstable: readonly Unstable[]): (text: string) => string {
  const regex = new RegExp(
    unstable.map(({ pattern }) => `(${pattern.source.replace(/\((?!\?)/g, '(?:')})`).join('|'),
    'gi',
  );
  const known = new Map<string, string>();
  const counts = new Map<string, number>();

  function nameOf(match: string, groups: readonly unknown[]): string {
    const { kind, isOne = false } = unstable[groups.indexOf(match)] ?? { kind: 'id' };
    if (isOne) {
      return `<${kind}>`;
    }
    const key = `${kind} ${match}`;
    let given = known.get(key);
    if (given === undefined) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      given = `<${kind}-${count}>`;
      known.set(key, given);
    }
    return given;
  }

  return (text) => {
    const ours = runId === undefined ? text : text.replaceAll(runId, 'RUN');
    return ours.replace(regex, (match, ...groups) => nameOf(match, groups.slice(0, unstable.length)));
  };
}

const DELTAS: ReadonlySet<unknown> = new Set([
  'text_delta',
  'thinking_delta',
  'tool_input_delta',
  'shell_stdout_delta',
  'shell_stderr_delta',
]);

function join(events: readonly NormalEvent[]): NormalEvent[] {
  const joined: Record<string, unknown>[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last !== undefined && DELTAS.has(event['type']) && continues(last, event)) {
      last['delta'] = `${String(last['delta'])}${String(event['delta'])}`;
    } else {
      joined.push({ ...event, seq: joined.length });
    }
  }
  return joined;
}

function continues(last: NormalEvent, event: NormalEvent): boolean {
  return ['type', 'lane', 'toolCallId'].every((field) => last[field] === event[field]);
}
