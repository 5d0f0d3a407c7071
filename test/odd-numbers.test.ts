/** A number of the CLI's that no event may have: the events that come of it are whole, and it is told by none of them. */
import { fileURLToPath } from 'node:url';
import { readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import { createDecoder, encodeEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import { listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { drawPlaces, fieldsOf, kindOf } from './support/native-changes.ts';

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));

/** One of so many numbers is another one; with AMUX_FULL=1 each of them is. */
const EVERY = IS_FULL ? 1 : IS_CI ? 4 : 16;
const ODD = [-1, 0.1, 2 ** 53, 1e308];
/** It says which message, call or block is meant, so that another one is another message. */
const NAMES = /^(?:id|index|contentIndex|content_index|output_index|outputIndex)$|Id$|_id$/;

/** Without it there is nothing to tell but that the CLI's number is none. */
const NEEDED =
  /(?:token_usage: (?:in|out)putTokens|context_limit_warning: usedTokens|retry: (?:attempt|maxAttempts)): expected an integer/;

describe(`an odd number (AMUX_SEED=${DRAW_SEED})`, () => {
  it.each(askedAdapters)('$agent: makes no event that is none', { timeout: 300_000 }, async (adapter) => {
    const draw = drawPlaces(EVERY);
    const fields = fieldsOf(adapter, (field) =>
      typeof field.value !== 'number' || NAMES.test(field.name) ? undefined : draw(field),
    );
    const wrong: string[] = [];
    for await (const { cassette, scenario, message, path, replayWith } of fields) {
      for (const value of ODD) {
        const { events } = replayWith(value);
        const none = events.flatMap((event) =>
          event.type === 'error' && event.message.includes('a draft that is none') && !NEEDED.test(event.message)
            ? [event.message]
            : [],
        );
        const [problem] = [...none, ...checkStream(events).map(({ message: found }) => found)];
        if (problem !== undefined) {
          wrong.push(`${scenario} (${cassette.header.mode}), ${kindOf(message)} ${path} = ${value}: ${problem}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Each number of a kind becomes this one: alone it may be told, and the sum of two of them is none. */
const HUGE = [
  {
    what: 'counts',
    value: 6e15,
    isMeant: (name: string) => /tokens?$|^(?:input|output|total|cache\w*|thoughts|cached|reasoning\w*)$/i.test(name),
  },
  { what: 'prices', value: 1e308, isMeant: (name: string) => /cost|usd|^(?:input|output|total|cache\w*)$/i.test(name) },
];

describe.each(HUGE)('$what that are huge, all at once', ({ value, isMeant }) => {
  const huge = (name: string, given: unknown): unknown =>
    typeof given === 'number' && given !== 0 && !NAMES.test(name) && isMeant(name) ? value : given;

  it.each(askedAdapters)('$agent: make events that can be read', { timeout: 300_000 }, async (adapter) => {
    const wrong = new Set<string>();
    for (const { cassette: path, scenario } of fixtures.filter(({ agent }) => agent === adapter.agent)) {
      const cassette = await readCassette(path);
      const entries = cassette.entries.map((entry) => {
        const text = entry.dir === 'out' ? changed(readText(entry), huge) : undefined;
        return text === undefined ? entry : { ...entry, base64: undefined, text };
      });
      const { events } = replayCassette({ ...cassette, entries: entries as typeof cassette.entries }, adapter);
      const decoder = createDecoder();
      for (const event of events) {
        try {
          decoder.decode(encodeEvent(event));
        } catch (error) {
          wrong.add(`${scenario} (${cassette.header.mode}): ${String(error)}`);
        }
      }
      for (const { message } of checkStream(events)) {
        wrong.add(`${scenario} (${cassette.header.mode}): ${message}`);
      }
    }
    expect([...wrong]).toEqual([]);
  });
});

/** The line with its numbers changed; undefined where it is no JSON. */
function changed(line: string, by: (name: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(JSON.parse(line, by));
  } catch {
    return undefined;
  }
}
