#!/usr/bin/env node
// A file of its own, since npm links no program that is not there yet when a clone is installed.
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('amux is not built yet. Run `npm run build` in the clone, then try again.\n');
  process.exitCode = 1;
}
