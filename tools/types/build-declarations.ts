/** Puts the declarations of a commit, or of the working tree, into a folder as a user would have them: `node_modules` with the packages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Builds the declarations, of the working tree where no commit is given. Throws where it does not compile. */
export function buildDeclarations(root: string, into: string, commit?: string): void {
  const tree = commit === undefined ? root : checkOut(root, join(into, 'tree'), commit);
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b'], { cwd: tree, stdio: 'pipe' });
  for (const folder of listPackages(tree)) {
    copyPackage(join(tree, folder), into);
  }
  if (commit !== undefined) {
    rmSync(tree, { recursive: true });
  }
}

function listPackages(tree: string): readonly string[] {
  return [...readdirSync(join(tree, 'packages')).map((name) => `packages/${name}`), 'adapters'];
}

/** Checks out the sources of a commit, with the installed packages of the working tree; our own packages are those of the commit. */
function checkOut(root: string, tree: string, commit: string): string {
  mkdirSync(join(tree, 'node_modules/@agent-mux'), { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit, '--', '.', ':!fixtures', ':!docs'], {
    cwd: root,
    maxBuffer: 2 ** 31,
  });
  execFileSync('tar', ['-x', '-C', tree], { input: archive });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@agent-mux' && name !== 'agent-mux') {
      symlinkSync(join(root, 'node_modules', name), join(tree, 'node_modules', name));
    }
  }
  for (const folder of listPackages(tree)) {
    const { name }: { readonly name: string } = JSON.parse(readFileSync(join(tree, folder, 'package.json'), 'utf8'));
    symlinkSync(join(tree, folder), join(tree, 'node_modules', name));
  }
  return tree;
}

function copyPackage(folder: string, into: string): void {
  const manifest: { readonly name: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const target = join(into, 'node_modules', manifest.name);
  mkdirSync(target, { recursive: true });
  // TypeScript takes two packages of one name and one version for the same one, wherever they lie.
  writeFileSync(join(target, 'package.json'), JSON.stringify({ ...manifest, version: undefined }));
  for (const file of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts')) {
      mkdirSync(dirname(join(target, 'dist', file)), { recursive: true });
      writeFileSync(join(target, 'dist', file), withoutSecrets(readFileSync(join(folder, 'dist', file), 'utf8')));
    }
  }
}

/** Removes private fields, because two classes that have them are never the same type, even where nobody outside could see a difference. */
function withoutSecrets(declarations: string): string {
  return declarations.replaceAll(/^\s*#private;\n/gm, '');
}
