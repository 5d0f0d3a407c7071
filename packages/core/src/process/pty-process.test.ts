import { closeSync, fstatSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { observeAgent } from './testing/observe-agent.ts';

describe('terminal', () => {
  it('gives the process a terminal, reads its lines to the last, and tells the exit code', async () => {
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'tty; seq 1 20000; echo ö; printf END; exit 3'] },
      { framing: 'pty' },
    );
    expect(await agent.closed).toEqual({ code: 3, signal: null, leftOver: 0 });
    expect(agent.lines[0]).toMatch(/^\/dev\//);
    expect(agent.lines.slice(1)).toEqual([...Array.from({ length: 20_000 }, (_, n) => String(n + 1)), 'ö', 'END']);
  });

  it.each([
    [{}, 'xterm-256color'],
    [{ TERM: 'vt100' }, 'vt100'],
  ])('is of a size that wraps few lines, and of the kind that the host names: %j', async (named, name) => {
    const { PATH } = process.env;
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'echo "$TERM $A"; stty size'] },
      { framing: 'pty', env: { PATH, A: 'given', ...named } },
    );
    await agent.closed;
    expect(agent.lines).toEqual([`${name} given`, '50 200']);
  });

  it('types lines and the end of the input', async () => {
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'stty -echo; echo up; while read -r x; do echo "got $x"; done; echo done'] },
      { framing: 'pty' },
    );
    await agent.line('up');
    await agent.write('hello');
    await agent.line('got hello');
    agent.endInput();
    expect(await agent.closed).toMatchObject({ code: 0 });
    expect(agent.lines).toEqual(['up', 'got hello', 'done']);
  });

  it('echoes nothing that is typed, also what is typed before the program reads, and tells words without their colours', async () => {
    const script = 'sleep 0.3; while read -r x; do printf "\\033[32mgot\\033[0m $x\\n"; done';
    const agent = observeAgent({ file: 'sh', args: ['-c', script] }, { framing: 'pty' });
    for (const word of ['one', 'two', 'three']) {
      void agent.write(word);
    }
    await agent.line('got three');
    agent.endInput();
    await agent.closed;
    expect(agent.lines).toEqual(['got one', 'got two', 'got three']);
  });

  it('keeps the tail of a terminal whose reader waits over the exit', async () => {
    const agent = observeAgent({ file: 'sh', args: ['-c', 'echo up; seq 1 50000; echo END'] }, { framing: 'pty' });
    agent.process.pauseReading();
    setTimeout(() => agent.process.resumeReading(), 1_000);
    await agent.closed;
    expect([agent.lines.length, agent.lines.at(-1)]).toEqual([50_002, 'END']);
  });

  it('is there for a host whose environment is too long for other programs', async () => {
    vi.stubEnv('AMUX_TEST_LONG', 'x'.repeat(200_000));
    onTestFinished(() => void vi.unstubAllEnvs());
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'echo up; read x; echo "got $x"'] },
      { framing: 'pty', env: { PATH: process.env['PATH'] } },
    );
    await agent.line('up');
    await agent.write('hello');
    await agent.closed;
    expect(agent.lines).toEqual(['up', 'got hello']);
  });

  it('forgets what the program did not read, and writes it into no file that gets the number of its descriptor', async () => {
    const agent = observeAgent({ file: 'sh', args: ['-c', 'stty raw -echo; echo up; sleep 0.3'] }, { framing: 'pty' });
    await agent.line('up');
    void agent.write('A PROMPT '.repeat(40_000));
    await agent.closed;
    const folder = mkdtempSync(join(tmpdir(), 'amux-pty-test-'));
    const files = Array.from({ length: 30 }, (_, at) => openSync(join(folder, String(at)), 'w'));
    onTestFinished(() => {
      files.forEach(closeSync);
      rmSync(folder, { recursive: true });
    });
    await delay(300);
    expect(files.map((file) => fstatSync(file).size)).toEqual(files.map(() => 0));
  });

  it('interrupts and ends the program in it', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'ignore', signals: ['SIGTERM', 'SIGHUP'] },
        { do: 'on', signal: 'SIGINT', steps: [{ do: 'line', text: 'interrupted' }] },
        { do: 'line', text: 'up' },
        { do: 'hang' },
      ]),
      { framing: 'pty' },
    );
    await agent.line('up');
    agent.signal('SIGINT');
    await agent.line('interrupted');
    expect(await agent.stop()).toMatchObject({ signal: 'SIGKILL', leftOver: 0 });
  });
});
