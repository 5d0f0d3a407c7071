/** Checks each package as a user would get it: publint, and types as TypeScript resolves them. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = [
  'packages/events',
  'packages/core',
  'packages/store',
  'packages/protocols',
  'packages/otel',
  'adapters',
  'packages/testkit',
  'packages/agent-mux',
];

for (const folder of packages) {
  for (const [tool, ...args] of [
    ['publint', '--strict', folder],
    ['attw', '--pack', folder, '--profile', 'esm-only', '--quiet'],
  ]) {
    process.stdout.write(`${tool} ${folder}\n`);
    execFileSync('npx', ['--no-install', tool, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  }
}
