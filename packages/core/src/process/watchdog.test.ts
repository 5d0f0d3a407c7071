import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FakeAgentStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { identify } from './process-table.ts';
import { type Census, takeCensus } from './testing/census.ts';
import { observeAgent, until } from './testing/observe-agent.ts';
import { Watchdog, watchdog } from './watchdog.ts';
import { nodeWatchdogScript } from './watchdog-node-script.ts';
import { GREP_TOO_POOR, shellWatchdogScript } from './watchdog-shell-script.ts';

const STEPS: readonly FakeAgentStep[] = [
  { do: 'fork', session: true, doubleFork: true, ignoresTerm: true },
  { do: 'fork', emptyEnv: true, session: true },
  { do: 'fork', emptyEnv: true, session: true, doubleFork: true, closesFds: true },
  { do: 'tree', width: 2, depth: 2 },
  { do: 'line', text: 'grown' },
  { do: 'hang' },
];

// The mark is of this process and this test, since the scripts look at the whole machine.
let orphans = 0;
let [MARK, RTTIME] = ['', ''];
beforeEach(() => {
  orphans += 1;
  MARK = `AMUX_RUN_ORPHAN${process.pid}X${orphans}`;
  RTTIME = String(2e15 + randomInt(2 ** 40));
});

/** Starts a run as a host would, but without a host, so that only the scripts under test end it. */
async function startOrphan(census: Census, steps = STEPS): Promise<{ pid: number; start: number }> {
  const { file, args } = census.mark(fakeAgent(steps));
  const child = spawn('prlimit', [`--rttime=${RTTIME}:${RTTIME}`, file, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, [MARK]: '1' },
  });
  await once(child.stdout.setEncoding('utf8'), 'data');
  child.stdout.destroy();
  return identify(child.pid ?? 0) ?? { pid: 0, start: 0 };
}

async function runScript(command: readonly [string, ...string[]], input: string): Promise<number | null> {
  const [file, ...args] = command;
  const script = spawn(file, args, { stdio: ['pipe', 'inherit', 'ignore'] });
  script.stdin.end(input);
  const [code] = await once(script, 'exit');
  return code;
}

describe.each([
  ['sh', ['sh', '-c', shellWatchdogScript]],
  ['bash', ['bash', '-c', shellWatchdogScript]],
  ['node', [process.execPath, '-e', nodeWatchdogScript]],
] as const)('the watchdog script in %s', (_name, command) => {
  it.each<[string, (leader: { pid: number; start: number }) => string]>([
    [
      'by both marks and the group',
      ({ pid, start }) => `+ ${MARK}=1 ${RTTIME} 0 0\n+ ${MARK}=1 ${RTTIME} ${pid} ${start}\n`,
    ],
    ['by the limit alone', ({ start }) => `+ AMUX_RUN_NO_SUCH_RUN=1 ${RTTIME} 0 ${start}\n`],
    [
      'among other runs',
      ({ pid, start }) =>
        `+ AMUX_RUN_NO_A=1 0 0 0\n+ AMUX_RUN_NO_B=1 ${RTTIME}9 0 0\n+ ${MARK}=1 ${RTTIME} ${pid} ${start}\n+ AMUX_RUN_NO_C=1 0 0 0\n- AMUX_RUN_NO_A=1\n`,
    ],
  ])('ends everything %s when its input ends', async (_how, lines) => {
    const census = takeCensus();
    const leader = await startOrphan(census);
    // The parents of the double forks are on their way out.
    await until(() => census.alive().length === 8);
    expect(await runScript(command, lines(leader))).toBe(0);
    expect(census.alive()).toEqual([]);
  });

  it('ends what it can without the limit: the group, the environment and descent', async () => {
    const census = takeCensus();
    const leader = await startOrphan(census, [
      { do: 'fork', session: true, doubleFork: true },
      { do: 'fork', emptyEnv: true },
      ...STEPS.slice(3),
    ]);
    expect(await runScript(command, `+ ${MARK}=1 0 ${leader.pid} ${leader.start}\n`)).toBe(0);
    expect(census.alive()).toEqual([]);
  });

  it('touches nothing that is older than the run, whatever it carries', async () => {
    const census = takeCensus();
    const { start } = await startOrphan(census);
    await until(() => census.alive().length === 8);
    // Start times come in ticks of 10 ms, and a process that began in the same tick is not older.
    await delay(50);
    expect(await runScript(command, `+ ${MARK}=1 ${RTTIME} 0 ${start + 100_000}\n`)).toBe(0);
    expect(await runScript(command, `+ ${MARK}=1 ${RTTIME} 0 0\n`)).toBe(0);
    expect(census.alive()).toHaveLength(8);
    census.end();
  });

  it('leaves alone what was taken off the list, and a group whose number belongs to somebody else by now', async () => {
    const census = takeCensus();
    const { pid, start } = await startOrphan(census);
    await until(() => census.alive().length === 8);
    expect(await runScript(command, `+ ${MARK}=1 ${RTTIME} ${pid} ${start}\n- ${MARK}=1\n`)).toBe(0);
    expect(await runScript(command, `+ AMUX_RUN_NO_SUCH_RUN=1 0 ${pid} ${start - 1}\n`)).toBe(0);
    expect(census.alive()).toHaveLength(8);
    census.end();
  });
});

