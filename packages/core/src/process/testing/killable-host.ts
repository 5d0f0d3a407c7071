/**
 * A host for tests that kill it: it starts the agent of its argument, reports its progress, ends the run, and stays.
 */
import { systemClock } from '../../clock.ts';
import { AgentProcess, makeRunDir, type SpawnOptions } from '../index.ts';
import { findLimiter } from '../marks.ts';
import { loadExeca } from '../spawn.ts';
import { watchdog } from '../watchdog.ts';

const { runId, file, args, ending, secret, leavesAll } = JSON.parse(process.argv[2] ?? '{}');
const say = (phase: string): boolean => process.stdout.write(`${phase}\n`);

const ignore = (): undefined => undefined;
const DEAF = {
  line: ignore,
  lost: ignore,
  stdinError: ignore,
  spawnError: ignore,
  fault: ignore,
  fullDisk: ignore,
};

// The first spawn needs these, so loading them now costs the first run nothing.
await Promise.all([loadExeca(), findLimiter()]);
const dir = makeRunDir(runId);
dir.write('deep/settings.json', secret);
say(JSON.stringify({ host: process.pid, watchdog: watchdog.pid, folder: dir.path }));
const agent = start({
  ...{ runId, file, args },
  ...(leavesAll ? { leaveRunning: () => true } : {}),
  on: { ...DEAF, line: (text) => void (text === 'grown' && end()) },
});
// This run is still there when the host dies, and must go.
if (leavesAll) {
  start({ runId: `${runId}BESIDE`, file: 'sleep', args: ['600'] });
}

function end(): void {
  say('grown');
  if (ending === 'asked') {
    process.stdin.once('data', () => agent.endInput()).unref();
  } else {
    setTimeout(leave, 200);
  }
}

function leave(): void {
  say('ending');
  if (ending === 'stop') {
    void agent.stop();
  } else if (ending === 'exit') {
    agent.endInput();
  }
}

const { leftRunning = [] } = await agent.closed;
await dir.remove();
if (leavesAll) {
  say(JSON.stringify(leftRunning.map(({ pid }) => pid)));
}
say('ended');
setInterval(() => undefined, 60_000);

function start(what: Pick<SpawnOptions, 'runId' | 'file' | 'args'> & Partial<SpawnOptions>): AgentProcess {
  return new AgentProcess({
    env: process.env,
    cwd: '/',
    stdin: 'open',
    framing: 'lines',
    maxLineBytes: 1_000_000,
    gracePeriodMs: 100,
    eagerRead: false,
    clock: systemClock,
    on: DEAF,
    ...what,
  });
}
