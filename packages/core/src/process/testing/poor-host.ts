/**
 * A host that has no file descriptor left for a while: it starts agents and asks for a version meanwhile, starts an agent afterwards, and
 * prints how that went. Its argument says what it has done before: `started` an agent, or only `loaded` what starts one.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { askVersion } from '../../registry/ask-version.ts';
import { loadExeca } from '../spawn.ts';
import { watchdog } from '../watchdog.ts';
import { shellWatchdogScript } from '../watchdog-shell-script.ts';
import { observeAgent } from './observe-agent.ts';
import { takeDescriptors } from './take-descriptors.ts';

/** More than the start queue has places, on a machine with two processors. */
const MANY = 12;

/** How the start went: whether the agent had a limit as its mark, or the error. */
async function live(): Promise<string> {
  const { calls, lines, closed } = observeAgent({ file: '/bin/cat', args: ['/proc/self/limits'] });
  await closed;
  const isMarked = lines.some((line) => /\b1\d{15}\b/.test(line));
  return calls.find((call) => call.startsWith('spawnError')) ?? (isMarked ? 'marked' : 'without a mark');
}

/** The program that the watchdog is, once those that start it have become it. */
async function languageOf(pid: number | undefined): Promise<string> {
  for (;;) {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (words[1] === '-e' || (words[1] === '-c' && words[2] === shellWatchdogScript)) {
      return words[1] === '-c' ? 'sh' : 'node';
    }
    await delay(10);
  }
}

await (process.argv[2] === 'started' ? live() : loadExeca());
// The watchdog has to be started again too.
if (watchdog.pid !== undefined) {
  process.kill(watchdog.pid, 'SIGKILL');
}
// Its end is noticed before, or it would be started again at some time or other.
while (watchdog.pid !== undefined) {
  await delay(1);
}
const giveBack = takeDescriptors();
const meanwhile = await Promise.all(Array.from({ length: MANY }, live));
const version = await askVersion(process.execPath);
giveBack();
const after = await live();
const watching = await languageOf(watchdog.pid);
process.stdout.write(`${JSON.stringify({ meanwhile, version, after, watching })}\n`);