describe('the watchdog of this host', () => {
  it('is one small process, in a session of its own, that no polite signal ends', async () => {
    const agents = Array.from({ length: 3 }, () =>
      observeAgent(fakeAgent([{ do: 'line', text: 'up' }, { do: 'hang' }], { light: true })),
    );
    await Promise.all(agents.map((agent) => agent.line('up')));
    const pid = watchdog.pid ?? 0;
    expect(identify(pid)).toMatchObject({ parent: process.pid, group: pid });
    // Any other folder would stay in use when somebody wants to remove or unmount it.
    expect(readlinkSync(`/proc/${pid}/cwd`)).toBe('/');
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
      process.kill(pid, signal);
    }
    await Promise.all(agents.map((agent) => agent.stop()));
    expect([watchdog.pid, identify(pid)?.isZombie]).toEqual([pid, false]);
  });

  it('has no options of its host for Node, and no file that shells read at their start', async () => {
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    vi.stubEnv('ENV', '/nowhere/at-all');
    onTestFinished(() => void vi.unstubAllEnvs());
    const own = new Watchdog();
    own.listFolder('/nowhere/at-all');
    const given = readFileSync(`/proc/${own.pid}/environ`, 'utf8').split('\0');
    expect(given).toEqual(expect.arrayContaining(['ELECTRON_RUN_AS_NODE=1', 'NODE_OPTIONS=', 'ENV=']));
    own.unlistFolder('/nowhere/at-all');
    process.kill(own.pid ?? 0, 'SIGKILL');
  });

  it('has nothing else of its host, whose variables may be secret, or too long for any program', async () => {
    vi.stubEnv('AMUX_TEST_LONG', 'x'.repeat(200_000));
    onTestFinished(() => void vi.unstubAllEnvs());
    const own = new Watchdog();
    own.listFolder('/nowhere/at-all');
    const pid = own.pid ?? 0;
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('AMUX_TEST');
    process.kill(pid, 'SIGKILL');
    // It is replaced while something is listed.
    await until(() => own.pid !== pid && own.pid !== undefined);
    own.unlistFolder('/nowhere/at-all');
    process.kill(own.pid ?? 0, 'SIGKILL');
  });

  it('leaves its host alive where it cannot be replaced, and is started by the next run', async () => {
    const own = new Watchdog();
    own.listFolder('/nowhere/at-all');
    const pid = own.pid ?? 0;
    // It is passed on, and too long for any program.
    vi.stubEnv('LD_LIBRARY_PATH', 'x'.repeat(200_000));
    process.kill(pid, 'SIGKILL');
    await until(() => own.pid !== pid);
    await delay(100);
    expect(own.pid).toBeUndefined();
    vi.unstubAllEnvs();
    own.listFolder('/nowhere/else');
    expect(own.pid).toBeGreaterThan(0);
    process.kill(own.pid ?? 0, 'SIGKILL');
    own.unlistFolder('/nowhere/at-all');
    own.unlistFolder('/nowhere/else');
  });

  it('watches for no run that could not be started', async () => {
    const [up, { closed }] = [
      observeAgent(fakeAgent([{ do: 'line', text: 'up' }], { light: true })),
      observeAgent({ file: '/no/such/program', args: [] }),
    ];
    await Promise.all([up.closed, closed]);
    const { pid = 0 } = watchdog;
    process.kill(pid, 'SIGKILL');
    // Where something is still listed, there is another one as soon as the end is known.
    await until(() => watchdog.pid !== pid);
    expect(watchdog.pid).toBeUndefined();
  });

  it('is replaced when it dies while runs are alive, with all of them listed', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'line', text: 'up' }, { do: 'hang' }], { light: true }));
    await agent.line('up');
    const first = watchdog.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => watchdog.pid !== undefined && watchdog.pid !== first);
    process.kill(agent.process.pid ?? 0, 0);
    await agent.stop();
  });
});

describe('a watchdog that ends', () => {
  /** Ends it as often as that, and waits each time until its host knows. Returns whether there is another one then. */
  async function endOften(own: Watchdog, times: number): Promise<boolean> {
    for (let time = 0; time < times; time++) {
      const { pid } = own;
      if (pid === undefined) {
        return false;
      }
      process.kill(pid, 'SIGKILL');
      await until(() => own.pid !== pid);
    }
    return own.pid !== undefined;
  }

  it('is not replaced while nothing is listed, but by the next run', async () => {
    const own = new Watchdog();
    const mark = { env: `${MARK}=1`, name: `${MARK}=1` };
    own.list(mark);
    own.unlist(mark);
    expect(await endOften(own, 1)).toBe(false);
    own.listFolder('/nowhere/at-all');
    expect(own.pid).toBeTypeOf('number');
    own.unlistFolder('/nowhere/at-all');
    await endOften(own, 1);
  });

  it('is replaced twenty times, and not for ever', async () => {
    const own = new Watchdog();
    own.listFolder('/nowhere/at-all');
    expect(await endOften(own, 20)).toBe(true);
    expect(await endOften(own, 1)).toBe(false);
    own.unlistFolder('/nowhere/at-all');
  });
});

