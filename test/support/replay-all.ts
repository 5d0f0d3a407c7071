/** Runs `amux replay --json` over many recordings in one process: a line on stderr says which one begins, and which exit code it had. */

import split2 from 'split2';
import { replay } from '../../packages/agent-mux/src/cli/commands/replay.ts';
import { describeMistakes } from '../../packages/agent-mux/src/cli/describe-error.ts';

// Each replay writes to the same two.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
const given = new Map([['json', ['']]]);

for await (const path of process.stdin.pipe(split2('\n'))) {
  process.stdout.write(`${JSON.stringify({ begin: path })}\n`);
  try {
    const code = await replay({ path, given });
    process.stdout.write(`${JSON.stringify({ end: path, code })}\n`);
  } catch (error) {
    const mistakes = describeMistakes(error, given);
    const { exitCode } = mistakes[0] ?? { exitCode: 1 };
    const message = mistakes.map((mistake) => mistake.message).join(' ');
    process.stdout.write(`${JSON.stringify({ end: path, code: exitCode, message })}\n`);
  }
}
