/** Runs everything that there is to run, and writes what came of it as docs/proof.md. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { openGit } from './git.ts';
import { hashGrounds, PROOF_FILE } from './proof-file.ts';
import { renderProof, type StepEnd } from './render-proof.ts';

export interface ProofStep {
  readonly name: string;
  /** `reports`: the folder for a JSON report of vitest, which is named for the step. */
  command(reports: string): readonly [file: string, ...args: readonly string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** Its last line is a score, and stands in the proof. @defaultValue false */
  readonly isScored?: boolean;
}

const COUNT = join(import.meta.dirname, '../ci/count-runs.mjs');

/** Whether all of it held. What failed proves nothing: docs/proof.md is written only where nothing did. */
export function makeProof(root: string, steps: readonly ProofStep[], now: () => Date = () => new Date()): boolean {
  const git = openGit(root);
  if (git.demand('status', '--porcelain') !== '') {
    throw new Error(
      `A proof is of a commit, and there are changes in ${root} that are in none. Commit or stash them first.`,
    );
  }
  const commit = git.demand('rev-parse', 'HEAD');
  const hashes = hashGrounds(root, commit);
  const reports = mkdtempSync(join(tmpdir(), 'amux-proof-'));
  try {
    const ends = steps.map((step) => runStep(root, step, reports));
    const failed = ends.filter(({ isGood }) => !isGood).map(({ name }) => name);
    const { stdout } = spawnSync(process.execPath, [COUNT, reports, ...failed], { encoding: 'utf8' });
    process.stdout.write(stdout);
    const counts = stdout.trimEnd().split('\n').at(-1) ?? '';
    if (!/\b0 failed\b/.test(counts)) {
      console.log(`${PROOF_FILE} stays as it is: what failed proves nothing.`);
      return false;
    }
    if (git.demand('rev-parse', 'HEAD') !== commit || git.demand('status', '--porcelain') !== '') {
      throw new Error(
        `The clone changed while ${commit} was tested, so that nothing is proved. Run it again, and leave it alone.`,
      );
    }
    const flaky = [...stdout.matchAll(/^flaky: (.*)$/gm)].map(([, text = '']) => text);
    const page = renderProof({
      commit,
      date: now().toISOString(),
      hashes,
      machine: describeMachine(),
      counts,
      flaky,
      ends,
    });
    mkdirSync(dirname(join(root, PROOF_FILE)), { recursive: true });
    writeFileSync(join(root, PROOF_FILE), page);
    return true;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function runStep(root: string, { name, command, env = {}, isScored = false }: ProofStep, reports: string): StepEnd {
  console.log(`== ${name}`);
  const [file, ...args] = command(reports);
  const begin = performance.now();
  const { status, stdout } = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', isScored ? 'pipe' : 'inherit', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  if (isScored) process.stdout.write(stdout);
  const minutes = (performance.now() - begin) / 60_000;
  console.log(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${minutes.toFixed(1)} min)`);
  const score = isScored ? stdout.trimEnd().split('\n').at(-1) : undefined;
  return { name, isGood: status === 0, minutes, ...(score === undefined ? {} : { score }) };
}

function describeMachine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() || 'unknown processor'}, ${memory} GiB, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`;
}
