/** How long a service asks to wait is read by one reader: the same words give the same number in every event, whichever agent repeats them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cassette, readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { listFixtures } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SCENARIOS = ['rate-limit', 'rate-limit-exhausted'];

/** The words of OpenAI and of others, behind the words of a recorded refusal. */
const WAITS: readonly (readonly [words: string, ms: number])[] = [
  ['Please try again in 1m12.5s.', 72_500],
  ['Please try again in 28 seconds.', 28_000],
  ['Please try again in 6m0s.', 360_000],
  ['Please try again in 250ms.', 250],
  ['Please retry in 34.074824224s.', 34_075],
  ['Retry after 2 hours.', 7_200_000],
];
const REFUSAL = /Too many requests(?:, slow down\.)?|Rate limit (?:reached|exceeded)(?:, slow down\.)?/gi;

/** Matches a recorded line that has such words already. */
const HAS_WAIT = /(?:again|retry) (?:in|after) [\d.]/i;
/** Matches the source of a pattern that reads a number behind such words. */
const READER = /(?:again|retry|retrying|resets?) (?:in|after)\b[^'"`\n]*\\d/i;

const fixtures = (await listFixtures(`${ROOT}fixtures`)).filter(
  ({ agent, scenario }) => SCENARIOS.includes(scenario) && askedAdapters.some((adapter) => adapter.agent === agent),
);

it.each(fixtures)('$agent $version $scenario $mode', async ({ agent, cassette: path }) => {
  const cassette = await readCassette(path);
  const adapter = askedAdapters.find((each) => each.agent === agent);
  if (adapter === undefined) {
    throw new Error(`No adapter for ${agent}.`);
  }
  const waits = (played: Cassette): readonly Wait[] => replayCassette(played, adapter).events.flatMap(waitOf);
  const recorded = waits(cassette);
  for (const [words, ms] of WAITS) {
    const { told, count } = saying(cassette, words);
    const found = waits(told);
    // What the CLI tells in a field of its own, and what it does not tell, stays as it was.
    const expected = recorded.map((wait, at) =>
      wait.ms === undefined && (wait.isOptional || found[at]?.ms !== undefined) ? { ...wait, ms } : wait,
    );
    expect([words, found]).toEqual([words, count === 0 ? recorded : expected]);
  }
});

it('no adapter has a reader of its own', () => {
  const sources = readdirSync(`${ROOT}adapters/src`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'shared/wait-told.ts');
  const own = sources.filter((file) => READER.test(readFileSync(`${ROOT}adapters/src/${file}`, 'utf8')));
  expect([sources.length > 100, own]).toEqual([true, []]);
});

interface Wait {
  readonly type: string;
  readonly ms: number | undefined;
  readonly isOptional: boolean;
}

function waitOf(event: AgentEvent): readonly Wait[] {
  switch (event.type) {
    case 'rate_limited':
    case 'rate_limit_error':
      return [{ type: event.type, ms: event.retryAfterMs, isOptional: true }];
    case 'retry':
      // The field is required: 0 stands for a pause that nobody tells.
      return [{ type: event.type, ms: event.delayMs || undefined, isOptional: false }];
    default:
      return [];
  }
}

/** The recording in which the service says more, and how often it does. */
function saying(cassette: Cassette, words: string): { readonly told: Cassette; readonly count: number } {
  let count = 0;
  const entries = cassette.entries.map((entry) => {
    if (!('text' in entry) || typeof entry.text !== 'string' || !['out', 'err'].includes(entry.dir)) {
      return entry;
    }
    const text = HAS_WAIT.test(entry.text)
      ? entry.text
      : entry.text.replace(REFUSAL, (refusal) => {
          count++;
          return `${refusal} ${words}`;
        });
    return { ...entry, text };
  });
  return { told: { ...cassette, entries }, count };
}
