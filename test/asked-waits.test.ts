/** A wait that a CLI hands on with a rate limit is told with it, in all recordings. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Fixture, listFixtures, readGolden } from '@agent-mux/testkit';
import { expect, it } from 'vitest';

interface RateLimits {
  readonly title: string;
  /** The waits in the CLI's lines that an event of this type may tell, in milliseconds. */
  readonly waits: readonly number[];
  readonly told: readonly unknown[];
}

interface Form {
  readonly form: RegExp;
  readonly ms: number;
}

// A quote within the text of an entry is escaped once or more often.
const ASKED: readonly Form[] = [
  { form: /"retry-after\\*":\\*"(\d+)\\*"/g, ms: 1_000 },
  { form: /(?:Suggested retry after|try again in) (\d+(?:\.\d+)?)s/g, ms: 1_000 },
];
// The wait before a try of the CLI's own, which says nothing about the time after its last one.
const OWN: readonly Form[] = [
  { form: /"(?:retry_delay_ms|delayMs)\\*":(\d+)/g, ms: 1 },
  { form: /Retrying after (\d+)ms/g, ms: 1 },
];
const TYPES = [
  { type: 'rate_limited', forms: [...ASKED, ...OWN] },
  { type: 'rate_limit_error', forms: ASKED },
] as const;

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));
const limited = (await Promise.all(fixtures.map(readLimits))).flat();

it('there are recordings of rate limits with a wait and without', () => {
  const withWait = limited.filter(({ waits }) => waits.length > 0);
  expect(withWait.length).toBeGreaterThan(14);
  expect(limited.length).toBeGreaterThan(withWait.length);
});

it.each(limited)('$title tells a wait where a line holds one', ({ waits, told }) => {
  const isTrue = (ms: unknown): boolean => (typeof ms === 'number' ? waits.includes(ms) : waits.length === 0);
  expect(told.filter((ms) => !isTrue(ms))).toEqual([]);
});

async function readLimits(fixture: Fixture): Promise<readonly RateLimits[]> {
  const { agent, version, scenario, mode = 'default' } = fixture;
  const events = (await readGolden(fixture)) ?? [];
  // The first line holds the script of the model server, which asks for a wait that not every CLI hands on.
  const [, ...entries] = (await readFile(fixture.cassette, 'utf8')).split('\n');
  const lines = entries.join('\n');
  return TYPES.map(({ type, forms }) => ({
    title: `${type} of ${agent} ${version} ${scenario} (${mode})`,
    waits: forms.flatMap(({ form, ms }) =>
      [...lines.matchAll(form)].map(([, count]) => Math.round(Number(count) * ms)),
    ),
    told: events.filter((event) => event['type'] === type).map((event) => event['retryAfterMs']),
  })).filter(({ told }) => told.length > 0);
}
