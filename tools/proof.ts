/** `proof age`: reports how old the proof is, part by part. `proof check`: the same, and fails where a part is missing or stale. */
import { join } from 'node:path';
import { describeProof } from './proof/describe-proof.ts';
import { listParts } from './proof/list-parts.ts';

const ROOT = join(import.meta.dirname, '..');
const [command] = process.argv.slice(2);
const { lines, isFresh } = describeProof(ROOT, listParts(ROOT));
console.log(lines.join('\n'));
if (command === 'check' && !isFresh) {
  console.error(
    'A release needs a proof of what it releases. `npm run test:all` runs the parts that are stale or missing; commit docs/proof.json and docs/proof.md.',
  );
  process.exitCode = 1;
}
