/** Runs the steps of one part of the proof, and counts the results. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PartRecord } from './proof-record.ts';

export interface ProofStep {
  readonly name: string;
  command(folders: StepFolders): readonly [file: string, ...args: readonly string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether its last line is a score, which the proof records. @defaultValue false */
  readonly isScored?: boolean;
}

interface StepFolders {
  /** The folder for JSON reports of vitest, each named for its step. */
  readonly reports: string;
  /**
   * The folder that stays until the part is proved: an interrupted run goes on with what it finds there, if the part's ground has not
   * changed.
   */
  readonly kept: string;
}

export type PartEnd = Pick<PartRecord, 'minutes' | 'counts' | 'score' | 'flaky'>;

const COUNT = join(import.meta.dirname, '../ci/count-runs.mjs');

/** The result; undefined where something failed, after all steps, since each reports what it can. */
export function runPart(root: string, steps: readonly ProofStep[], kept: string): PartEnd | undefined {
  const reports = mkdtempSync(join(tmpdir(), 'amux-proof-'));
  mkdirSync(kept, { recursive: true });
  try {
    const begin = performance.now();
    const ends = steps.map((step) => runStep(root, step, { reports, kept }));
    const minutes = (performance.now() - begin) / 60_000;
    const failed = ends.filter(({ isGood }) => !isGood).map(({ name }) => name);
    const isCounted = readdirSync(reports).length > 0;
    if (!isCounted) {
      return failed.length > 0 ? undefined : { minutes: rounded(minutes), ...scoreOf(ends), flaky: [] };
    }
    const { stdout } = spawnSync(process.execPath, [COUNT, reports, ...failed], { encoding: 'utf8' });
    process.stdout.write(stdout);
    const counts = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (!/\b0 failed\b/.test(counts)) {
      return undefined;
    }
    if (/^0 passed/.test(counts)) {
      console.log('No test was played, and so nothing is proved.');
      return undefined;
    }
    return {
      minutes: rounded(minutes),
      counts,
      ...scoreOf(ends),
      flaky: [...stdout.matchAll(/^flaky: (.*)$/gm)].map(([, text = '']) => text.replaceAll(`${root}/`, '')),
    };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function rounded(minutes: number): number {
  return Math.round(minutes * 10) / 10;
}

function scoreOf(ends: readonly StepEnd[]): Pick<PartEnd, 'score'> {
  const score = ends.flatMap((end) => end.score ?? []).join('; ');
  return score === '' ? {} : { score };
}

interface StepEnd {
  readonly name: string;
  readonly isGood: boolean;
  readonly score?: string;
}

function runStep(
  root: string,
  { name, command, env = {}, isScored = false }: ProofStep,
  folders: StepFolders,
): StepEnd {
  console.log(`== ${name}`);
  const [file, ...args] = command(folders);
  const begin = performance.now();
  const { status, stdout } = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', isScored ? 'pipe' : 'inherit', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (isScored) {
    process.stdout.write(stdout);
  }
  const minutes = (performance.now() - begin) / 60_000;
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${minutes.toFixed(1)} min)`);
  const score = isScored ? stdout.trimEnd().split('\n').at(-1) : undefined;
  return { name, isGood: status === 0, ...(score === undefined ? {} : { score }) };
}
