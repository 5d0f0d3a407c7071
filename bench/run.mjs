/** `npm run bench -- [--only NAME] [--repetitions N] [--write-docs]`: exits with 1 if a bar is missed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as importing from './measurements/import.mjs';
import * as longLine from './measurements/long-line.mjs';
import * as manyRuns from './measurements/many-runs.mjs';
import * as memory from './measurements/memory.mjs';
import * as slope from './measurements/slope.mjs';
import * as start from './measurements/start.mjs';
import * as throughput from './measurements/throughput.mjs';
import { describeMachine, judge, renderPage, renderTable } from './report.mjs';

const MEASUREMENTS = [throughput, slope, longLine, memory, start, importing, manyRuns];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    repetitions: { type: 'string', default: '5' },
    'write-docs': { type: 'boolean', default: false },
  },
});
const repetitions = Number(values.repetitions);
const unknown = values.only?.filter((only) => MEASUREMENTS.every(({ name }) => name !== only)) ?? [];
if (unknown.length > 0 || !Number.isInteger(repetitions) || repetitions < 1) {
  console.error(`--only takes ${MEASUREMENTS.map(({ name }) => name).join(', ')}; --repetitions a number from 1.`);
  process.exit(2);
}
if (values['write-docs'] && values.only !== undefined) {
  console.error('--write-docs needs all measurements: leave out --only.');
  process.exit(2);
}

const machine = describeMachine();
console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.os}, Node ${machine.node}`);
const results = [];
const folder = mkdtempSync(join(tmpdir(), 'amux-bench-'));
try {
  for (const { name, title, measure } of MEASUREMENTS) {
    if (values.only === undefined || values.only.includes(name)) {
      console.log(`… ${title} (load ${loadavg()[0].toFixed(1)})`);
      results.push({ name, title, rows: (await measure({ repetitions, folder })).map(judge) });
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log(`\n${renderTable(results)}`);
const at = (path) => new URL(path, import.meta.url);
writeFileSync(at('./results.json'), `${JSON.stringify({ machine, repetitions, results }, null, 2)}\n`);
if (values['write-docs']) {
  writeFileSync(at('../docs/performance.md'), renderPage(results, machine, repetitions));
}
process.exitCode = results.some(({ rows }) => rows.some(({ holds }) => !holds)) ? 1 : 0;
