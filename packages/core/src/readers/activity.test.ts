import { describe, expect, it } from 'vitest';
import { type Activity, ActivityWatch } from './activity.ts';

const TOLD = 'A listener of activity failed: boom. It stays attached; further errors of it are not reported.';

interface Watched {
  readonly watch: ActivityWatch;
  readonly warnings: string[];
  readonly faults: unknown[];
  become(activity: Activity): Promise<void>;
}

function watchActivity(): Watched {
  let now: Activity = 'starting';
  const warnings: string[] = [];
  const faults: unknown[] = [];
  const watch = new ActivityWatch({
    runId: 'R',
    look: () => now,
    onWarning: (message) => warnings.push(message),
    onFault: (error) => faults.push(error),
  });
  return {
    watch,
    warnings,
    faults,
    async become(activity) {
      now = activity;
      watch.touch();
      watch.touch();
      await Promise.resolve();
    },
  };
}

describe('a listener of activity', () => {
  it('hears of each change once, with what was before', async () => {
    const { watch, become } = watchActivity();
    const heard: unknown[] = [];
    watch.on((change) => heard.push(change));
    await become('working');
    await become('working');
    await become('idle');
    expect(heard).toEqual([
      { type: 'activity', runId: 'R', activity: 'working', previous: 'starting' },
      { type: 'activity', runId: 'R', activity: 'idle', previous: 'working' },
    ]);
    expect(watch.now).toBe('idle');
  });

  it('hears nothing of what changed back within one turn of the event loop', async () => {
    const { watch, become } = watchActivity();
    const heard: unknown[] = [];
    watch.on((change) => heard.push(change));
    const first = become('working');
    const second = become('starting');
    await Promise.all([first, second]);
    expect(heard).toEqual([]);
  });

  it('hears no more once it is taken away, and one for a single change but that one', async () => {
    const { watch, become } = watchActivity();
    const heard: string[] = [];
    const always = (): number => heard.push('always');
    watch.on(always);
    watch.on(() => heard.push('once'), true);
    await become('working');
    watch.off(() => {});
    watch.off(always);
    await become('idle');
    expect(heard).toEqual(['always', 'once']);
  });

  it('hears on where the one before it is taken away, by itself or by hand', async () => {
    const { watch, become } = watchActivity();
    const heard: string[] = [];
    const first = (): number => heard.push('first');
    watch.on(first);
    watch.on(() => heard.push('once'), true);
    watch.on(() => heard.push('third'));
    watch.on(() => heard.push('fourth'));
    await become('working');
    watch.off(first);
    await become('idle');
    expect(heard).toEqual(['first', 'once', 'third', 'fourth', 'third', 'fourth']);
  });

  it('is told by one look, however much may have changed within one turn of the event loop', async () => {
    let looks = 0;
    const look = (): Activity => {
      looks++;
      return 'working';
    };
    const watch = new ActivityWatch({ runId: 'R', look, onWarning: () => {}, onFault: () => {} });
    watch.touch();
    watch.touch();
    expect(looks).toBe(0);
    await Promise.resolve();
    expect(looks).toBe(1);
    watch.touch();
    await Promise.resolve();
    expect(looks).toBe(2);
  });

  it('that also waits for a single change hears of all others too', async () => {
    const { watch, become } = watchActivity();
    const heard: string[] = [];
    const listener = ({ activity }: { readonly activity: Activity }): number => heard.push(activity);
    watch.on(listener);
    watch.on(listener, true);
    await become('working');
    await become('idle');
    await become('working');
    expect(heard).toEqual(['working', 'working', 'idle', 'working']);
  });

  it('that fails is reported, and keeps no other from hearing', async () => {
    const { watch, become, warnings } = watchActivity();
    const heard: string[] = [];
    watch.on(() => {
      throw new Error('boom');
    });
    watch.on(({ activity }) => heard.push(activity));
    await become('working');
    expect([warnings, heard]).toEqual([[TOLD], ['working']]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('boom');
      },
    ],
  ])('that %s each time is told once, and stays', async (_, listener) => {
    const { watch, warnings, become } = watchActivity();
    let calls = 0;
    watch.on(() => {
      calls++;
      return listener();
    });
    for (const activity of ['working', 'asking', 'idle'] as const) {
      await become(activity);
      await new Promise(setImmediate);
    }
    expect([calls, warnings]).toEqual([3, [TOLD]]);
  });
});

describe('who waits for rest', () => {
  it.each(['idle', 'over'] as const)('hears at once that the run is %s', async (activity) => {
    const { watch, become } = watchActivity();
    await become(activity);
    await expect(watch.rest()).resolves.toBe(activity);
  });

  it.each(['idle', 'over'] as const)('hears once it is %s, and of nothing before', async (activity) => {
    const { watch, become } = watchActivity();
    const rests: string[] = [];
    const all = [watch.rest(), watch.rest()].map((rest) => rest.then((now) => rests.push(now)));
    await become('working');
    await become('asking');
    await Promise.resolve();
    expect(rests).toEqual([]);
    await become(activity);
    await Promise.all(all);
    expect(rests).toEqual([activity, activity]);
  });

  it.each(['idle', 'over'] as const)(
    'hears it also where the run was %s before, and worked for a moment that nobody was told of',
    async (activity) => {
      let now: Activity = activity;
      const heard: Activity[] = [];
      const watch = new ActivityWatch({ runId: 'R', look: () => now, onWarning: () => {}, onFault: () => {} });
      watch.touch();
      await Promise.resolve();
      watch.on((change) => heard.push(change.activity));
      now = 'working';
      watch.touch();
      const rest = watch.rest();
      now = activity;
      await expect(rest).resolves.toBe(activity);
      expect(heard).toEqual([]);
    },
  );
});

it('an error of a part that is asked is handed on, and the watch goes on', async () => {
  const faults: unknown[] = [];
  let isBroken = true;
  const watch = new ActivityWatch({
    runId: 'R',
    look() {
      if (isBroken) {
        throw new Error('boom');
      }
      return 'idle';
    },
    onWarning: () => {},
    onFault: (error) => faults.push(error),
  });
  watch.touch();
  await Promise.resolve();
  expect(faults).toEqual([new Error('boom')]);
  isBroken = false;
  const heard: string[] = [];
  watch.on(({ activity }) => heard.push(activity));
  watch.touch();
  await Promise.resolve();
  expect(heard).toEqual(['idle']);
});
