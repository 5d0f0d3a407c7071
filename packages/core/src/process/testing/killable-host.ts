/** A host for tests that kill it: starts the agent of its argument, says how far it is, ends the run, and stays. */
import { systemClock } from '../../clock.ts';
import { spawnAgent, warmUp } from '../index.ts';

const { runId, file, args, ending } = JSON.parse(process.argv[2] ?? '{}');
const say = (phase: string): boolean => process.stdout.write(`${phase}\n`);

await warmUp();
say('ready');
const agent = spawnAgent({
  runId,
  file,
  args,
  env: process.env,
  cwd: '/',
  stdin: 'open',
  framing: 'lines',
  maxLineBytes: 1_000_000,
  gracePeriodMs: 100,
  eagerRead: false,
  clock: systemClock,
  on: {
    line: (text) => void (text === 'grown' && end()),
    lost: () => undefined,
    stdinError: () => undefined,
    spawnError: () => undefined,
  },
});

function end(): void {
  say('grown');
  setTimeout(() => {
    say('ending');
    if (ending === 'stop') void agent.stop();
    else if (ending === 'exit') agent.endInput();
  }, 200);
}

await agent.closed;
say('ended');
setInterval(() => undefined, 60_000);
