/**
 * `npm run test:all -- [--only PART,…] [--force]`: the whole proof. Full sizes, all versions of Node, everything on the real CLIs, the
 * mutants. A part runs where its ground has changed since its last run; with `--force` in any case. A part is named as in docs/proof.md, or
 * by the beginning of its name: `live`, `live:codex`, `mutants:events`. Results are written to docs/proof.json and docs/proof.md part by
 * part.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listParts } from './proof/list-parts.ts';
import { makeProof } from './proof/make-proof.ts';

const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { only: { type: 'string' }, force: { type: 'boolean', default: false } },
});
const { only, force } = values;
process.exitCode = makeProof(ROOT, listParts(ROOT), {
  force,
  ...(only === undefined ? {} : { only: only.split(',') }),
})
  ? 0
  : 1;
