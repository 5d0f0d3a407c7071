import type { EventOf } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { Listeners, replayEntries } from './listeners.ts';
import type { RetainedCursor } from './retained-entries.ts';

const FIELDS = { runId: 'R', agent: 'claude', timestamp: 1, turnIndex: 0 } as const;
const event = (seq: number): EventOf<'turn_start'> => ({ type: 'turn_start', ...FIELDS, seq });
const end = (seq: number): EventOf<'turn_end'> => ({ type: 'turn_end', ...FIELDS, seq }) as EventOf<'turn_end'>;

function open(): { readonly listeners: Listeners; readonly warnings: string[] } {
  const warnings: string[] = [];
  return { listeners: new Listeners((message) => warnings.push(message)), warnings };
}

describe('listeners', () => {
  it('hear the events of their type, in the order in which they came', () => {
    const { listeners } = open();
    const heard: string[] = [];
    expect([listeners.areThere, listeners.areAttached, listeners.has('turn_start')]).toEqual([false, false, false]);
    listeners.add('turn_start', ({ seq }) => heard.push(`a${seq}`), {});
    listeners.add('turn_start', ({ seq }) => heard.push(`b${seq}`), {});
    listeners.call(event(1));
    listeners.call(end(2));
    expect(heard).toEqual(['a1', 'b1']);
    expect([listeners.areThere, listeners.areAttached]).toEqual([true, true]);
    expect([listeners.has('turn_start'), listeners.has('turn_end')]).toEqual([true, false]);
  });

  it('hear one event alone where they are asked for that', () => {
    const { listeners } = open();
    const heard: number[] = [];
    listeners.add('turn_start', ({ seq }) => heard.push(seq ?? 0), { once: true });
    listeners.call(event(1));
    listeners.call(event(2));
    expect(heard).toEqual([1]);
    expect([listeners.areThere, listeners.areAttached]).toEqual([true, false]);
  });

  it('are taken away as often as they were added, and no other with them', () => {
    const { listeners } = open();
    const heard: string[] = [];
    const gone = (): number => heard.push('gone');
    listeners.add('turn_start', gone, {});
    listeners.add('turn_start', gone, { once: true });
    listeners.add('turn_start', () => heard.push('left'), {});
    listeners.remove('turn_start', gone);
    listeners.call(event(1));
    expect(heard).toEqual(['left']);
  });

  it('hear of the past first, and of nothing else until then', () => {
    const { listeners } = open();
    const heard: number[] = [];
    const replay = listeners.add('turn_start', ({ seq }) => heard.push(seq ?? 0), { replay: true });
    listeners.call(event(9));
    expect([replay(event(1)), replay(event(2))]).toEqual([true, true]);
    expect(heard).toEqual([1, 2]);
    expect(replay()).toBe(true);
    listeners.call(event(3));
    expect(heard).toEqual([1, 2, 3]);
  });

  it('hear no more of the past once they are taken away, or have heard the one event', () => {
    const { listeners } = open();
    const heard: number[] = [];
    const once = listeners.add('turn_start', ({ seq }) => heard.push(seq ?? 0), { replay: true, once: true });
    expect([once(event(1)), once(event(2)), once()]).toEqual([false, false, false]);
    const listener = ({ seq }: { seq?: number }): number => heard.push(seq ?? 0);
    const removed = listeners.add('turn_start', listener, { replay: true });
    listeners.remove('turn_start', listener);
    expect([removed(event(3)), removed()]).toEqual([false, false]);
    expect(heard).toEqual([1]);
  });

  it('that fail are reported once, stay, and keep no event from the others', async () => {
    const { listeners, warnings } = open();
    const heard: number[] = [];
    listeners.add(
      'turn_start',
      () => {
        throw new Error('boom');
      },
      {},
    );
    listeners.add('turn_start', (async () => Promise.reject(new Error('late'))) as () => void, {});
    listeners.add('turn_start', ({ seq }) => heard.push(seq ?? 0), {});
    listeners.call(event(1));
    listeners.call(event(2));
    await new Promise(setImmediate);
    const stays = 'It stays attached; further errors of it are not reported.';
    expect(warnings).toEqual([
      `A listener of turn_start failed: boom. ${stays}`,
      `A listener of turn_start failed: late. ${stays}`,
    ]);
    expect(heard).toEqual([1, 2]);
  });

  it('are there from the first one of a type on, until the last one of it is taken away', () => {
    const { listeners } = open();
    const [one, other] = [() => {}, () => {}];
    listeners.add('turn_start', one, {});
    expect([listeners.has('turn_start'), listeners.areAttached]).toEqual([true, true]);
    listeners.add('turn_start', other, {});
    listeners.remove('turn_start', one);
    expect([listeners.has('turn_start'), listeners.areAttached]).toEqual([true, true]);
    listeners.remove('turn_start', other);
    expect([listeners.has('turn_start'), listeners.areAttached, listeners.areThere]).toEqual([false, false, true]);
  });
});

describe('what is replayed', () => {
  const NOTE: JournalEntry = { entry: 'note', runId: 'R', timestamp: 1, kind: 'turn_start', data: 1 };
  // One of them cannot be had any more.
  const ENTRIES = [event(0), NOTE, end(2), undefined, event(4), event(5), event(6)];

  function replay(to: number, goesOn: (seq: number) => boolean = () => true): unknown[] {
    const heard: unknown[] = [];
    const cursor = { place: 0, next: () => ENTRIES[cursor.place++] };
    replayEntries(cursor as unknown as RetainedCursor, to, 'turn_start', (told) => {
      heard.push(told);
      return goesOn(told.seq);
    });
    return [heard, cursor.place];
  }

  it('is every event of the type up to the end, and nothing else', () => {
    expect(replay(6)).toEqual([[event(0), event(4), event(5)], 6]);
    expect(replay(0)).toEqual([[], 0]);
    expect(replay(4)).toEqual([[event(0)], 4]);
  });

  it('ends where the listener hears no more', () => {
    expect(replay(7, (seq) => seq < 4)).toEqual([[event(0), event(4)], 5]);
    expect(replay(7, () => false)).toEqual([[event(0)], 1]);
  });
});
