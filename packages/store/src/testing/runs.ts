/** The parts of runs for tests. */
import { type AgentEvent, createTextDelta } from '@agent-mux/events';
import type { CloseEntry, JournalEntry, OpenEntry, RunHeader } from '@agent-mux/events/journal';

export const START = 1_760_000_000_000;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID that says which run of a test it is. */
export function runIdOf(number: number): string {
  let id = '';
  for (let rest = number; id.length < 16; rest = Math.floor(rest / 32)) {
    id = `${ALPHABET[rest % 32]}${id}`;
  }
  return `01JZ8M3QK5${id}`;
}

export function headerOf(runId: string, more: Partial<RunHeader> = {}): RunHeader {
  const root = more.root ?? runId;
  return {
    format: 1,
    runId,
    name: 'main',
    agent: 'claude',
    mode: 'bidi',
    prompt: 'Do it.\nThen say so.',
    cwd: '/work/project',
    approvalMode: 'prompt',
    stream: 'auto',
    tags: ['test'],
    contextId: root,
    threadId: root,
    taskId: root,
    root,
    depth: 0,
    path: [...Array.from({ length: more.depth ?? 0 }, () => 'main'), more.name ?? 'main'],
    initiator: 'user',
    options: { maxTurns: 3 },
    ...more,
  };
}

export function openOf(header: RunHeader, timestamp: number = START): OpenEntry {
  return { entry: 'open', runId: header.runId, timestamp, header };
}

export function closeOf(runId: string, timestamp: number = START + 1_000): CloseEntry {
  return {
    entry: 'close',
    runId,
    timestamp,
    cause: 'completed',
    facts: {
      durationMs: 1_000,
      exitCode: 0,
      signal: null,
      attempts: 1,
      sessionId: 's1',
      stderr: '',
      diagnostics: { unknownNative: {}, repaired: 0 },
    },
  };
}

/** A piece of the run's text. */
export function deltaOf(runId: string, seq: number, delta: string): JournalEntry {
  return createTextDelta({ runId, agent: 'claude', timestamp: START + seq, seq }, delta, delta);
}

type Body = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Omit<E, 'runId' | 'agent' | 'timestamp' | 'seq'>
    : never
  : never;

function stamped(runId: string, from: number, bodies: readonly Body[]): JournalEntry[] {
  return bodies.map((body, index) => {
    const seq = from + index;
    return { ...body, runId, agent: 'claude', timestamp: START + seq, seq } as AgentEvent;
  });
}

/** The entries up to a message that goes on: its first delta has the `seq` 3. */
export function beginOf(header: RunHeader): JournalEntry[] {
  const { runId, prompt: text } = header;
  return [
    openOf(header),
    { entry: 'input', runId, timestamp: START, input: 'prompt', by: { kind: 'program' }, id: 'p1', text, as: 'first' },
    ...stamped(runId, 0, [
      { type: 'session_start', sessionId: 's1', resumed: false },
      { type: 'turn_start', turnIndex: 0 },
      { type: 'message_start' },
    ]),
  ];
}

/** Everything after the last delta of the message. `seq` is that of its first event. */
export function endOf(runId: string, seq: number, text: string): JournalEntry[] {
  const last: readonly Body[] = [
    { type: 'message_stop', text },
    { type: 'turn_end', turnIndex: 0 },
    { type: 'session_end', sessionId: 's1', turnCount: 1 },
  ];
  return [...stamped(runId, seq, last), closeOf(runId, START + seq + last.length)];
}

/** A run with one message in these pieces. */
export function speakingRun(header: RunHeader, deltas: readonly string[]): JournalEntry[] {
  const { runId } = header;
  return [
    ...beginOf(header),
    ...deltas.map((delta, index) => deltaOf(runId, 3 + index, delta)),
    ...endOf(runId, 3 + deltas.length, deltas.join('')),
  ];
}
