/**
 * `test-nodes --output-folder FOLDER VERSION…`: on each of these versions of Node, side by side, the unit tests of what depends on Node: processes and
 * their streams, the run's timers and queues, recordings, the command line as it is started, and what memory a flood takes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
/** The rest is pure, or the same calls again: the recordings, for one, say the same on each Node. */
const DEPENDS_ON_NODE = [
  'packages/core/src/process/',
  'packages/core/src/run/',
  'packages/core/src/cassette/',
  'packages/agent-mux/src/cli/output.test.ts',
  'packages/agent-mux/src/cli/follow-run.test.ts',
  // What V8 lets garbage grow to differs.
  'test/flood.test.ts',
];

const { values, positionals: versions } = parseArgs({
  options: { 'output-folder': { type: 'string', default: '.' } },
  allowPositionals: true,
});
const scratch = mkdtempSync(join(tmpdir(), 'amux-nodes-'));

async function endOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** The path of its program; npm has it as a package. */
async function getNode(version: string): Promise<string> {
  const folder = join(scratch, version);
  const args = ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`];
  if ((await endOf(spawn('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] }))) !== 0) {
    throw new Error(`npm could not install node@${version}. Is the registry reachable?`);
  }
  return join(folder, 'node_modules/node/bin/node');
}

async function testOn(version: string): Promise<number> {
  const report = join(values['output-folder'], `node-${version}.json`);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    '--retry=1',
    '--testTimeout=120000',
    // Several versions are at work at once.
    '--maxWorkers=2',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...DEPENDS_ON_NODE,
  ];
  const node = await getNode(version);
  const code = await endOf(spawn(node, [vitest, ...args], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }));
  console.log(`== node ${version}: ${code === 0 ? 'ok' : `FAILED, exit code ${code}`}`);
  return code;
}

try {
  mkdirSync(values['output-folder'], { recursive: true });
  const codes = await Promise.all(versions.map(testOn));
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