describe.runIf(process.platform === 'linux')('what a host starts and tells', () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  /** Ends it, while nothing is listed. */
  const end = (own: Watchdog): void => void process.kill(own.pid ?? 0, 'SIGKILL');

  /** Puts a shell first on PATH that keeps its words and whatever it is told, and does this before. */
  function useShell(first = ':'): void {
    const keep = `printf '%s\\0' "$@" > ${folder}/words\n${first}\nexec cat > ${folder}/told\n`;
    writeFileSync(join(folder, 'sh'), `#!/bin/sh\n${keep}`, { mode: 0o700 });
    writeFileSync(join(folder, 'told'), '');
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
    onTestFinished(() => void vi.unstubAllEnvs());
  }

  const MARK_A = { env: 'AMUX_RUN_A_1=1', name: 'AMUX_RUN_A=1', limit: '77' };
  const MARK_B = { env: 'AMUX_RUN_B_1=1', name: 'AMUX_RUN_B=1' };

  it('is a line for each run and folder that comes or goes, also when somebody has stopped the watchdog', async () => {
    useShell();
    const own = new Watchdog();
    own.listFolder('/nowhere/a');
    await until(() => read('told') !== '');
    process.kill(own.pid ?? 0, 'SIGSTOP');
    own.list(MARK_A);
    own.list(MARK_A, { pid: 12, start: 34 });
    own.list(MARK_B);
    own.unlist(MARK_A);
    own.unlist(MARK_B);
    own.unlistFolder('/nowhere/a');
    await until(() => read('told').includes('x '));
    expect(read('told').split('\n')).toEqual([
      '/ /nowhere/a',
      '+ AMUX_RUN_A_1=1 77 0 0',
      '+ AMUX_RUN_A_1=1 77 12 34',
      '+ AMUX_RUN_B_1=1 0 0 0',
      '- AMUX_RUN_A_1=1',
      '- AMUX_RUN_B_1=1',
      'x /nowhere/a',
      '',
    ]);
    end(own);
  });

  it('is a program for the shell, and one for Node where the tools of the shell are too poor', async () => {
    useShell(`test -e ${folder}/poor || { cp ${folder}/words ${folder}/poor; exit ${GREP_TOO_POOR}; }`);
    const own = new Watchdog();
    own.listFolder('/nowhere/a');
    await until(() => read('told') !== '');
    const [first, second] = [read('poor').split('\0'), read('words').split('\0')];
    expect(first.slice(2)).toEqual(['watchdog', 'sh', '-c', shellWatchdogScript, '']);
    expect(second.slice(2)).toEqual(['watchdog', process.execPath, '-e', nodeWatchdogScript, '']);
    // The shell asks for a signal at the end of the host, and becomes the program.
    expect([first[0], first[1]]).toEqual([
      '-c',
      expect.stringContaining('exec setpriv --pdeathsig CONT "$@"; exec "$@"'),
    ]);
    own.unlistFolder('/nowhere/a');
    end(own);
  });

  it('is Node as it is where there is no shell', async () => {
    vi.stubEnv('PATH', '/nowhere/at-all');
    onTestFinished(() => void vi.unstubAllEnvs());
    const own = new Watchdog();
    own.listFolder('/nowhere/a');
    await until(() => own.pid !== undefined);
    const words = readFileSync(`/proc/${own.pid}/cmdline`, 'utf8').split('\0');
    expect(words).toEqual([process.execPath, '-e', nodeWatchdogScript, '']);
    own.unlistFolder('/nowhere/a');
    end(own);
  });

  it('is told again, all of it, to the next one, even what came too late for the last one', async () => {
    useShell();
    const own = new Watchdog();
    own.listFolder('/nowhere/a');
    const { pid = 0 } = own;
    end(own);
    // Its host has not noticed yet when it writes, because no other code runs meanwhile.
    while (identify(pid)?.isZombie === false) {}
    own.listFolder('/nowhere/b');
    await until(() => own.pid !== pid && read('told') === '/ /nowhere/a\n/ /nowhere/b\n');
    own.unlistFolder('/nowhere/a');
    own.unlistFolder('/nowhere/b');
    end(own);
  });

  it('does not keep the host from ending', () => {
    const holding = (): unknown[] => process.getActiveResourcesInfo().filter((kind) => /^(Process|Pipe)/.test(kind));
    const before = holding();
    const own = new Watchdog();
    own.listFolder('/nowhere/a');
    expect(holding()).toEqual(before);
    own.unlistFolder('/nowhere/a');
    end(own);
  });
});
