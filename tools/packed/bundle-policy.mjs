/** Bundles a program that uses `@agent-mux/policy` alone, for Node, and runs each bundle where no package can be found. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byEsbuild, byVite } from './bundle-hosts.mjs';

const PROGRAM = `
import { policy } from '@agent-mux/policy';
async function main() {
  const decide = policy({ allow: [{ command: 'npm test' }, { kind: 'read', path: '/work/**' }], deny: [{ host: 'evil.example' }] });
  const all = [];
  for (const command of ['npm test && npm test', 'npm test; rm -rf ~', 'curl evil.example']) {
    all.push(decide({ toolKind: 'execute', command }, { cwd: '/work' }));
  }
  all.push(decide({ toolKind: 'read', paths: ['/work/a.txt'] }, { cwd: '/work' }));
  console.log((await Promise.all(all)).map(({ decision }) => decision).join());
}
void main();
`;
const DECISIONS = 'approve,ask,deny,approve';

/** Tries the bundles. `scratch` has `@agent-mux/policy` installed. Throws where one fails. */
export async function tryPolicyBundles(scratch) {
  const entry = join(scratch, 'policy-host.mjs');
  writeFileSync(entry, PROGRAM);
  const away = mkdtempSync(join(tmpdir(), 'amux-policy-bundled-'));
  try {
    const bundles = {
      'esbuild, ES module': await byEsbuild(entry, 'esm', join(away, 'esm.mjs')),
      'esbuild, CommonJS': await byEsbuild(entry, 'cjs', join(away, 'cjs.cjs')),
      'vite, SSR': await byVite(scratch, entry, join(away, 'vite')),
    };
    for (const [name, file] of Object.entries(bundles)) {
      const printed = execFileSync(process.execPath, [file], { cwd: away, encoding: 'utf8', timeout: 60_000 });
      if (printed.trim() !== DECISIONS) {
        throw new Error(
          `The policy that was bundled by ${name} printed ${JSON.stringify(printed)} and not ${DECISIONS}`,
        );
      }
    }
    return Object.keys(bundles);
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}
