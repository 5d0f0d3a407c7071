/** A gateway of OpenClaw on loopback, for the runs that are its clients. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';

/** A port that nobody has at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') {
    throw new Error('The system gave no port.');
  }
  return address.port;
}

/** On a busy machine it gives up its own start, since a part of it was not ready within five seconds (2026.9.6). */
const ATTEMPTS = 5;

type Stop = () => Promise<void>;

/** Starts it with the settings that the environment names, waits until it is ready, and returns how to end it and all that it started. */
export async function startGateway(binary: string, env: Readonly<Record<string, string>>): Promise<Stop> {
  const failures: string[] = [];
  while (failures.length < ATTEMPTS) {
    const started = await attemptStart(binary, env);
    if (typeof started !== 'string') {
      return started;
    }
    failures.push(started.slice(-2_000));
  }
  throw new Error(`The gateway of OpenClaw did not start: ${failures.join('\n---\n')}`);
}

/** How to end it, or what it said. */
async function attemptStart(binary: string, env: Readonly<Record<string, string>>): Promise<Stop | string> {
  // Its folder is not the sandbox: what is at work there after a run is taken for left over.
  const child = spawn(binary, ['gateway', 'run'], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const { pid } = child;
  const stop = async (): Promise<void> => {
    if (pid === undefined) {
      return;
    }
    // They are listed before the signal, since their parents may have gone after it.
    const all = [pid, ...listDescendants(pid)];
    child.kill('SIGTERM');
    // It gives what runs in it five minutes.
    const timer = setTimeout(() => all.forEach(kill), 5_000);
    await closed;
    clearTimeout(timer);
    all.forEach(kill);
  };
  let said = '';
  const isReady = await new Promise<boolean>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (/\[gateway\] ready/.test(said)) {
        resolve(true);
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void closed.then(() => resolve(false));
  });
  return isReady ? stop : said;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // why: it has gone.
  }
}

function listDescendants(pid: number): number[] {
  const children = listParents().flatMap(([child, parent]) => (parent === pid ? [child] : []));
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

/** Every process with its parent. */
function listParents(): (readonly [pid: number, parent: number])[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        // The name in parentheses may hold anything.
        const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return [[Number(name), Number(parent)] as const];
      } catch {
        // why: it has gone since the folder was read.
        return [];
      }
    });
}
