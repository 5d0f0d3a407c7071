/** Starts a host that tests can kill, and counts everything that it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Census, takeCensus } from './census.ts';

export interface KillableHostOptions {
  /** The agent, which says `grown` when all its processes are there, and ends with its input. */
  readonly agent: { readonly file: string; readonly args: readonly string[] };
  readonly runId: string;
  /**
   * How the run ends: `stop` and `exit` end it by themselves, `asked` ends it once something comes by stdin, and any
   * other value does not end it.
   */
  readonly ending: string;
  /** A text in a file of the run's folder. */
  readonly secret?: string;
  /**
   * Whether everything that the agent has started lives on. The host then says their pids before `ended`, and another
   * run goes on at the same time. @defaultValue false
   */
  readonly leavesAll?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

export interface KillableHost {
  readonly process: ChildProcess;
  readonly census: Census;
  /** The phases that it has reached: `grown`, `ending`, `ended`. */
  readonly phases: string[];
  readonly watchdog: number;
  readonly folder: string;
}

/** Returns the command of such a host, for a test that starts it itself. */
export function killableHost({ agent, runId, ending, secret = 'secret', leavesAll = false }: KillableHostOptions): {
  readonly file: string;
  readonly args: readonly string[];
} {
  // The set-up of the tests has built the script, because starting it from its source takes a second of a core.
  const script = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'killable-host.mjs');
  const options = JSON.stringify({ runId, ending, secret, leavesAll, ...agent });
  return { file: process.execPath, args: [script, options] };
}

/** Resolves when the host is about to start its agent. */
export async function startKillableHost(options: KillableHostOptions): Promise<KillableHost> {
  const census = takeCensus();
  const { file, args } = census.mark(killableHost(options));
  const host = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'], env: options.env ?? process.env });
  const phases: string[] = [];
  host.stdout.setEncoding('utf8').on('data', (text: string) => phases.push(...text.trim().split('\n')));
  await once(host.stdout, 'data');
  const { watchdog, folder } = JSON.parse(phases.shift() ?? '{}');
  return { process: host, census, phases, watchdog, folder };
}
