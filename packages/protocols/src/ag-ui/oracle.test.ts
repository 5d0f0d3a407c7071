/** AG-UI's own schemas and its own verifier take what we say, of every journal. */
import { type BaseEvent, verifyEvents } from '@ag-ui/client';
import type { AGUIEvent } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';
import { from, lastValueFrom, toArray } from 'rxjs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { DRAW_SEED, IS_CI, IS_FULL } from '../../../../test/support/drawn.ts';
import { drawnJournals } from '../../../../test/support/fixture-journals.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { type AguiOptions, agui } from './project/index.ts';
import { AGUI_FIELDS, type AguiEvent } from './types.ts';

/** `npm test` cuts a journal at every fourth place, at others each time, and takes one of eight fixtures. */
const STEP = IS_CI || IS_FULL ? 1 : 4;
const EVERY = IS_CI ? 1 : 8;

async function findRefusal(outputs: readonly AguiEvent[]): Promise<string | undefined> {
  for (const [place, output] of outputs.entries()) {
    const { success, error } = EventSchemas.safeParse(output);
    if (!success) {
      return `Output ${place} ${JSON.stringify(output).slice(0, 300)}: ${error.message}`;
    }
  }
  const given = JSON.parse(JSON.stringify(outputs)) as BaseEvent[];
  try {
    await lastValueFrom(from(given).pipe(verifyEvents(false), toArray()), { defaultValue: [] });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('AG-UI itself', () => {
  const ways: readonly AguiOptions[] = [{}, { interrupts: 'finish', raw: true }];

  it.each(CORNER_JOURNALS)('U-26: takes what comes of $name', async ({ entries }) => {
    for (const options of ways) {
      for (let cut = DRAW_SEED % STEP; cut <= entries.length; cut += STEP) {
        expect(await findRefusal(projectAll(entries.slice(0, cut), agui(options)))).toBeUndefined();
      }
    }
  });

  it.each(ways)(
    `U-26: takes what comes of fixtures of all agents and modes, with %j (AMUX_SEED=${DRAW_SEED})`,
    async (options) => {
      const refused: unknown[] = [];
      for (const { name, entries } of await drawnJournals(EVERY)) {
        const refusal = await findRefusal(projectAll(entries, agui(options)));
        if (refusal !== undefined) {
          refused.push({ name, refusal });
        }
      }
      expect(refused.slice(0, 5)).toEqual([]);
    },
    120_000,
  );
});

describe('our types of AG-UI', () => {
  it('U-1: are its 31', () => {
    expectTypeOf<AguiEvent['type']>().toEqualTypeOf<`${AGUIEvent['type']}`>();
    expect(Object.keys(AGUI_FIELDS)).toHaveLength(31);
  });

  it('U-1: demand the fields that its schemas demand', () => {
    for (const [type, fields] of Object.entries(AGUI_FIELDS)) {
      const values: Record<string, unknown> = {
        text: 'x',
        content: 'x',
        list: [],
        object: {},
        anything: {},
      };
      const event: Record<string, unknown> = { type };
      for (const [name, kind] of Object.entries(fields)) {
        event[name] = values[kind];
      }
      if (type === 'REASONING_ENCRYPTED_VALUE') {
        event['subtype'] = 'message';
      }
      if (type === 'REASONING_MESSAGE_START') {
        event['role'] = 'reasoning';
      }
      expect(EventSchemas.safeParse(event).error?.message).toBeUndefined();
      for (const name of Object.keys(fields)) {
        const { [name]: _, ...without } = event;
        expect(EventSchemas.safeParse(without).success, `${type} without ${name}`).toBe(false);
      }
    }
  });
});
