/** Makes a folder with a project in it, and links that lead out of it. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ProjectFolder {
  readonly cwd: string;
  readonly home: string;
  /** The folder beside it. */
  readonly outside: string;
  remove(): void;
}

export function makeFolder(): ProjectFolder {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amux-policy-')));
  const [cwd, home, outside] = [join(root, 'project'), join(root, 'home'), join(root, 'outside')];
  for (const folder of [
    cwd,
    home,
    outside,
    join(cwd, 'src/deep'),
    join(cwd, 'test'),
    join(cwd, '.git/hooks'),
    join(home, '.ssh'),
  ]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const file of ['package.json', '.env', 'src/a.ts', 'src/.env', 'src/deep/b.ts']) {
    writeFileSync(join(cwd, file), '');
  }
  writeFileSync(join(outside, 'secret'), '');
  symlinkSync(outside, join(cwd, 'link'));
  symlinkSync(join(outside, 'secret'), join(cwd, 'link-to-file'));
  symlinkSync('src', join(cwd, 'sources'));
  symlinkSync('.env', join(cwd, 'harmless'));
  symlinkSync('circle', join(cwd, 'circle'));
  return { cwd, home, outside, remove: () => rmSync(root, { recursive: true, force: true }) };
}
