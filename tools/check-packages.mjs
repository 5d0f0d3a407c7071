/** Checks each package as a user would get it: publint, and types as TypeScript resolves them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './packed/list-packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
for (const folder of PACKAGES) {
  for (const [tool, ...args] of [
    ['publint', '--strict', folder],
    ['attw', '--pack', folder, '--profile', 'esm-only', '--quiet'],
  ]) {
    process.stdout.write(`${tool} ${folder}\n`);
    execFileSync('npx', ['--no-install', tool, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}
