/** Nothing in an event is made up: each string and number stands in the messages that it belongs to, or is computed by a listed rule. */
import { readFileSync } from 'node:fs';
import { builtInAdapters } from '@agent-mux/adapters';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from './provenance/computed-fields.ts';
import { leavesOf } from './provenance/leaves.ts';
import { type NativeWords, parseJson } from './provenance/native-words.ts';
import { isOurWord, withoutOurWords } from './provenance/our-words.ts';
import { claimsOf, fieldOf, isFounded, type Place, placesOf } from './provenance/problems.ts';
import { Recording } from './provenance/scope.ts';
import { DRAW_SEED, drawn } from './support/drawn.ts';
import { fixturesOf, type SharedFixture } from './support/read-once.ts';

const fixtures = (await Promise.all(builtInAdapters.map(fixturesOf))).flat();
const SEED = 20_261_123;
const PLANTED = 100;

describe('where the values of events come from', () => {
  it.each(builtInAdapters)(
    `$agent: each of them is said, or computed by a rule (AMUX_SEED=${DRAW_SEED})`,
    { timeout: 300_000 },
    async ({ agent }) => {
      const made: string[] = [];
      const own = fixtures.filter((one) => one.agent === agent);
      for (const fixture of drawn(own, { every: 3, kindOf: ({ modeName }) => modeName })) {
        const recording = await open(fixture);
        for (const place of placesOf(recording)) {
          const { event } = place.placed;
          const unfounded = claimsOf(event).filter((leaf) => !isFounded(recording, place, leaf));
          made.push(
            ...unfounded.map(
              (leaf) => `${fixture.dir}: ${fieldOf(event.type, leaf)} ${String(leaf.value).slice(0, 200)}`,
            ),
          );
        }
      }
      expect(made).toEqual([]);
    },
  );

  it(`finds ${PLANTED} values that were planted from other messages (seed ${SEED})`, { timeout: 300_000 }, async () => {
    const random = seeded(SEED);
    const missed: string[] = [];
    for (let planted = 0; planted < PLANTED; ) {
      const fixture = pick(fixtures, random);
      const recording = await open(fixture);
      const found = plant(recording, random);
      if (found !== undefined) {
        planted++;
        if (found.isTaken) {
          missed.push(`${fixture.dir}: ${found.what}`);
        }
      }
    }
    expect(missed).toEqual([]);
  });
});

it('lists the computed fields in the docs', () => {
  const page = readFileSync(new URL('../docs/unknown-values.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- computed -->\n([\s\S]*?)<!-- \/computed -->/.exec(page) ?? [];
  const rows = FAMILIES.map(({ fields, rule: { rule } }) => {
    const names = fields.map((field) => `\`${field}\``).join(', ');
    return `| ${names} | ${rule.replaceAll('|', '\\|')} |\n`;
  });
  expect(table).toBe(`| fields | rule |\n|---|---|\n${rows.join('')}`);
});

async function open({ agent, load }: SharedFixture): Promise<Recording> {
  const adapter = builtInAdapters.find((one) => one.agent === agent);
  if (adapter === undefined) {
    throw new Error(`No adapter for ${agent}: the fixtures have one of an unknown agent.`);
  }
  return new Recording((await load()).cassette, adapter);
}

// Words such as `in_progress` stand in so many messages of every recording that the check cannot tell whose they are.
const PROTOCOL_WORD = /^[a-z]+(?:[_-][a-z]+)*$/;

/** One value of one event is replaced by one from elsewhere in the recording: none of the messages that it belongs to says it. */
function plant(
  recording: Recording,
  random: () => number,
): { readonly what: string; readonly isTaken: boolean } | undefined {
  const index = Math.floor(random() * recording.placed.length);
  const place = placeAt(recording, index);
  if (place === undefined) {
    return undefined;
  }
  const { event } = place.placed;
  const claims = claimsOf(event).filter((leaf) => leaf.value !== '');
  const belonging = recording.belongingTo(place.placed);
  const others = recording.messages.filter((message) => !belonging.has(message));
  if (claims.length === 0 || others.length === 0) {
    return undefined;
  }
  const leaf = pick(claims, random);
  const values = leavesOf(parseJson(pick(others, random)))
    .map(({ value }) => value)
    .filter((value) => typeof value === typeof leaf.value && value !== leaf.value && value !== '')
    .filter((value) => !PROTOCOL_WORD.test(String(value)) && !withoutOurWords(String(value)).every(isOurWord))
    .filter((value) => ![...belonging].some((message) => isSaidBy(recording.wordsOf(message), value)));
  if (values.length === 0) {
    return undefined;
  }
  const value = pick(values, random);
  const what = `${fieldOf(event.type, leaf)}: ${String(value).slice(0, 80)} instead of ${String(leaf.value).slice(0, 80)}`;
  return { what, isTaken: isFounded(recording, place, { ...leaf, value }) };
}

function isSaidBy(words: NativeWords, value: string | number): boolean {
  return typeof value === 'number' ? words.counts(value) : words.says(value);
}

function placeAt(recording: Recording, index: number): Place | undefined {
  let at = 0;
  for (const place of placesOf(recording)) {
    if (at === index) {
      return place;
    }
    at++;
  }
  return undefined;
}

function pick<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) {
    throw new Error('There is nothing to draw from.');
  }
  return item;
}

/** The same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
