#!/usr/bin/env node
// A file of its own, since npm links no program that is not there yet when a clone is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  runFromSources();
}

/**
 * Runs the sources through tsx, because a fresh clone is not built: a build would take half a minute, and would later be started instead of
 * newer sources.
 */
function runFromSources() {
  const tsx = findTsx();
  if (tsx === undefined) {
    process.stderr.write(
      'amux is not built, and tsx, which would run its sources, is not installed. Run `npm ci` in the clone, or `npm run build`.\n',
    );
    process.exitCode = 1;
    return;
  }
  process.stderr.write('amux runs from the sources of this clone. It starts faster after `npm run build`.\n');
  const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  const flags = ['--conditions=agent-mux-source', '--import', tsx];
  const child = spawn(process.execPath, [...flags, main, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A key of the terminal reaches both; whoever signals this process alone means the other one.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
    } else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}

function findTsx() {
  try {
    return import.meta.resolve('tsx');
  } catch {
    // The question is whether the package exists, so a failure is an answer.
    return undefined;
  }
}
