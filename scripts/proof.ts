/** `proof age`: tells how old docs/proof.md is. `proof check`: the same, and fails where it is older than what it proves. */
import { join } from 'node:path';
import { describeProof } from './proof/describe-proof.ts';

const [command] = process.argv.slice(2);
const { lines, isFresh } = describeProof(join(import.meta.dirname, '..'));
console.log(lines.join('\n'));
if (command === 'check' && !isFresh) {
  console.error(
    'A release needs a proof of what it releases. Make it with `npm run test:all`, and commit docs/proof.md.',
  );
  process.exitCode = 1;
}
