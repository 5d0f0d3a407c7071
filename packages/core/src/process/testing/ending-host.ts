/**
 * A host that has no file descriptor left while an agent ends, and has some again afterwards. Its argument says how it ends: by itself
 * (`alone`), stopped (`stopped`), stopped after a pause (`paused`), stopped with a child in its group that is to live on (`leaving`), or
 * stopped afterwards, once it has gone on after a pause (`continued`). It prints how that went.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { loadExeca } from '../spawn.ts';
import { isAlive } from './census.ts';
import { observeAgent, until } from './observe-agent.ts';
import { takeDescriptors } from './take-descriptors.ts';

const how = process.argv[2];
// The second process is in a session of its own, so that a signal to the group of the agent does not reach it.
const script = `${how === 'leaving' ? '' : 'setsid'} sleep 60 >/dev/null 2>&1 & echo $! ready; ${how === 'alone' ? 'sleep 0.2' : 'exec sleep 60'}`;
// Its files are read first, since that takes most of the descriptors for a while.
await loadExeca();
const agent = observeAgent(
  { file: '/bin/sh', args: ['-c', script] },
  how === 'leaving' ? { leaveRunning: () => true } : {},
);
const child = Number.parseInt(await agent.line('ready'), 10);
const leader = agent.process.pid ?? 0;

/** Whether there is such a process. It takes no descriptor, and a process that its parent has not seen to yet counts. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process is stopped, so that it does nothing until it is told to go on. */
function isStanding(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') T ');
  } catch {
    return false;
  }
}

// The child is in its new session by the time that it is looked for.
await delay(100);
if (how === 'continued') {
  agent.process.suspend();
}
const given = [takeDescriptors()];
// What becomes free meanwhile is taken as well.
const busy = setInterval(() => given.push(takeDescriptors()), 1);
if (how === 'paused') {
  agent.process.suspend();
  agent.process.continue();
}
if (how === 'continued') {
  agent.process.continue();
}
const endsLater = how === 'continued';
const meanwhile = how === 'alone' ? agent.closed : endsLater ? undefined : agent.stop();
if (how !== 'leaving' && !endsLater) {
  await until(() => !exists(leader), 5_000);
}
await delay(300);
clearInterval(busy);
for (const give of given) {
  give();
}
const standing = [leader, child].filter(isStanding).length;
const { leftOver } = await (meanwhile ?? agent.stop());
const alive = [leader, child].filter(isAlive);
process.stdout.write(`${JSON.stringify({ standing, leftOver, alive: alive.length, calls: agent.calls.slice(1) })}\n`);
for (const pid of alive) {
  process.kill(pid, 'SIGKILL');
}
