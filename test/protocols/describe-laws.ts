/** One suite for every protocol: the laws over the whole corpus, and its own checker over what comes of it. */

import type { JournalEntry } from '@agent-mux/events/journal';
import { projectAll } from '@agent-mux/protocols';
import {
  type Account,
  accountOf,
  findBrokenLaws,
  findDisagreements,
  isTotal,
  type Subject,
} from '@agent-mux/protocols/laws';
import { createSeededRandom } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { SAMPLE_ENTRIES } from '../../packages/events/src/testing/sample-entries.ts';
import { SAMPLE_EVENTS } from '../../packages/events/src/testing/sample-events.ts';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { wholeRun } from '../../packages/store/src/testing/random-journal.ts';
import { headerOf, runIdOf } from '../../packages/store/src/testing/runs.ts';
import { DRAW_SEED, drawn, IS_CI, IS_FULL } from '../support/drawn.ts';
import { drawnJournals } from '../support/fixture-journals.ts';

/** Each law folds a journal many times over, so fewer fixtures are drawn for the laws than for what is read once. `.ci/run` reads more. */
const EVERY = IS_CI ? { law: 10, checker: 1 } : { law: 90, checker: 16 };
/** At how many places each of them is cut off. */
const FIXTURE_PLACES = IS_CI || IS_FULL ? 20 : 8;
/** Where a short journal is cut off: `.ci/run` does it everywhere, `npm test` at some places, at others each time. */
const CORNER_PLACES = IS_CI || IS_FULL ? {} : { places: 3, seed: DRAW_SEED };
/** The short journals for the laws: `npm test` takes a third of them, another one each time. */
const CORNERS = drawn(CORNER_JOURNALS, { every: IS_CI ? 1 : 3, kindOf: () => '' });
/** Runs of any drafts in any order, with whatever is said to them in between. */
const RANDOM_RUNS = IS_FULL ? 10_000 : IS_CI ? 500 : 12;
/** A busy machine needs half an hour for all fixtures. */
const FIXTURES_TIMEOUT = IS_FULL ? 3_600_000 : 240_000;
const SEED = Number(process.env['AMUX_SEED'] ?? 20_260_101);

export interface Held<Out, State> extends Subject<Out, State> {
  /** What the outputs tell of what the journal tells: as much as the protocol has words for. */
  readonly account: (outputs: readonly Out[]) => Partial<Account>;
}

/** `name`: of the protocol with its options. */
export function describeLaws<Out, State>(name: string, subject: Held<Out, State>): void {
  describe(`the laws of ${name}`, () => {
    it.each(CORNERS)('X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8: hold for $name', async ({ entries }) => {
      expect(await findBrokenLaws(subject, entries, CORNER_PLACES)).toEqual([]);
    });

    it(
      `X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8: hold for fixtures of all agents and modes (AMUX_SEED=${DRAW_SEED})`,
      async () => {
        const journals = await drawnJournals(EVERY.law);
        const broken: unknown[] = [];
        for (const { name: journal, entries } of journals) {
          const found = await findBrokenLaws(subject, entries, { places: FIXTURE_PLACES });
          if (found.length > 0) {
            broken.push({ journal, found: found.slice(0, 3) });
          }
        }
        expect(broken).toEqual([]);
      },
      FIXTURES_TIMEOUT,
    );

    it(
      `X-10 X-11: satisfies its checker for fixtures of all modes, and agrees with them (AMUX_SEED=${DRAW_SEED})`,
      async () => {
        const broken: unknown[] = [];
        for (const { name: journal, entries } of await drawnJournals(EVERY.checker)) {
          const found = judge(subject, entries);
          if (found.length > 0) {
            broken.push({ journal, found: found.slice(0, 3) });
          }
        }
        expect(broken).toEqual([]);
      },
      FIXTURES_TIMEOUT,
    );

    it(
      `X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8 X-10 X-11: hold for ${RANDOM_RUNS} runs that are drawn (AMUX_SEED=${SEED})`,
      async () => {
        const random = createSeededRandom(SEED);
        const broken: unknown[] = [];
        for (let number = 0; number < RANDOM_RUNS && broken.length < 5; number++) {
          // Those that are kept open tell how their turns ended.
          const header = headerOf(runIdOf(number), number % 2 === 0 ? {} : { options: { keepOpen: true } });
          const entries = wholeRun(header, 10 + Math.floor(random() * 60), random, 0.1);
          const found = [...judge(subject, entries), ...(await findBrokenLaws(subject, entries, { places: 2 }))];
          if (found.length > 0) {
            broken.push({ number, found: found.slice(0, 3) });
          }
        }
        expect(broken).toEqual([]);
      },
      60_000 + RANDOM_RUNS * 300,
    );

    it.each(CORNER_JOURNALS)('X-10 X-11: agrees with its journal: $name', ({ entries }) => {
      expect(judge(subject, entries)).toEqual([]);
    });

    it(`X-9: hold for each type and entry alone, and in every order of two that are drawn (AMUX_SEED=${DRAW_SEED})`, () => {
      const samples: readonly JournalEntry[] = [...SAMPLE_EVENTS, ...SAMPLE_ENTRIES];
      const random = createSeededRandom(DRAW_SEED);
      // Each alone and before itself, and all orders of two of a third of them.
      const isWhole = IS_FULL || IS_CI;
      const alone = isWhole ? [] : samples.flatMap((sample) => isTotal(subject, [sample]));
      const some = isWhole ? samples : samples.filter(() => random() < 1 / 3);
      expect([...alone, ...isTotal(subject, some)]).toEqual([]);
    });
  });
}

function judge<Out, State>(
  { projection, check, account }: Held<Out, State>,
  entries: readonly JournalEntry[],
): string[] {
  const outputs = projectAll(entries, projection);
  return [
    ...check(outputs).map(({ rule, place, message }) => `Output ${place} breaks ${rule}: ${message}`),
    ...findDisagreements(accountOf(entries), account(outputs)),
  ];
}
