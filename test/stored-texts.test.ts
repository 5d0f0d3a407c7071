/**
 * What has no secret in it is kept as it was told. Secrets are looked for over the pieces of a stream too, so that ordinary words may be
 * taken for one; what the fixtures had of secrets was taken out when they were recorded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { createLineRedactor, createRedactor } from '@agent-mux/core/cassette';
import { encodeEntry, isEventEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import { afterAll, expect, it } from 'vitest';
import { DRAW_SEED, drawn, IS_CI } from './support/drawn.ts';
import { drawnJournals } from './support/fixture-journals.ts';
import { fixturesOf } from './support/read-once.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-texts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`the journals of fixtures of all agents and modes are stored to the byte (AMUX_SEED=${DRAW_SEED})`, {
  timeout: 240_000,
}, async () => {
  await using store = await openStore(join(folder, 'runs.db'));
  const changed: unknown[] = [];
  for (const { name, entries } of await drawnJournals(IS_CI ? 1 : 4)) {
    const [opening] = entries;
    if (opening === undefined || isEventEntry(opening) || opening.entry !== 'open') {
      expect.unreachable();
    }
    const { header } = opening;
    const log = store.open(header, { secrets: [], onBroken: (error) => expect.fail(error.message) });
    for (const entry of entries) {
      log.append(entry);
    }
    expect(await log.finish()).toBe('whole');
    let at = 0;
    for await (const { entry } of store.read(header.runId)) {
      const wanted = entries[at++];
      if (wanted !== undefined && encodeEntry(entry) !== encodeEntry(wanted)) {
        changed.push({
          name,
          at: at - 1,
          wanted: encodeEntry(wanted).slice(0, 300),
          kept: encodeEntry(entry).slice(0, 300),
        });
      }
    }
    expect(at).toBe(entries.length);
  }
  expect(changed).toEqual([]);
});

it.each(builtInAdapters.map((adapter) => [adapter.agent, adapter] as const))(
  'no word of the native lines of %s is taken for a secret because of how it is cut',
  async (_agent, adapter) => {
    const changed: unknown[] = [];
    for (const fixture of drawn(await fixturesOf(adapter), { every: IS_CI ? 1 : 4, kindOf: () => '' })) {
      const { cassette } = await fixture.load();
      const kept: string[] = [];
      const whole = createRedactor({ looks: 'keys' });
      const redactor = createLineRedactor<undefined>(whole, (line) => kept.push(line));
      const lines = cassette.entries.flatMap((entry) => ('text' in entry ? [[entry.text, entry.dir] as const] : []));
      for (const [text, direction] of lines) {
        redactor.push(text, direction, undefined);
      }
      redactor.flush();
      // A line is looked at by itself too, and may look like a secret as a whole.
      const at = lines.findIndex(([text], number) => whole.line(text) !== kept[number]);
      if (at >= 0) {
        changed.push({ name: fixture.title, at, wanted: lines[at]?.[0].slice(0, 300), kept: kept[at]?.slice(0, 300) });
      }
    }
    expect(changed).toEqual([]);
  },
);
