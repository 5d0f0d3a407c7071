/** Bundles a program that uses `@agent-mux/policy` alone, for Node and for a browser, and runs each bundle where no package can be found. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { build as esbuild } from 'esbuild';
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
const IN_NODE = 'approve,ask,deny,approve';
/** Nothing there can follow links. */
const IN_BROWSER = 'approve,ask,deny,ask';

/** `scratch` has `@agent-mux/policy` installed. Throws where one fails. */
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
      expectPrinted(
        name,
        execFileSync(process.execPath, [file], { cwd: away, encoding: 'utf8', timeout: 60_000 }),
        IN_NODE,
      );
    }
    const page = join(away, 'page.js');
    await esbuild({
      entryPoints: [entry],
      bundle: true,
      platform: 'browser',
      format: 'iife',
      outfile: page,
      logLevel: 'error',
    });
    expectPrinted('esbuild, for a browser', await runAsPage(readFileSync(page, 'utf8')), IN_BROWSER);
    return [...Object.keys(bundles), 'esbuild, for a browser'];
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

function expectPrinted(name, printed, expected) {
  if (printed.trim() !== expected) {
    throw new Error(`The policy that was bundled by ${name} printed ${JSON.stringify(printed)} and not ${expected}`);
  }
}

const OF_BROWSERS =
  'URL WebAssembly TextDecoder TextEncoder atob btoa Response Blob DecompressionStream ReadableStream'.split(' ');

/** With what every browser has, and nothing of Node's. */
function runAsPage(code) {
  const page = Object.fromEntries(OF_BROWSERS.map((name) => [name, globalThis[name]]));
  return new Promise((resolve, reject) => {
    const given = setTimeout(() => reject(new Error('The page printed nothing for 30 seconds.')), 30_000);
    const log = (text) => {
      clearTimeout(given);
      resolve(text);
    };
    vm.runInNewContext(code, { ...page, console: { ...console, log }, setTimeout, queueMicrotask });
  });
}
