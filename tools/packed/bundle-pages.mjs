/**
 * Bundles a page of `@agent-mux/events`, `@agent-mux/policy` and `@agent-mux/protocols`, and compares its output in Chromium with that on
 * Node.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claude } from '@agent-mux/adapters';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import { encodeEntry } from '@agent-mux/events/journal';
import { build as esbuild } from 'esbuild';
import { createLogger, build as vite } from 'vite';
import { runInChromium } from './run-in-chromium.mjs';

const program = fileURLToPath(new URL('browser/program.mjs', import.meta.url));

/** The policy of a page that may load only the bundle's own files. */
const ONLY_OWN = "default-src 'none'; script-src 'self'";
const WITH_WASM = `${ONLY_OWN} 'wasm-unsafe-eval'`;

const ON_NODE = 'approve,ask,deny,approve';
/** The decisions in a browser, where nothing can follow links. */
const IN_BROWSER = 'approve,ask,deny,ask';
/** The output where a page may not compile WebAssembly: no command is read, and none is granted. */
const WITHOUT_WASM = "Error 'wasm-unsafe-eval',Error 'wasm-unsafe-eval',Error 'wasm-unsafe-eval',ask";

/**
 * Tries the pages. `scratch` has the three packages installed; `cassette` is a recording of claude in which a command is granted. Throws
 * where a page fails.
 */
export async function tryPages(scratch, cassette) {
  const root = join(scratch, 'pages');
  mkdirSync(root);
  try {
    const entry = join(root, 'program.mjs');
    copyFileSync(program, entry);
    writeFileSync(join(root, 'recorded.mjs'), `export const lines = ${JSON.stringify(await linesOf(cassette))};\n`);
    const onNode = JSON.parse(execFileSync(process.execPath, [entry], { encoding: 'utf8', timeout: 60_000 }));
    checkOnNode(onNode);
    const byEsbuild = await bundleByEsbuild(root, entry);
    const byVite = await bundleByVite(root, entry);
    const pages = [
      { name: 'esbuild', root: byEsbuild, csp: WITH_WASM, policy: IN_BROWSER },
      { name: 'vite', root: byVite, csp: WITH_WASM, policy: IN_BROWSER },
      { name: 'vite, without wasm-unsafe-eval', root: byVite, csp: ONLY_OWN, policy: WITHOUT_WASM },
    ];
    const { version, told } = await runInChromium(pages);
    for (const [index, { name, csp, policy }] of pages.entries()) {
      const { printed, faults } = told[index];
      const others = csp === WITH_WASM ? faults : faults.filter((fault) => !fault.includes('WebAssembly'));
      if (printed === undefined || others.length > 0) {
        throw new Error(`The page of ${name} went wrong in ${version}:\n${faults.join('\n')}`);
      }
      deepStrictEqual(JSON.parse(printed), { ...onNode, policy }, `What the page of ${name} says in ${version}`);
    }
    return { version, names: pages.map(({ name }) => name) };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function linesOf(cassette) {
  return replayCassette(await readCassette(cassette), claude).entries.map((entry) => encodeEntry(entry));
}

/** Checks the output on Node, since otherwise a page could agree with it about nothing. */
function checkOnNode({ events, journal, protocols, policy }) {
  const { pieces, tools, interactions, ...facts } = events;
  deepStrictEqual(facts, { types: 67, isSame: true, isWhole: true, broken: [], refused: 'TypeError' });
  deepStrictEqual(journal, { isSame: true, broken: [] });
  for (const [name, { outputs, read, ...rest }] of Object.entries(protocols)) {
    deepStrictEqual([outputs.length > 3, rest], [true, { isSame: true, broken: [] }], `What ${name} says`);
    deepStrictEqual(read, outputs, `What ${name} reads of its own lines`);
  }
  deepStrictEqual(policy, ON_NODE);
  if (pieces < 2 || !tools.includes('tool_result') || !interactions.includes('approval_granted')) {
    throw new Error(`The recording says too little: ${JSON.stringify(events)}`);
  }
}

async function bundleByEsbuild(root, entry) {
  const outdir = join(root, 'by-esbuild');
  const { warnings } = await esbuild({
    entryPoints: [entry],
    bundle: true,
    platform: 'browser',
    format: 'iife',
    outfile: join(outdir, 'page.js'),
    logLevel: 'error',
  });
  deepStrictEqual(warnings, [], 'esbuild warns of nothing');
  writeFileSync(join(outdir, 'index.html'), '<!doctype html><meta charset="utf-8"><script src="page.js"></script>');
  return outdir;
}

async function bundleByVite(root) {
  const outDir = join(root, 'by-vite');
  const warnings = [];
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><meta charset="utf-8"><script type="module" src="./program.mjs"></script>',
  );
  const logger = {
    ...createLogger('silent'),
    warn: (text) => warnings.push(text),
    warnOnce: (text) => warnings.push(text),
  };
  await vite({
    root,
    configFile: false,
    base: './',
    logLevel: 'warn',
    customLogger: logger,
    build: { outDir, chunkSizeWarningLimit: 2_000 },
  });
  deepStrictEqual(warnings, [], 'vite warns of nothing');
  return outDir;
}
