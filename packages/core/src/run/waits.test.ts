/** Waits for code that others wrote: how each is over, and that nothing of it stays. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { Waits } from './waits.ts';

const never = new Promise<never>(() => {});

describe('a wait until a run is stopped', () => {
  it('settles as the answer does', async () => {
    const waits = new Waits(createManualClock());
    expect(await waits.unlessStopped(Promise.resolve('so'))).toBe('so');
    await expect(waits.unlessStopped(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is over with the run, before and after', async () => {
    const waits = new Waits(createManualClock());
    const before = [waits.unlessStopped(never), waits.unlessStopped(never)];
    waits.stop();
    expect(await Promise.all([...before, waits.unlessStopped(never)])).toEqual([undefined, undefined, undefined]);
  });

  it('leaves nothing of its answer behind', async () => {
    const waits = new Waits(createManualClock());
    const answers: WeakRef<object>[] = [];
    for (let count = 0; count < 10; count++) {
      const answer = {};
      answers.push(new WeakRef(answer));
      await waits.unlessStopped(Promise.resolve(answer));
    }
    // A reference that was made in a job keeps its object until that job is over.
    await setImmediate();
    collectGarbage();
    expect(answers.slice(0, -1).filter((answer) => answer.deref() !== undefined)).toEqual([]);
    waits.stop();
  });
});

describe('a bounded wait', () => {
  it('settles as the answer does', async () => {
    const waits = new Waits(createManualClock());
    expect(await waits.bounded(Promise.resolve('so'))).toBe('so');
    await expect(waits.bounded(Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is over after 30 seconds', async () => {
    const clock = createManualClock();
    const wait = new Waits(clock).bounded(never);
    clock.pass(29_999);
    const isOpen = await Promise.race([wait.catch(() => false), Promise.resolve(true)]);
    clock.pass(1);
    await expect(wait).rejects.toThrow('there was no answer within 30 seconds');
    expect(isOpen).toBe(true);
  });
});
