/** A window that is nearly full is told of before it is compacted, wherever a recording holds its size. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Fixture, listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';
import { expect, it } from 'vitest';

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));
const crowded = (await Promise.all(fixtures.map(readCrowded))).flatMap((each) => each ?? []);

it('there are recordings of compactions of a window that was nearly full', () => {
  expect(crowded.length).toBeGreaterThan(1);
});

it.each(crowded)('$title warns before it compacts', ({ before }) => {
  expect(before.map(({ type }) => type)).toContain('context_limit_warning');
});

/** The events before a compaction; undefined where nothing shows that the window was nearly full. */
async function readCrowded(
  fixture: Fixture,
): Promise<{ readonly title: string; readonly before: readonly NormalEvent[] } | undefined> {
  const events = (await readGolden(fixture)) ?? [];
  const at = events.findIndex(({ type }) => type === 'context_compacted');
  if (at < 0) {
    return undefined;
  }
  const [, ...entries] = (await readFile(fixture.cassette, 'utf8')).split('\n');
  const sizes = [...entries.join('\n').matchAll(/"(?:contextWindow|model_?[cC]ontext_?[wW]indow)\\*":(\d+)/g)];
  const window = Math.min(...sizes.map(([, size]) => Number(size)));
  const before = events.slice(0, at);
  const used = before.findLast(({ type }) => type === 'token_usage')?.['inputTokens'];
  const isCrowded = sizes.length > 0 && typeof used === 'number' && used > window * 0.8;
  return isCrowded ? { title: `${fixture.agent} ${fixture.version} ${fixture.scenario}`, before } : undefined;
}
