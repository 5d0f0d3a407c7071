/** Bundles a program that uses agent-mux as its users do, and runs each bundle where no package can be found. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';

const HOST = `
import { createClient } from 'agent-mux';
async function main() {
  await using mux = createClient();
  const run = mux.run({ agent: 'claude', prompt: 'Write made.txt.', approvalMode: 'prompt', binary: process.argv[2], onApprovalRequest: () => 'approve' });
  const types = new Set();
  for await (const event of run) types.add(event.type);
  const { exitReason, text } = await run;
  const sessions = await mux.sessions.list('claude');
  console.log(JSON.stringify({ exitReason, text, isGranted: types.has('approval_granted'), sessions: sessions.length }));
}
void main();
`;

/**
 * Tries the bundles. `scratch` has agent-mux installed; `binary` plays a recording of claude in which a command is granted. Throws where
 * one fails.
 */
export async function tryBundles(scratch, binary) {
  const entry = join(scratch, 'host.mjs');
  writeFileSync(entry, HOST);
  const away = mkdtempSync(join(tmpdir(), 'amux-bundled-'));
  try {
    const bundles = {
      'esbuild, ES module': await byEsbuild(entry, 'esm', join(away, 'esm.mjs')),
      'esbuild, CommonJS': await byEsbuild(entry, 'cjs', join(away, 'cjs.cjs')),
      'vite, SSR': await byVite(scratch, entry, join(away, 'vite')),
    };
    const home = join(away, 'home');
    mkdirSync(home);
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, ANTHROPIC_API_KEY: 'sk-test-0000' };
    for (const [name, file] of Object.entries(bundles)) {
      const printed = execFileSync(process.execPath, [file, binary], {
        cwd: home,
        env,
        encoding: 'utf8',
        timeout: 60_000,
      });
      const { exitReason, isGranted, sessions } = JSON.parse(printed);
      if (exitReason !== 'completed' || !isGranted || sessions !== 0) {
        throw new Error(`The program that was bundled by ${name} printed ${printed}`);
      }
    }
    return Object.keys(bundles);
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}

/** Resolves with the bundle's path. */
export async function byEsbuild(entry, format, outfile) {
  // `await using` is newer than Node 20.
  await esbuild({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format,
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** Resolves with the bundle's path. */
export async function byVite(root, entry, outDir) {
  await vite({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: entry, outDir, emptyOutDir: true, rollupOptions: { output: { entryFileNames: 'host.mjs' } } },
    // Otherwise it would be found in node_modules, and not be bundled.
    ssr: { noExternal: true },
  });
  return join(outDir, 'host.mjs');
}
