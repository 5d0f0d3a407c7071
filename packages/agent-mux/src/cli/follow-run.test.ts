import type { EventDraft } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { answers, says, session } from '../../../../test/support/toy-adapter.ts';
import { type Amux, startAmux } from './testing/run-amux.ts';
import { type ToyCall, toyArgument, toyProgram } from './testing/toy-call.ts';

const main = toyProgram();

const start = (call: ToyCall): Amux => startAmux([toyArgument(call)], { main });

const begin = says({ type: 'turn_start' });
const leave: readonly FakeAgentStep[] = [says({ type: 'turn_end' }), { do: 'read-all' }];
const approval: EventDraft = {
  type: 'approval_request',
  key: 'a',
  action: 'Run a command',
  detail: 'make',
  toolName: 'Bash',
  riskLevel: 'high',
};
const question: EventDraft = { type: 'input_required', key: 'q', question: 'Which colour?', source: 'agent' };
const hangs: readonly FakeAgentStep[] = [
  session,
  begin,
  says({ type: 'text_delta', delta: 'thinking' }),
  { do: 'hang' },
];

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

const parseLines = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));

describe('without a terminal', () => {
  it('shows the text on stdout and the rest on stderr', async () => {
    const amux = start({ steps: [session, answers('Hello'), { do: 'read-all' }] });
    expect(await amux.exited).toBe(0);
    expect(amux.stdout()).toBe('Hello\n');
    expect(amux.stderr()).toMatch(/^completed · .* · session toy-session\n$/);
  });

  it('denies at once what is asked, and prints every event in order', async () => {
    const amux = start({
      steps: [
        session,
        begin,
        says(approval),
        { do: 'read', contains: 'answer' },
        says(question),
        { do: 'read', contains: 'answer' },
        ...leave,
      ],
      flags: ['json'],
    });
    expect(await amux.exited).toBe(0);
    const lines = parseLines(amux.stdout());
    const events = lines.slice(0, -1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(checkStream(events as never)).toEqual([]);
    expect(events.map(({ type }) => type).filter((type) => !['debug', 'log'].includes(type))).toEqual([
      'session_start',
      'turn_start',
      'approval_request',
      'approval_denied',
      'input_required',
      'turn_end',
      'session_end',
    ]);
    expect(events.find(({ type }) => type === 'approval_denied')).toMatchObject({
      reason: 'nobody can be asked: amux runs without a terminal',
    });
    expect(lines.at(-1)).toMatchObject({ type: 'run_result', exitReason: 'completed', error: null });
    expect(lines.at(-1)).not.toHaveProperty('events');
    expect(amux.stderr()).toBe('');
  });

  it('grants nothing to be denied in yolo mode', async () => {
    const amux = start({
      steps: [session, begin, says(approval), { do: 'read', contains: 'answer' }, ...leave],
      flags: ['json'],
      options: { approvalMode: 'yolo' },
    });
    expect(await amux.exited).toBe(0);
    expect(amux.stdout()).not.toContain('approval_');
  });

  it('loses nothing to a slow reader', async () => {
    const count = 40_000;
    const text = JSON.stringify({ draft: { type: 'text_delta', delta: 'word {n} ' } });
    const amux = start({
      steps: [session, begin, { do: 'lines', count, text }, says({ type: 'message_stop' }), ...leave],
      flags: ['json'],
    });
    amux.child.stdout.on('data', () => {
      amux.child.stdout.pause();
      setTimeout(() => amux.child.stdout.resume(), 3);
    });
    expect(await amux.exited).toBe(0);
    const lines = parseLines(amux.stdout());
    expect(lines.filter(({ type }) => type === 'text_delta')).toHaveLength(count);
    expect(lines.at(-1)?.type).toBe('run_result');
  });

  it('aborts and says nothing when its reader goes', async () => {
    const text = JSON.stringify({ draft: { type: 'text_delta', delta: 'x'.repeat(1_000) } });
    const amux = start({
      steps: [session, begin, { do: 'lines', count: 1_000_000, text }, { do: 'hang' }],
      flags: ['json'],
    });
    await amux.until(/text_delta/);
    amux.child.stdout.destroy();
    expect(await amux.exited).toBe(13);
    expect(amux.stderr()).toBe('');
  });
});

describe('signals', () => {
  it('interrupts at Ctrl-C', async () => {
    const amux = start({
      steps: [
        session,
        begin,
        says({ type: 'text_delta', delta: 'thinking' }),
        { do: 'read', contains: 'interrupt' },
        says({ type: 'turn_end', outcome: { type: 'interrupted' } }),
        { do: 'read-all' },
      ],
    });
    await amux.until(/thinking/);
    amux.child.kill('SIGINT');
    expect(await amux.exited).toBe(130);
    expect(amux.stdout()).toBe('thinking\n');
    expect(amux.stderr()).toContain('INTERRUPTED');
  });

  it('aborts at the second Ctrl-C', async () => {
    const amux = start({
      steps: [
        session,
        begin,
        says({ type: 'text_delta', delta: 'thinking' }),
        { do: 'read', contains: 'interrupt' },
        { do: 'line', text: 'no, thanks', to: 'stderr' },
        { do: 'hang' },
      ],
      flags: ['json'],
      options: { gracePeriodMs: 60_000 },
    });
    await amux.until(/thinking/);
    amux.child.kill('SIGINT');
    await amux.until(/no, thanks/);
    amux.child.kill('SIGINT');
    expect(await amux.exited).toBe(13);
    expect(parseLines(amux.stdout()).at(-1)).toMatchObject({ type: 'run_result', exitReason: 'aborted' });
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)('aborts at %s', async (signal) => {
    const amux = start({ steps: hangs, flags: ['json'] });
    await amux.until(/thinking/);
    amux.child.kill(signal);
    expect(await amux.exited).toBe(13);
    expect(parseLines(amux.stdout()).at(-1)).toMatchObject({ type: 'run_result', exitReason: 'aborted' });
  });
});
