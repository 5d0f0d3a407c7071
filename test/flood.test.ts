/** Floods of a real process, in a host of their own: what nobody reads costs no memory, and nothing of it is lost. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { FloodReader, FloodReport, FloodTask } from './support/flood-host.ts';

/** The set-up of the tests has built it. */
const HOST = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'flood-host.mjs');
const isFull = process.env['AMUX_FULL'] === '1';
/** `npm run test:all` plays them at their full size, `npm test` a fiftieth. */
const size = isFull ? { megabytes: 1_000, holdMs: 60_000 } : { megabytes: 20, holdMs: 1_200 };
/** Over the idle host, at its highest: while the agent writes and while all of it is read. */
const BAR_MB = 100;

async function flood(task: FloodTask): Promise<FloodReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [HOST, JSON.stringify(task)], {
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

describe.each(READERS)(`${size.megabytes} MB for a reader that does not read: %s`, (reader) => {
  it.each([
    { what: 'many small deltas', deltaBytes: 1_000, deltasPerMessage: 500 },
    { what: 'few large ones', deltaBytes: 100_000, deltasPerMessage: 100 },
  ])(
    'takes little memory, loses nothing and starves nobody: $what',
    async ({ deltaBytes, deltasPerMessage }) => {
      const report = await flood({ reader, ...size, deltaBytes, deltasPerMessage });
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
      expect(report.overMb).toBeLessThan(BAR_MB);
      expect(report.withReadingMb).toBeLessThan(BAR_MB);
    },
    isFull ? 900_000 : 120_000,
  );
});
