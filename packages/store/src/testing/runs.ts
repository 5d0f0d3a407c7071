/** Runs for tests: entries as a run would append them, from seeded chance. */
import { createTextDelta } from '@agent-mux/events';
import type { CloseEntry, JournalEntry, OpenEntry, RunHeader } from '@agent-mux/events/journal';
import { SAMPLE_ENTRIES } from '../../../events/src/testing/sample-entries.ts';
import { SAMPLE_EVENTS } from '../../../events/src/testing/sample-events.ts';

export const START = 1_760_000_000_000;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID that says which run of a test it is. */
export function runIdOf(number: number): string {
  let id = '';
  for (let rest = number; id.length < 16; rest = Math.floor(rest / 32)) id = `${ALPHABET[rest % 32]}${id}`;
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
    path: ['main'],
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

/** A piece of text of the run's. */
export function deltaOf(runId: string, seq: number, delta: string): JournalEntry {
  return createTextDelta({ runId, agent: 'claude', timestamp: START + seq, seq }, delta, delta);
}

const BODIES: readonly JournalEntry[] = [
  ...SAMPLE_EVENTS,
  ...SAMPLE_ENTRIES.filter(({ entry }) => entry !== 'open' && entry !== 'close'),
];

/** What happens in a run between its first entry and its last, in no sensible order. */
export function someEntries(runId: string, count: number, random: () => number): JournalEntry[] {
  let seq = 0;
  return Array.from({ length: count }, () => {
    if (random() < 0.5) return deltaOf(runId, seq++, `${'word '.repeat(Math.floor(random() * 12))}€\u2028"\\\n`);
    const body = BODIES[Math.floor(random() * BODIES.length)] ?? openOf(headerOf(runId));
    return 'type' in body ? { ...body, runId, seq: seq++ } : { ...body, runId };
  });
}

export function wholeRun(header: RunHeader, count: number, random: () => number): JournalEntry[] {
  return [openOf(header), ...someEntries(header.runId, count, random), closeOf(header.runId)];
}
