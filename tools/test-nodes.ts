/**
 * `test-nodes [--output-folder FOLDER] [--nodes-folder FOLDER] [--install-only] VERSION…`: runs on each of these versions of Node, side by
 * side, the unit tests of what depends on Node: processes and their streams, the run's timers and queues, recordings, the command line as
 * it is started, and what memory a flood takes. A folder for them keeps the versions, and they are installed where they are missing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEPENDS_ON_NODE } from './proof/depends-on-node.ts';

const ROOT = join(import.meta.dirname, '..');

const { values, positionals: versions } = parseArgs({
  options: {
    'output-folder': { type: 'string', default: '.' },
    'nodes-folder': { type: 'string' },
    'install-only': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const scratch = mkdtempSync(join(tmpdir(), 'amux-nodes-'));

async function endOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** The path of its program, which npm has as a package. */
async function getNode(version: string): Promise<string> {
  const folder = join(values['nodes-folder'] ?? scratch, version);
  const program = join(folder, 'node_modules/node/bin/node');
  if (existsSync(program)) {
    return program;
  }
  const args = ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `node@${version}`];
  if ((await endOf(spawn('npm', args, { stdio: ['ignore', 'inherit', 'inherit'] }))) !== 0) {
    throw new Error(`npm could not install node@${version}. Is the registry reachable?`);
  }
  return program;
}

async function testOn(version: string): Promise<number> {
  const report = join(values['output-folder'], `node-${version}.json`);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    '--retry=1',
    '--testTimeout=120000',
    // Several versions work at once.
    '--maxWorkers=2',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...DEPENDS_ON_NODE,
  ];
  const node = await getNode(version);
  if (values['install-only']) {
    return 0;
  }
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
