/** Each law is broken by a fault that is made for it, and satisfied without it. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { project } from '../project.ts';
import type { Projection } from '../projection.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { isHeldBack } from './chunks.ts';
import { findBrokenLaws } from './laws.ts';
import type { Subject } from './subject.ts';
import { isTotal } from './total.ts';

interface Said {
  readonly said: unknown;
}

interface Count {
  count: number;
  isOpen: boolean;
}

const entries = CORNER_JOURNALS.find(({ name }) => name === 'two steps with a call')?.entries ?? [];

/** A projection that counts and brackets what it says, and breaks no law. */
const good: Projection<Said, Count> = {
  init: () => ({ count: 0, isOpen: false }),
  step(state, _entry, emit) {
    if (!state.isOpen) {
      emit({ said: 'begin' });
    }
    state.isOpen = true;
    state.count += 1;
    emit({ said: state.count });
  },
  end(state, emit) {
    if (state.isOpen) {
      emit({ said: 'end' });
    }
  },
};

const check: Subject<Said>['check'] = (outputs) => {
  const isWhole = outputs.length === 0 || (outputs[0]?.said === 'begin' && outputs.at(-1)?.said === 'end');
  return isWhole ? [] : [{ rule: 'X-1', place: undefined, message: 'it does not end' }];
};

const withStep = (
  step: (state: Count, emit: (out: Said) => void, entry: JournalEntry) => void,
): Projection<Said, Count> => ({
  ...good,
  step(state, entry, emit) {
    good.step(state, entry, emit);
    step(state, emit, entry as JournalEntry);
  },
});

let calls = 0;
let isFresh = true;

const FAULTS: readonly {
  readonly law: string;
  readonly projection: Projection<Said, Count>;
  readonly also?: readonly string[];
}[] = [
  { law: 'pure', projection: withStep((_state, emit) => emit({ said: Date.now() > 0 })) },
  { law: 'pure', projection: withStep((_state, emit) => emit({ said: Math.random() < 2 })) },
  {
    law: 'pure',
    projection: withStep((_state, _emit, entry) => {
      (entry as { timestamp: number }).timestamp += 1;
    }),
    // Frozen entries make it throw everywhere.
    also: ['*'],
  },
  {
    law: 'deterministic',
    projection: withStep((_state, emit) => {
      calls += 1;
      emit({ said: calls });
    }),
    also: ['resumable', 'incremental'],
  },
  {
    law: 'resumable',
    projection: {
      ...good,
      init: () => Object.assign(good.init(), { seen: new Set() }),
    },
  },
  {
    law: 'resumable',
    projection: withStep((state, emit) => {
      const kept = state as Count & { self?: object; alias?: object };
      kept.self ??= {};
      kept.alias ??= kept.self;
      emit({ said: kept.self === kept.alias });
    }),
  },
  { law: 'prefix', projection: { ...good, end: () => {} } },
  { law: 'plain', projection: withStep((_state, emit) => emit({ said: undefined })) },
  { law: 'plain', projection: withStep((_state, emit) => emit({ said: Number.NaN })) },
  { law: 'bounded', projection: withStep((state, emit) => emit({ said: 'x'.repeat(state.count * 400) })) },
  {
    law: 'incremental',
    projection: withStep((_state, emit) => {
      emit({ said: isFresh });
      isFresh = false;
      void Promise.resolve().then(() => {
        isFresh = true;
      });
    }),
    also: ['deterministic', 'resumable'],
  },
];

describe('the laws', () => {
  it('X-15: hold for a projection that keeps them', async () => {
    expect(await findBrokenLaws({ projection: good, check }, structuredClone([...entries]))).toEqual([]);
  });

  it.each(FAULTS)('X-15: $law is broken by its fault', async ({ law, projection, also = [] }) => {
    const run = async (): Promise<string[]> =>
      (await findBrokenLaws({ projection, check }, structuredClone([...entries]))).map((report) => report.law);
    const broken = also.includes('*') ? await run().catch((error: unknown) => [law, String(error)]) : await run();
    expect(broken).toContain(law);
    if (!also.includes('*')) {
      expect(broken.filter((name) => name !== law && !also.includes(name))).toEqual([]);
    }
  });

  it('X-15: heldBack is broken by who reads ahead', async () => {
    const greedy = async function* (...[source, projection]: Parameters<typeof project>) {
      const all = [];
      for await (const out of project(source, projection)) {
        all.push(out);
      }
      yield* all;
      return undefined;
    } as typeof project;
    expect(await isHeldBack({ projection: good, check }, entries, { through: greedy })).toHaveLength(1);
    expect(await isHeldBack({ projection: good, check }, entries)).toEqual([]);
  });

  it('X-15: total is broken by who knows today only', () => {
    const projection = withStep((_state, _emit, entry) => {
      if ('type' in entry && String(entry.type) === 'thing_of_tomorrow') {
        throw new Error('unknown');
      }
    });
    expect(isTotal({ projection, check }, entries.slice(0, 3))[0]).toContain('thing_of_tomorrow');
    expect(isTotal({ projection: good, check }, entries.slice(0, 3))).toEqual([]);
  });
});
