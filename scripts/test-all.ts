/** `npm run test:all`: the whole proof. Everything on the real CLIs, all versions of Node, full sizes, the mutants; then docs/proof.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeProof, type ProofStep } from './proof/make-proof.ts';

const ROOT = join(import.meta.dirname, '..');
const TSX = ['--import', 'tsx'] as const;
/** With one retry, as in CI. */
const VITEST = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--retry=1',
  '--testTimeout=600000',
  '--reporter=default',
  '--reporter=json',
] as const;
/** What `npm test` plays at a fraction of its size is played at all of it. */
const FULL = { AMUX_FULL: '1' };

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
const mutants: ProofStep = { name: 'mutants', command: () => ['npm', 'run', '--silent', 'mutants'], isScored: true };

const STEPS: readonly ProofStep[] = [
  { name: 'check', command: () => ['npm', 'run', 'check'] },
  {
    name: 'unit-tests',
    command: (reports) => ['node', ...VITEST, `--outputFile.json=${join(reports, 'unit-tests.json')}`],
    env: FULL,
  },
  { name: 'install-CLIs', command: () => ['node', 'scripts/install-agents.mjs'] },
  {
    name: 'real-CLIs',
    command: (reports) => [
      'node',
      ...TSX,
      'scripts/test-real.ts',
      '--all',
      '--output-file',
      join(reports, 'real-CLIs.json'),
    ],
    env: FULL,
  },
  { name: 'packed-tarballs', command: () => ['node', 'scripts/test-packed.mjs'] },
  {
    name: 'nodes',
    command: (reports) => ['node', ...TSX, 'scripts/test-nodes.ts', '--output-folder', reports, '20', '22', '24'],
  },
  ...(scripts['mutants'] === undefined ? [] : [mutants]),
];

process.exitCode = makeProof(ROOT, STEPS) ? 0 : 1;
