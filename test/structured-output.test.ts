/** Output of a form: what the agent answers is held against it, for each turn and for the run, and its type is that of the schema. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RunHandle, type RunOptions } from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { JournalEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import * as v from 'valibot';
import { afterAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { BUILT_WRITER } from '../packages/store/src/testing/built-writer.ts';
import { says, saysAtOnce, session, toyAdapter } from './support/toy-adapter.ts';
import { toyClient } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-output-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readAll: FakeAgentStep = { do: 'read-all' };
const reads = (text: string): FakeAgentStep => ({ do: 'read', contains: `"prompt":"${text}"` });
const saysText = (text: string) => says({ type: 'turn_start' }, { type: 'message_stop', text }, { type: 'turn_end' });
const saysOutput = (output: unknown) =>
  says({ type: 'turn_start' }, { type: 'message_stop', text: 'Told.' }, { type: 'turn_end', output });

const price = z.object({ fruit: z.string(), cents: z.number().transform((cents) => cents / 100) });
const PRICE = {
  type: 'object',
  properties: { fruit: { type: 'string' }, cents: { type: 'number' } },
  required: ['fruit', 'cents'],
} as const;
const toy = { agent: 'toy', prompt: 'go', settleMs: 1_000 } as const;
const PEAR = { fruit: 'pear', cents: 120 };

describe('output of a form', () => {
  it.each([
    ['the text of the answer', saysText(JSON.stringify(PEAR))],
    ['what the CLI tells beside its text', saysOutput(PEAR)],
  ])('is %s', async (_, says) => {
    const result = await toyClient([session, says, readAll]).run({ ...toy, outputSchema: PRICE });
    expectTypeOf(result.output).toBeUnknown();
    expect(result).toMatchObject({ exitReason: 'completed', output: PEAR, turns: [{ output: PEAR }] });
  });

  it('is what a Standard Schema makes of it, and has its type', async () => {
    const run = toyClient([session, saysOutput(PEAR), readAll]).run({ ...toy, outputSchema: price });
    const result = await run;
    expectTypeOf(result.output).toEqualTypeOf<{ fruit: string; cents: number } | undefined>();
    expectTypeOf((await run.result()).turns[0]?.output).toEqualTypeOf<{ fruit: string; cents: number } | undefined>();
    expect(result.output).toEqual({ fruit: 'pear', cents: 1.2 });
    expect(result.turns[0]?.output).toEqual({ fruit: 'pear', cents: 1.2 });
  });

  it.each([
    ['a run', {}],
    ['a run that stays open', { keepOpen: true }],
  ])('is in the last entry of %s as the agent gave it', async (_, options) => {
    const run = toyClient([session, saysOutput(PEAR), readAll]).run({ ...toy, ...options, outputSchema: price });
    const entries: JournalEntry[] = [];
    for await (const entry of run.entries()) {
      entries.push(entry);
      if ('keepOpen' in options && 'type' in entry && entry.type === 'turn_end') {
        await run.end();
      }
    }
    expect(entries.at(-1)).toMatchObject({ entry: 'close', facts: { output: PEAR } });
    expect((await run).output).toEqual({ fruit: 'pear', cents: 1.2 });
  });

  it('is what prompt() resolves with', async () => {
    const client = toyClient([session, saysOutput(PEAR), readAll]);
    const output = await client.prompt({ ...toy, outputSchema: price });
    expectTypeOf(output).toEqualTypeOf<{ fruit: string; cents: number }>();
    expectTypeOf(client.prompt(toy)).resolves.toBeString();
    expect(output).toEqual({ fruit: 'pear', cents: 1.2 });
  });

  it.each([
    ['no JSON', saysText('A pear costs 120.'), PRICE, 'the answer is no JSON'],
    ['another value', saysOutput({ fruit: 'pear', cents: 'many' }), PRICE, 'cents: '],
    ['another value for a Standard Schema', saysOutput({ fruit: 'pear', cents: 'many' }), price, 'cents: '],
  ])('ends the run as failed where it is %s, and says where', async (_, says, outputSchema, why) => {
    const options: RunOptions = { ...toy, outputSchema, collectEvents: true };
    const result = await toyClient([session, says, readAll]).run(options);
    const error = { code: 'OUTPUT_INVALID', message: expect.stringContaining(`\`outputSchema\`: ${why}`) };
    expect(result).toMatchObject({ exitReason: 'failed', error, turns: [{ outcome: 'failed', error }] });
    expect(result.output).toBeUndefined();
    expect(result.events.at(-2)).toMatchObject({ type: 'error', code: 'OUTPUT_INVALID', recoverable: false });
  });

  it('does not hide why there is none', async () => {
    const outcome = { type: 'auth_error', message: 'Log in.', guidance: '' } as const;
    const steps = [session, says({ type: 'turn_start' }, { type: 'turn_end', outcome }), readAll];
    expect(await toyClient(steps).run({ ...toy, outputSchema: PRICE })).toMatchObject({
      error: { code: 'AUTH_ERROR' },
    });
  });

  it('is of each turn of a chat, is kept, and a wrong one ends its turn alone', async () => {
    const plum = { fruit: 'plum', cents: 80 };
    const steps = [
      session,
      reads('go'),
      saysOutput(PEAR),
      reads('more'),
      saysOutput({ fruit: 7 }),
      reads('last'),
      saysOutput(plum),
      readAll,
    ];
    const store = await openStore(join(scratch, 'runs.db'), BUILT_WRITER);
    const client = createClient({ adapters: [toyAdapter({ steps })], store });
    const record = join(scratch, 'recorded');
    const run = client.run({ ...toy, keepOpen: true, outputSchema: PRICE, record });
    expect(await run.idle()).toBe('idle');
    const { turn } = await run.continue('more');
    const wrong = { outcome: 'failed', error: { code: 'OUTPUT_INVALID', message: expect.stringContaining('fruit: ') } };
    expect(await turn).toMatchObject(wrong);
    const { turn: last } = await run.continue('last');
    expect((await last).output).toEqual(plum);
    const result = await run.end();
    expect(result).toMatchObject({
      exitReason: 'completed',
      output: plum,
      turns: [{ output: PEAR, outcome: 'completed' }, wrong, { output: plum }],
    });
    const stored = await store.replay(run.runId);
    expect([stored.output, stored.turns.map(({ output }) => output)]).toEqual([plum, [PEAR, undefined, plum]]);
    expect(replayCassette(await readCassette(record), toyAdapter({ steps: [] })).header.options?.outputSchema).toEqual(
      PRICE,
    );
    await store.close();
  });

  it('is the same in a stored run, turn by turn, where a schema took longer than the next prompt', async () => {
    let goOn = (): void => {};
    const isNextTurn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const dear = z.number().refine(async (cents) => {
      await isNextTurn;
      return cents > 100;
    });
    const steps = [session, reads('go'), saysOutput({ cents: 80 }), reads('more'), saysOutput({ cents: 120 }), readAll];
    const store = await openStore(join(scratch, 'slow.db'), BUILT_WRITER);
    const client = createClient({ adapters: [toyAdapter({ steps })], store });
    const run = client.run({ ...toy, keepOpen: true, outputSchema: z.object({ cents: dear }) });
    run.on('turn_start', ({ turnIndex }) => (turnIndex === 1 ? goOn() : undefined));
    await run.continue('more');
    const { turns } = await run.end();
    const told: unknown[] = [];
    for await (const turn of store.replay(run.runId).turns()) {
      told.push(await turn.result());
    }
    expect(told).toEqual(turns);
    expect(turns).toMatchObject([{ outcome: 'failed' }, { outcome: 'completed', output: { cents: 120 } }]);
    await store.close();
  });
});

describe('a schema that never answers', () => {
  const endless = z.object({ fruit: z.string().refine(() => new Promise<boolean>(() => {})), cents: z.number() });
  const turn = [session, saysOutput(PEAR), readAll];
  const recording = () => ({ record: mkdtempSync(join(scratch, 'endless-')) });

  it.each([
    ['a run', {}],
    ['a run that stays open', { keepOpen: true }],
  ])('does not hold %s beyond its limit', async (_, options) => {
    const run = toyClient(turn).run({ ...toy, ...recording(), ...options, outputSchema: endless, timeout: 1_500 });
    const result = await run;
    expect(result).toMatchObject({
      exitReason: 'timeout',
      error: { code: 'TIMEOUT' },
      turns: [{ outcome: 'timeout' }],
    });
    expect(result.output).toBeUndefined();
    expect(run.state).toBe('timed-out');
  });

  it.each([
    ['a run', {}, 'it has left'],
    ['a run that stays open', { keepOpen: true }, 'it rests'],
    ['a run that was told to end', { keepOpen: true }, 'it was ended'],
  ])('does not hold %s that is aborted', async (_, options, when) => {
    // Whoever waits for what may still come waits longer than this test lasts.
    const patient = { ...toy, settleMs: 600_000 };
    const run = toyClient(turn).run({ ...patient, ...recording(), ...options, outputSchema: endless });
    await new Promise((resolve) => run.once('message_stop', resolve));
    if (when === 'it was ended') {
      void run.end();
    }
    // The schema is asked by now, and all that is left to wait for.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(run.state).toBe('running');
    await run.abort('enough');
    const error = { code: 'ABORTED', message: 'The run was aborted: enough' };
    expect(await run).toMatchObject({ exitReason: 'aborted', error, turns: [{ outcome: 'aborted' }] });
  });
});

describe('what a run does while its answer is read', () => {
  it('is no start, even where the agent has said everything at once', async () => {
    const seen: string[] = [];
    const outputSchema = z.object({ cents: z.number().refine((): boolean => seen.push(`read: ${run.activity}`) > 0) });
    const all = saysAtOnce(
      { type: 'session_start', sessionId: 's' },
      { type: 'turn_start' },
      { type: 'message_stop', text: '{"cents":120}' },
      { type: 'turn_end' },
    );
    const run: RunHandle = toyClient([all, readAll]).run({ ...toy, outputSchema });
    run.on('activity', ({ activity }) => seen.push(activity));
    expect((await run).exitReason).toBe('completed');
    expect(seen).toEqual(['working', 'read: working', 'over']);
  });
});

describe('what is wrong with a schema', () => {
  it.each([
    ['another value', { outputSchema: 'pear' }, ['outputSchema']],
    ['a schema of no object', { outputSchema: { type: 'string' } }, ['outputSchema']],
    ['a JSON Schema without the schema', { jsonSchema: PRICE }, ['outputSchema']],
    [
      'a schema that cannot say itself as a JSON Schema',
      { outputSchema: v.object({ fruit: v.string() }) },
      ['jsonSchema'],
    ],
  ])('is told before anything starts: %s', (_, given, fields) => {
    expect(() => toyClient([]).run({ ...toy, ...given } as RunOptions)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        fields: fields.map((field) => expect.objectContaining({ field })),
      }),
    );
  });

  it('is that the CLI has no such option: nothing is added to the prompt', () => {
    const client = toyClient([], { capabilities: { supportsOutputSchema: false } });
    expect(() => client.run({ ...toy, outputSchema: PRICE })).toThrow(
      expect.objectContaining({ code: 'CAPABILITY_ERROR', capability: 'outputSchema' }),
    );
  });
});
