import { readFileSync } from 'node:fs';
import type { JournalEntry } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { DRAW_SEED, drawn, IS_FULL } from '../../../test/support/drawn.ts';
import type { StoredEntry } from './file/index.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { beginOf, closeOf, deltaOf, endOf, headerOf, openOf, runIdOf, START } from './testing/runs.ts';
import { bytesOf, cutUp, findTold, formsOf, KNOWN, SECRETS } from './testing/secret-texts.ts';

afterEach(clearAway);

/** The distance of the places where a secret is cut: the places differ each time, and AMUX_FULL=1 tries all of them. */
const STEP = IS_FULL ? 1 : 4;
const onBroken = (error: Error): void => expect.fail(error.message);

/** The pieces put together again, as a reader would show them. */
async function shownBy(entries: AsyncIterable<StoredEntry>): Promise<string> {
  let shown = '';
  for await (const { entry } of entries) {
    if ('type' in entry && entry.type === 'text_delta') {
      shown += entry.delta;
    }
  }
  return shown;
}

describe('40 secrets', () => {
  it(`are in no file in any form, however they are cut and whenever somebody waits (AMUX_SEED=${DRAW_SEED})`, {
    timeout: 120_000,
  }, async () => {
    const random = createSeededRandom(5);
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1), {
      prompt: `Use ${SECRETS[0]} please`,
      tags: [SECRETS[1] ?? ''],
      options: { system: SECRETS[2] ?? '', deep: { in: [SECRETS[33] ?? ''] } },
    });
    const log = store.open(header, { secrets: KNOWN, onBroken });
    let seq = 3;
    let text = '';
    const say = (entry: JournalEntry): void => log.append(entry);
    for (const entry of beginOf(header)) {
      say(entry);
    }
    for (const secret of SECRETS) {
      for (const form of drawn(formsOf(secret), { every: 4, kindOf: () => secret })) {
        say({
          entry: 'note',
          runId: header.runId,
          timestamp: START,
          kind: 'whole',
          data: { text: `a ${form} b`, [`k ${form}`]: 1 },
        });
        for (const piece of cutUp(`It says ${form} here. `, random)) {
          say(deltaOf(header.runId, seq++, piece));
          text += piece;
          if (random() < 0.05) {
            await log.barrier();
          }
        }
      }
    }
    for (const entry of endOf(header.runId, seq, text)) {
      say(entry);
    }
    expect(await log.finish()).toBe('whole');
    const shown = await shownBy(store.read(header.runId));
    const bytes = await bytesOf(store, file);
    const told = `${bytes}\n${shown}`;
    expect(SECRETS.flatMap((secret) => findTold(told, secret))).toEqual([]);
    // Part of the text around them is left.
    expect(shown.match(/It says /g)?.length).toBeGreaterThanOrEqual(SECRETS.length);
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  });
});

describe('40 secrets that are cut in two', () => {
  it(`are in no file wherever they are cut, also where somebody waits between the two (AMUX_SEED=${DRAW_SEED})`, {
    timeout: 120_000,
  }, async () => {
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1));
    const log = store.open(header, { secrets: KNOWN, onBroken });
    for (const entry of beginOf(header)) {
      log.append(entry);
    }
    let seq = 3;
    let text = '';
    for (const secret of SECRETS) {
      for (let cut = 1 + (DRAW_SEED % STEP); cut < secret.length; cut += STEP) {
        for (const piece of [`It says ${secret.slice(0, cut)}`, `${secret.slice(cut)} here. `]) {
          log.append(deltaOf(header.runId, seq++, piece));
          text += piece;
          // The recognised beginning of a secret does not show what follows.
          if (cut % 5 === 4 && KNOWN.includes(secret)) {
            await log.barrier();
          }
        }
      }
    }
    for (const entry of endOf(header.runId, seq, text)) {
      log.append(entry);
    }
    expect(await log.finish()).toBe('whole');
    const bytes = await bytesOf(store, file);
    const shown = await shownBy(store.read(header.runId));
    const told = `${bytes}\n${shown}`;
    expect(SECRETS.flatMap((secret) => findTold(told, secret))).toEqual([]);
    expect(shown.match(/It says /g)?.length).toBeGreaterThan((SECRETS.length * 10) / STEP);
    await store.close();
    expect(SECRETS.flatMap((secret) => findTold(readFileSync(file).toString('utf8'), secret))).toEqual([]);
  });
});

describe('a secret', () => {
  it('is hidden in all runs of the tree from the moment that one of them has it', async () => {
    const file = newFile();
    const store = await newStore(file);
    const [top, child] = [
      headerOf(runIdOf(1)),
      headerOf(runIdOf(2), { root: runIdOf(1), parent: runIdOf(1), depth: 1 }),
    ];
    const caller = store.open(top, { secrets: ['of-the-caller-1'], onBroken });
    caller.append(openOf(top));
    const called = store.open(child, { secrets: ['of-the-child-22'], onBroken });
    called.append(openOf(child));
    called.append(deltaOf(child.runId, 0, 'I was told of-the-caller-1 and of-the-child-22.'));
    caller.append(deltaOf(top.runId, 0, 'It says of-the-caller-1 and of-the-child-22.'));
    await Promise.all([called.finish(), caller.finish()]);
    expect(await shownBy(store.readTree(top.runId))).toBe('I was told <key> and <key>.It says <key> and <key>.');
    expect(await bytesOf(store, file)).not.toMatch(/of-the-c/);
  });

  it('is waited for past the time of a batch, and masked where somebody waits, which the entries say', async () => {
    const store = await newStore();
    const header = headerOf(runIdOf(1));
    const log = store.open(header, { secrets: ['hunter2-abcdefgh'], onBroken });
    log.append(openOf(header));
    log.append(deltaOf(header.runId, 0, 'plain'));
    await log.barrier();
    log.append(deltaOf(header.runId, 1, 'It is hunter2'));
    log.append(deltaOf(header.runId, 2, ' and no more'));
    log.append(deltaOf(header.runId, 3, 'Or is it hunter2'));
    await new Promise((resolve) => setTimeout(resolve, 400));
    const seen: (readonly [number, string | undefined])[] = [];
    for await (const { pos, hidden } of store.read(header.runId)) {
      seen.push([pos, hidden]);
    }
    expect(seen).toEqual([0, 1, 2, 3].map((pos) => [pos, undefined]));
    await log.barrier();
    log.append(deltaOf(header.runId, 4, '-abcdefgh it is, hunter2-abcdefgh'));
    log.append(closeOf(header.runId));
    await log.finish();
    expect(await shownBy(store.read(header.runId))).toBe(
      'plainIt is hunter2 and no moreOr is it <key><key> it is, <key>',
    );
    const marks: (string | undefined)[] = [];
    for await (const { hidden } of store.read(header.runId)) {
      marks.push(hidden);
    }
    expect(marks).toEqual([undefined, undefined, undefined, undefined, 'beginning', 'secret', undefined]);
  });
});
