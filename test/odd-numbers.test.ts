/** A number of the CLI's that no event may have: the events that come of it are whole, and it is told by none of them. */
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { drawPlaces, fieldsOf, kindOf } from './support/native-changes.ts';

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
