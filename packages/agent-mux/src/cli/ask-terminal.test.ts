import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventDraft } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { type IPty, spawn } from 'node-pty';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { says, session } from '../../../../test/support/toy-adapter.ts';
import { sourceArgs } from './testing/run-amux.ts';
import { type ToyCall, toyArgument, writeToyMain } from './testing/toy-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-ask-'));
const main = writeToyMain(folder);
afterAll(() => rmSync(folder, { recursive: true }));

interface Session {
  readonly pty: IPty;
  readonly seen: () => string;
  /** Waits until the terminal shows the text, from where the last wait ended. */
  until(text: string): Promise<void>;
  readonly exited: Promise<number>;
}

/** amux on a terminal, with a person in front of it. */
function sit(call: ToyCall): Session {
  const pty = spawn(process.execPath, [...sourceArgs(main), toyArgument(call)], {
    cols: 200,
    rows: 50,
    env: { ...process.env, NO_COLOR: '1' },
  });
  let isGone = false;
  pty.onExit(() => {
    isGone = true;
  });
  onTestFinished(() => {
    if (!isGone) {
      pty.kill('SIGKILL');
    }
  });
  let seen = '';
  let from = 0;
  let wake = (): void => {};
  pty.onData((data) => {
    seen += data;
    wake();
  });
  const exited = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    pty,
    seen: () => seen,
    exited,
    async until(text) {
      let isOver = false;
      void exited.then(() => {
        isOver = true;
        wake();
      });
      while (!seen.includes(text, from)) {
        if (isOver) {
          throw new Error(`The terminal never showed ${JSON.stringify(text)}, but:\n${seen}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      from = seen.indexOf(text, from) + text.length;
    },
  };
}

const approval: EventDraft = {
  type: 'approval_request',
  key: 'a',
  action: 'Run a command',
  detail: 'rm\r -rf build',
  toolName: 'Bash',
  riskLevel: 'high',
};
const ASKS: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }),
  says(approval),
  { do: 'read', contains: 'answer' },
  says({ type: 'text_delta', delta: 'and on it goes' }),
  says({ type: 'message_stop' }, { type: 'turn_end' }),
  { do: 'read-all' },
];

describe('a person at the terminal', () => {
  it('grants with y, and the run goes on', async () => {
    const { pty, until, seen, exited } = sit({ steps: ASKS });
    await until('Run a command: rm␍ -rf build [high risk]');
    await until('> ');
    pty.write('y\r');
    await until('granted');
    await until('and on it goes');
    expect(await exited).toBe(0);
    expect(seen()).toContain('y = yes, n = no, d = no, with a reason > ');
  });

  it('is asked again after an answer that is none, and denies with a reason', async () => {
    const { pty, until, exited } = sit({ steps: ASKS });
    await until('> ');
    pty.write('\r');
    await until('> ');
    pty.write('d\r');
    await until('reason > ');
    pty.write('too dangerous\r');
    await until('denied: too dangerous');
    expect(await exited).toBe(0);
  });

  it('grants another input where the CLI takes one', async () => {
    const changed: FakeAgentStep = { do: 'read', contains: '"input":{"command":"ls"}' };
    const steps = ASKS.map((step) => (step.do === 'read' ? changed : step));
    const { pty, until, seen, exited } = sit({ steps, takesInput: true });
    await until('y = yes, e = yes, but with another input, n = no, d = no, with a reason > ');
    pty.write('e\r');
    await until('command, or the whole input as JSON > ');
    pty.write('ls\r');
    await until('granted');
    expect([await exited, seen().includes('cannot')]).toEqual([0, false]);
  });

  it('is not offered to change what the CLI takes as it is', async () => {
    const { pty, until, seen, exited } = sit({ steps: ASKS });
    await until('y = yes, n = no, d = no, with a reason > ');
    pty.write('e\r');
    await until('y = yes, n = no, d = no, with a reason > ');
    pty.write('n\r');
    await until('denied');
    expect([await exited, seen().includes('command, or the whole')]).toEqual([0, false]);
  });

  it('denies by closing the question', async () => {
    const { pty, until, exited } = sit({ steps: ASKS });
    await until('> ');
    pty.write('\x04');
    await until('denied: the user closed the question');
    expect(await exited).toBe(0);
  });

  it('is asked although the stream is JSON', async () => {
    const { pty, until, exited } = sit({ steps: ASKS, flags: ['json'] });
    await until('"approval_request"');
    await until('[high risk]');
    await until('> ');
    pty.write('y\r');
    await until('"approval_granted"');
    await until('"run_result"');
    expect(await exited).toBe(0);
  });

  it('is shown what the question is although the run is quiet', async () => {
    const { pty, until, seen, exited } = sit({ steps: ASKS, flags: ['quiet'] });
    await until('Run a command: rm␍ -rf build [high risk]');
    await until('> ');
    pty.write('y\r');
    expect(await exited).toBe(0);
    expect(seen().split('Run a command').length).toBe(2);
  });

  it('answers a question', async () => {
    const { pty, until, exited } = sit({
      steps: [
        session,
        says({ type: 'turn_start' }, { type: 'input_required', key: 'q', question: 'Which colour?', source: 'agent' }),
        { do: 'read', contains: 'blue' },
        says({ type: 'turn_end' }),
        { do: 'read-all' },
      ],
    });
    await until('Which colour?');
    await until('answer (Ctrl-D declines) > ');
    pty.write('blue\r');
    expect(await exited).toBe(0);
  });

  it('sees that a question is no longer open', async () => {
    const { until, exited } = sit({ steps: ASKS, options: { interactionTimeoutMs: 300 } });
    await until('> ');
    await until('the question is no longer open');
    await until('denied: nobody answered within 300 ms');
    expect(await exited).toBe(0);
  });

  it('interrupts with Ctrl-C while a question is open', async () => {
    const { pty, until, exited } = sit({
      steps: [
        session,
        says({ type: 'turn_start' }),
        says(approval),
        { do: 'read', contains: 'interrupt' },
        says({ type: 'approval_denied', key: 'a', reason: 'interrupted' }),
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        { do: 'read-all' },
      ],
    });
    await until('> ');
    pty.write('\x03');
    await until('the question is no longer open');
    expect(await exited).toBe(130);
  });
});
