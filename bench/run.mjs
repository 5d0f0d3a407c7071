/**
 * `npm run bench -- [--only NAME] [--agent NAME] [--repetitions N] [--against FOLDER] [--write-docs]`: exits with 1 if a bar is missed.
 * `--agent` takes an agent, or one of its modes as the subjects are named. `--against` takes a built checkout of another version, and
 * compares the cost of a run without a store with it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as approval from './measurements/approval.mjs';
import * as importing from './measurements/import.mjs';
import * as longLine from './measurements/long-line.mjs';
import * as manyRuns from './measurements/many-runs.mjs';
import * as manyStarts from './measurements/many-starts.mjs';
import * as memory from './measurements/memory.mjs';
import * as policies from './measurements/policies.mjs';
import * as protocols from './measurements/protocols.mjs';
import * as slope from './measurements/slope.mjs';
import * as start from './measurements/start.mjs';
import * as store from './measurements/store.mjs';
import * as throughput from './measurements/throughput.mjs';
import { describeMachine, judge, renderPage, renderTable } from './report.mjs';
import { SUBJECTS } from './subjects/index.mjs';

/** Measurements that run for each subject. */
const OF_SUBJECTS = [throughput, slope, longLine, memory, approval];
/** Measurements that do not depend on the agent. */
const OF_THE_PACKAGE = [start, importing, manyRuns, manyStarts, store, protocols, policies];
const MEASUREMENTS = [...OF_SUBJECTS, ...OF_THE_PACKAGE];

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    agent: { type: 'string', multiple: true },
    repetitions: { type: 'string', default: '5' },
    against: { type: 'string' },
    'write-docs': { type: 'boolean', default: false },
  },
});
const repetitions = Number(values.repetitions);
const isWanted = ({ name }) => values.only?.includes(name) ?? true;
const subjects = SUBJECTS.filter(
  ({ name, agent }) => values.agent === undefined || values.agent.includes(name) || values.agent.includes(agent),
);
const unknown = values.only?.filter((only) => MEASUREMENTS.every(({ name }) => name !== only)) ?? [];
if (unknown.length > 0 || subjects.length === 0 || !Number.isInteger(repetitions) || repetitions < 1) {
  console.error(
    `--only takes ${MEASUREMENTS.map(({ name }) => name).join(', ')}; --agent ${SUBJECTS.map(({ name }) => name).join(', ')}; --repetitions a number from 1.`,
  );
  process.exit(2);
}
if (values['write-docs'] && (values.only !== undefined || values.agent !== undefined)) {
  console.error('--write-docs needs all measurements: leave out --only and --agent.');
  process.exit(2);
}

const machine = describeMachine();
console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.os}, Node ${machine.node}`);
const results = [];
const folder = mkdtempSync(join(tmpdir(), 'amux-bench-'));

async function take({ name, title, measure }, subject) {
  const heading = subject === undefined ? title : `${subject.name}: ${title}`;
  console.log(`… ${heading} (load ${loadavg()[0].toFixed(1)})`);
  results.push({
    name,
    title: heading,
    rows: (await measure({ repetitions, folder, subject, against: values.against })).map(judge),
  });
}

try {
  for (const subject of subjects) {
    for (const measurement of OF_SUBJECTS.filter(isWanted)) {
      // A mode that takes one prompt can ask nobody.
      if (measurement !== approval || subject.endsInput !== true) {
        await take(measurement, subject);
      }
    }
  }
  for (const measurement of OF_THE_PACKAGE.filter(isWanted)) {
    if (values.agent === undefined) {
      await take(measurement);
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
