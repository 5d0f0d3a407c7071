import type { EventOf } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { Listeners } from './listeners.ts';

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
});
