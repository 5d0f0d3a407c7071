/** Floods of a real process, in a host of their own: what nobody reads costs no memory, and nothing of it is lost. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_FULL } from './support/drawn.ts';
import type { FloodReader, FloodReport, FloodTask } from './support/flood-host.ts';

/** The set-up of the tests has built it. */
const HOST = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'flood-host.mjs');
/** `npm run test:all` plays them at their full size, `npm test` a part of it. */
const size = IS_FULL ? { megabytes: 1_000, holdMs: 60_000 } : { megabytes: 20, holdMs: 1_200 };
/** Nearly as much as is kept of a text. */
const longMegabytes = IS_FULL ? 60 : 20;
/** Over the idle host, at its highest: while the agent writes and while all of it is read. */
const BAR_MB = 100;
/** The default of Node 20 and 22. Node 24 lets garbage grow to twice that, whatever a host does: `docs/limits.md` says so. */
const YOUNG = '--max-semi-space-size=16';

async function flood(task: FloodTask): Promise<FloodReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [YOUNG, HOST, JSON.stringify(task)], {
    timeout: 900_000,
    killSignal: 'SIGKILL',
  });
  return JSON.parse(stdout);
}

const READERS: readonly FloodReader[] = [
  'nobody',
  'forgotten iterator',
  'one event in hand',
  'listener beside a stalled iterator',
];

/** `ownMb`: of a text that long its end says all, so it is there. */
const FLOODS = [
  { what: 'many small deltas', ...size, ownMb: 0, deltaBytes: 1_000, deltasPerMessage: 500 },
  { what: 'few large ones', ...size, ownMb: 0, deltaBytes: 100_000, deltasPerMessage: 100 },
  // One that is stalled reads of it in between, which is what once wrote all that had accumulated again and again.
  {
    what: 'one long message',
    ...size,
    megabytes: longMegabytes,
    ownMb: longMegabytes,
    deltaBytes: 1_000,
    deltasPerMessage: longMegabytes * 1_000,
  },
];

/** Each reader has one of the floods, and each flood comes; another pairing each time. With AMUX_FULL=1 each reader has all. */
const floodsOf = (reader: FloodReader): typeof FLOODS =>
  FLOODS.filter((_, place) => IS_FULL || place === (READERS.indexOf(reader) + DRAW_SEED) % FLOODS.length);

describe.each(READERS)(`a flood for a reader that does not read (AMUX_SEED=${DRAW_SEED}): %s`, (reader) => {
  it.each(floodsOf(reader))(
    'takes little memory, loses nothing and starves nobody: $megabytes MB, $what',
    async ({ what: _what, ownMb, ...task }) => {
      const report = await flood({ reader, ...task });
      const { deltas } = report;
      expect(report).toEqual({
        overMb: expect.any(Number),
        withReadingMb: expect.any(Number),
        exitReason: 'completed',
        deltas,
        read: deltas,
        heard: reader === 'listener beside a stalled iterator' ? deltas : 0,
        isWhole: true,
        warnings: reader === 'one event in hand' ? 0 : 1,
      });
      expect(report.overMb).toBeLessThan(BAR_MB + ownMb);
      expect(report.withReadingMb).toBeLessThan(BAR_MB + ownMb);
    },
    IS_FULL ? 900_000 : 120_000,
  );
});
