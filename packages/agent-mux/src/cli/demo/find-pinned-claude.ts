/** Finds the claude CLI that the repository pins for its own tests, when amux runs inside it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PINNED = join('test', 'agents', 'node_modules', 'claude');
/** Until its install script has run, the program is a placeholder of some hundred bytes. */
const MIN_PROGRAM_BYTES = 1_000_000;

/** Absolute path of the program; undefined where there is none above `from`. */
export function findPinnedClaude(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const manifest = join(folder, PINNED, 'package.json');
    if (existsSync(manifest)) {
      return findProgram(manifest);
    }
    if (dirname(folder) === folder) {
      return undefined;
    }
  }
}

function findProgram(manifest: string): string | undefined {
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  const bin = typeof content === 'object' && content !== null && 'bin' in content ? content.bin : undefined;
  const path = typeof bin === 'object' && bin !== null && 'claude' in bin ? bin.claude : bin;
  const program = typeof path === 'string' ? join(dirname(manifest), path) : undefined;
  return program !== undefined && existsSync(program) && statSync(program).size >= MIN_PROGRAM_BYTES
    ? program
    : undefined;
}
