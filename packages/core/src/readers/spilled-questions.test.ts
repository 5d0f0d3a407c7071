import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

const MANY = 30_000;

let seq = 0;

function createJournal(collect = false): Journal {
  seq = 0;
  return new Journal({ highWaterMark: 100, collect, onPressure: () => {}, onWarning: () => {} });
}

const stamp = () => ({ runId: 'r', agent: 'a', timestamp: 0, seq: seq++ });

function asks(type: 'approval_request' | 'input_required', interactionId: string): AgentEvent {
  return type === 'approval_request'
    ? { type, interactionId, action: 'Run', detail: 'rm', toolName: 'Bash', riskLevel: 'high', ...stamp() }
    : { type, interactionId, question: 'Which?', source: 'agent', ...stamp() };
}

function append(journal: Journal, ...events: readonly AgentEvent[]): void {
  for (const event of events) {
    journal.append(event);
  }
}

const noise = (count: number): AgentEvent[] =>
  Array.from({ length: count }, () => ({ type: 'log', source: 'stdout', line: 'x'.repeat(20), ...stamp() }));

describe.each(['approval_request', 'input_required'] as const)('an open %s', (type) => {
  it.each([0, 10, MANY])('is found with %i events behind it', (count) => {
    const journal = createJournal();
    append(journal, ...noise(10), asks(type, 'i1'), asks(type, 'i2'), ...noise(count));
    expect(journal.findInteraction('i1')?.interactionId).toBe('i1');
    expect(journal.findInteraction('i2')?.interactionId).toBe('i2');
    expect(journal.findInteraction('i3')).toBeUndefined();
    if (count === MANY) {
      expect(journal.retained.length).toBeLessThan(MANY / 2);
    }
  });

  it('is found while a reader is far behind it, and while everything is kept', async () => {
    const journal = createJournal();
    const iterator = journal.iterate();
    journal.on('paused', () => {});
    append(journal, asks(type, 'i1'), ...noise(MANY));
    await iterator.next();
    expect(journal.findInteraction('i1')?.type).toBe(type);
    const all = createJournal(true);
    append(all, asks(type, 'i1'), ...noise(MANY));
    expect(all.findInteraction('i1')?.type).toBe(type);
  });
});

it('costs no memory once it was answered', () => {
  const journal = createJournal();
  for (let n = 0; n < 1_000; n++) {
    const interactionId = `i${n}`;
    append(journal, asks('approval_request', interactionId), {
      type: n % 2 === 0 ? 'approval_granted' : 'approval_denied',
      interactionId,
      ...(n % 2 === 0 ? {} : { reason: 'no' }),
      ...stamp(),
    } as AgentEvent);
  }
  append(journal, ...noise(MANY));
  expect(journal.findInteraction('i0')).toBeUndefined();
  expect(journal.findInteraction('i999')).toBeUndefined();
});
