/** Whoever reads what amux writes may go, or stand still: neither keeps amux alive. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@agent-mux/core';
import { openStore } from '@agent-mux/store';
import { expect, it, onTestFinished } from 'vitest';
import { says, session, toyAdapter } from '../../../../test/support/toy-adapter.ts';
import { BUILT_WRITER } from '../../../store/src/testing/built-writer.ts';
import { AMUX, startAmux } from './testing/run-amux.ts';
import { toyArgument, toyProgram } from './testing/toy-call.ts';

it.each(['runs tail', 'replay'])('ends `amux %s … | grep -m 1 …` while the run says nothing', async (command) => {
  const folder = mkdtempSync(join(tmpdir(), 'amux-leaving-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'runs.db');
  let said = '';
  await using store = await openStore(file, BUILT_WRITER);
  const begin = says({ type: 'turn_start' }, { type: 'text_delta', delta: 'Hello.' });
  // One more thing is said when the reader has gone, which is when amux hears of that, and nothing after it.
  const more = says({ type: 'text_delta', delta: ' And more.' });
  const steps = [session, { do: 'on', signal: 'SIGUSR2', steps: [more] }, begin, { do: 'hang' }] as const;
  const run = createClient({ adapters: [toyAdapter({ steps })], store }).run({ agent: 'toy', prompt: 'go' });
  onTestFinished(() => run.abort());
  await new Promise((resolve) => run.on('text_delta', resolve));
  const words = [process.execPath, AMUX, ...command.split(' '), run.runId, '--store', file, '--json'];
  // The shell says that the reader has gone when it has closed its own end of the pipe as well.
  const line = '"$@" | { grep -m 1 text_delta; exec <&-; echo gone; }';
  const shell = spawn('sh', ['-c', line, 'sh', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void shell.kill('SIGKILL'));
  const closed = once(shell, 'close');
  const isGone = new Promise((resolve) => {
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.endsWith('gone\n')) {
        resolve(true);
      }
    });
  });
  await Promise.race([isGone, closed]);
  // What is no number is refused, where 0 would be our own process group.
  process.kill(Number(run.pid), 'SIGUSR2');
  const [code] = await closed;
  expect([code, said.split('\n')]).toEqual([0, [expect.stringContaining(run.runId), 'gone', '']]);
  expect(run.state).toBe('running');
});

it('ends at another SIGTERM where its reader stands still, since the run is over', async () => {
  const steps = [
    session,
    says({ type: 'turn_start' }),
    { do: 'lines', count: 100_000, text: 'log' },
    { do: 'hang' },
  ] as const;
  const amux = startAmux([toyArgument({ steps: [...steps], flags: ['json'] })], { main: toyProgram(), stdin: null });
  await amux.until(/turn_start/);
  amux.child.stdout.pause();
  await delay(500);
  const over = amux.exited.then(() => true);
  for (let isOver = false; !isOver; ) {
    amux.child.kill('SIGTERM');
    isOver = await Promise.race([over, delay(250, false)]);
    // What is left in the pipe stays unread until then.
    if (amux.child.exitCode !== null || amux.child.signalCode !== null) {
      amux.child.stdout.resume();
    }
  }
  expect(amux.child.signalCode ?? amux.child.exitCode).toBe('SIGTERM');
});
