/** A text of the CLI's that is empty where it was not: it says no more than one that is left out, and no event is lost of it. */
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { drawPlaces, fieldsOf, kindOf } from './support/native-changes.ts';

/** One of so many fields is empty, another one each time; with AMUX_FULL=1 each of them is. */
const EVERY = IS_FULL ? 1 : IS_CI ? 4 : 16;
/** Without it nobody could say what the rest belongs to, so that an event without it is none. */
const NEEDED = /: (?:toolCallId|subagentId|sessionId|pluginId): expected a string that is not empty, got ""$/;

describe(`an empty text (AMUX_SEED=${DRAW_SEED})`, () => {
  it.each(askedAdapters)('$agent: loses no event', { timeout: 300_000 }, async (adapter) => {
    const draw = drawPlaces(EVERY);
    const fields = fieldsOf(adapter, (field) =>
      typeof field.value !== 'string' || field.value === '' ? undefined : draw(field),
    );
    const lost: string[] = [];
    for await (const { cassette, scenario, message, path, replayWith } of fields) {
      for (const event of replayWith('').events) {
        if (event.type === 'error' && event.message.includes('a draft that is none') && !NEEDED.test(event.message)) {
          lost.push(`${scenario} (${cassette.header.mode}), ${kindOf(message)} ${path}: ${event.message}`);
        }
      }
    }
    expect(lost).toEqual([]);
  });
});
