import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';
import { Hold, whileHeld } from './while-held.ts';

function listenTo() {
  const journal = new Journal({ highWaterMark: 10, collect: false, onPressure: () => {}, onWarning: () => {} });
  const heard: number[] = [];
  journal.on('paused', ({ seq }) => void heard.push(seq));
  let seq = 0;
  const append = (): void =>
    journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ } satisfies AgentEvent);
  return { journal, heard, append };
}

describe('listeners', () => {
  it('wait while something is done, and hear of it right after', () => {
    const { journal, heard, append } = listenTo();
    whileHeld(journal, () => {
      append();
      append();
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual([0, 1]);
    append();
    expect(heard).toEqual([0, 1, 2]);
  });

  it('wait no longer where that throws', () => {
    const { journal, heard, append } = listenTo();
    expect(() =>
      whileHeld(journal, () => {
        append();
        throw new Error('it fails');
      }),
    ).toThrow('it fails');
    expect(heard).toEqual([0]);
  });

  it('are held once, however often, until the first release, and may be held again', () => {
    const { journal, heard, append } = listenTo();
    const hold = new Hold(journal);
    hold.release();
    hold.hold();
    hold.hold();
    append();
    expect(heard).toEqual([]);
    hold.release();
    expect(heard).toEqual([0]);
    hold.release();
    append();
    expect(heard).toEqual([0, 1]);
    hold.hold();
    append();
    expect(heard).toEqual([0, 1]);
    hold.release();
    expect(heard).toEqual([0, 1, 2]);
  });

  it('are held by each by itself', () => {
    const { journal, heard, append } = listenTo();
    const [one, other] = [new Hold(journal), new Hold(journal)];
    one.hold();
    other.hold();
    append();
    one.release();
    one.release();
    expect(heard).toEqual([]);
    other.release();
    expect(heard).toEqual([0]);
  });
});
