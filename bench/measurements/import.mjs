/** The time to load the package in a fresh process. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const name = 'import';
export const title = 'Import of agent-mux';

const LOADS = 15;
const BAR_MS = 80;
const HERE = fileURLToPath(new URL('.', import.meta.url));

export async function measure() {
  const packages = [];
  const nothing = [];
  for (let n = 0; n < LOADS; n++) {
    packages.push(await load('agent-mux'));
    nothing.push(await load('data:text/javascript,'));
  }
  return [
    {
      what: 'import("agent-mux") in a fresh process, processor time',
      unit: 'ms',
      samples: packages.map(({ cpuMs }) => cpuMs),
      atMost: BAR_MS,
    },
    { what: 'by the clock', unit: 'ms', samples: packages.map(({ ms }) => ms) },
    { what: 'its memory', unit: 'MB', samples: packages.map(({ mb }) => mb) },
    { what: 'for comparison, an empty module', unit: 'ms', samples: nothing.map(({ ms }) => ms) },
  ];
}

// This is no probe, which would have loaded modules of Node that the package loads too.
async function load(specifier) {
  const program = `
    const rss = process.memoryUsage.rss();
    const cpu = process.cpuUsage();
    const begin = performance.now();
    await import(${JSON.stringify(specifier)});
    const ms = performance.now() - begin;
    const { user, system } = process.cpuUsage(cpu);
    console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, mb: (process.memoryUsage.rss() - rss) / 1048576 }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: HERE });
  return JSON.parse(stdout);
}
