/** Compiles an import of each part of each package like a strict program that trusts no declaration: `skipLibCheck: false`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2023', 'esnext.disposable'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

/** Matches errors in our files, because contradictions within the types of Node are no fault of ours. */
const OURS = /(?:^|\/)node_modules\/(?:@agent-mux\/|agent-mux\/)|^every-part/;

/** Checks the types; `folder` has the packages installed, `root` has the compiler and the types of Node. Throws with the output of tsc. */
export function checkTypes(folder, root, packages) {
  const parts = packages.flatMap((each) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, each, 'package.json'), 'utf8'));
    const subpaths = Object.keys(exports).filter((subpath) => !subpath.endsWith('.json'));
    return subpaths.map((subpath) => name + subpath.slice(1));
  });
  const lines = parts.map((part, index) => `export * as part${index} from '${part}';\n`);
  writeFileSync(join(folder, 'every-part.mts'), lines.join(''));
  const compilerOptions = { ...OPTIONS, typeRoots: [join(root, 'node_modules/@types')] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['every-part.mts'] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const said = String(error.stdout).split('\n');
    const faults = said.filter((line) => OURS.test(line));
    if (faults.length > 0 || !said.some((line) => line.includes('error TS'))) {
      throw new Error(
        `A strict program does not compile against the packages:\n${faults.join('\n') || said.join('\n')}`,
      );
    }
  }
  return parts.length;
}
