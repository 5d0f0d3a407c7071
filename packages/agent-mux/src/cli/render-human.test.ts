import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@agent-mux/core';
import { type AgentEvent, createDecoder, createTextDelta, createThinkingDelta } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { createHumanPresenter } from './render-human.ts';
import { createScreen } from './screen.ts';
import type { Sink } from './sink.ts';
import { createJsonPresenter } from './write-json.ts';

const stamp = { runId: 'r', agent: 'claude', timestamp: 0, seq: 0 };
const text = (delta: string): AgentEvent => createTextDelta(stamp, delta, delta);
const thinking = (delta: string): AgentEvent => createThinkingDelta(stamp, delta, delta);
const start: AgentEvent = { ...stamp, type: 'message_start' };
const stop = (whole: string): AgentEvent => ({ ...stamp, type: 'message_stop', text: whole });
const tool: AgentEvent = {
  ...stamp,
  type: 'tool_call_ready',
  toolCallId: 't',
  toolName: 'Bash',
  input: { command: 'ls -la' },
};

/** Both streams as a person would see them: `>` before what went to stdout, `!` before what went to stderr. */
function record(isTty: boolean): { readonly out: Sink; readonly err: Sink; readonly written: () => string } {
  const pieces: string[] = [];
  const sink = (mark: string): Sink => ({
    isTty,
    columns: isTty ? 80 : undefined,
    isClosed: false,
    async write(piece) {
      pieces.push(`${mark}${piece}`);
    },
    async flush() {},
    onClose() {},
  });
  return { out: sink('>'), err: sink('!'), written: () => pieces.join('') };
}

async function show(events: readonly AgentEvent[], { isTty = false, isQuiet = false } = {}): Promise<string> {
  const { out, err, written } = record(isTty);
  const screen = createScreen({ out, err, isColourRefused: true, env: {} });
  const presenter = createHumanPresenter({ screen, isQuiet });
  for (const event of events) {
    await presenter.event(event);
  }
  return written();
}

describe('a question', () => {
  const question: AgentEvent = {
    ...stamp,
    type: 'input_required',
    interactionId: 'i',
    question: 'Confirm at the page:\nhttps://example.com/confirm?code=1\n',
    context: 'The server "mail" asks.\nIt wants to send.',
    source: 'tool',
  };

  it('is shown whole, with what it is about', async () => {
    expect(await show([question])).toBe(
      '!? Confirm at the page:\n    │ https://example.com/confirm?code=1\n    │ The server "mail" asks.\n    │ It wants to send.\n',
    );
  });
});

const result: RunResult = {
  runId: 'r',
  agent: 'claude',
  model: undefined,
  mode: 'm',
  sessionId: 's1',
  text: 'Hi',
  cost: null,
  tokenUsage: null,
  durationMs: 1_234,
  exitCode: 0,
  signal: null,
  turnCount: 1,
  turns: [],
  attempts: 1,
  events: [tool],
  tags: [],
  diagnostics: { unknownNative: {}, repaired: 0 },
  exitReason: 'completed',
  error: null,
};

describe('for a person', () => {
  it.each<[string, readonly AgentEvent[], string]>([
    ['text goes to stdout and ends its line', [start, text('Hel'), text('lo'), stop('Hello')], '>Hel>lo>\n'],
    ['a message without deltas is shown whole', [start, stop('Hello\n')], '>Hello\n'],
    ['what the deltas lacked is shown at the end', [start, text('Hel'), stop('Hello')], '>Hel>lo>\n'],
    [
      'thinking goes to stderr',
      [thinking('hm'), { ...stamp, type: 'thinking_stop', thinking: 'hm' }, start, text('a'), stop('a')],
      '!│ hm!\n>a>\n',
    ],
    [
      'a tool does not break the text of a pipe',
      [start, text('a'), tool, text('b'), stop('ab')],
      '>a!● Bash ls -la\n>b>\n',
    ],
    ['a subagent is set off', [{ ...tool, lane: 'x' }], '!  ┊ ● Bash ls -la\n'],
    [
      "a subagent's text is no part of the answer",
      [
        { ...start, lane: 'x' },
        { ...stop('no'), lane: 'x' },
      ],
      '!  ┊     │ no\n',
    ],
    [
      'a denied approval says why',
      [
        { ...stamp, type: 'approval_request', interactionId: 'i', action: 'Run', detail: 'rm x', riskLevel: 'high' },
        { ...stamp, type: 'approval_denied', interactionId: 'i', reason: 'no' },
      ],
      '!? Run: rm x [high risk]\n!    ✗ denied: no\n',
    ],
    [
      'a denied call is told once, not by its failure too',
      [
        { ...stamp, type: 'approval_denied', interactionId: 'i', reason: 'no', toolCallId: 't' },
        { ...stamp, type: 'tool_error', toolCallId: 't', toolName: 'Bash', error: 'no' },
        { ...stamp, type: 'approval_denied', interactionId: 'j', reason: 'no', toolCallId: 'm' },
        { ...stamp, type: 'mcp_tool_error', toolCallId: 'm', server: 's', toolName: 'x', error: 'no' },
        { ...stamp, type: 'tool_error', toolCallId: 'u', toolName: 'Bash', error: 'other' },
      ],
      '!    ✗ denied: no\n!    ✗ denied: no\n!    ✗ other\n',
    ],
    [
      'a denial in the words of its question does not repeat them',
      [
        {
          ...stamp,
          type: 'approval_request',
          interactionId: 'i',
          action: 'Edit',
          detail: 'read-only',
          riskLevel: 'high',
        },
        { ...stamp, type: 'approval_denied', interactionId: 'i', reason: 'read-only' },
      ],
      '!? Edit: read-only [high risk]\n!    ✗ denied\n',
    ],
    [
      'a denied command has no end of its own',
      [
        { ...stamp, type: 'approval_denied', interactionId: 'i', reason: 'no', toolCallId: 't' },
        { ...stamp, type: 'shell_exit', toolCallId: 't', exitCode: -1, durationMs: 1 },
        { ...stamp, type: 'shell_exit', toolCallId: 'u', exitCode: 2, durationMs: 1 },
      ],
      '!    ✗ denied: no\n!    exit code 2\n',
    ],
    [
      'a retry without a reason says so',
      [{ ...stamp, type: 'retry', attempt: 1, maxAttempts: 2, reason: 'unknown', delayMs: 5 }],
      '!attempt 1 of 2 in 5 ms, for a reason that the agent does not tell\n',
    ],
    [
      'what ends a run is left to its result',
      [
        { ...stamp, type: 'aborted' },
        { ...stamp, type: 'error', code: 'AGENT_ERROR', message: 'x', recoverable: false },
      ],
      '',
    ],
    [
      'a patch is a diff',
      [{ ...stamp, type: 'file_patch', path: 'a.ts', diff: '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n' }],
      '!    changed a.ts\n    │ @@ -1 +1 @@\n    │ -x\n    │ +y\n',
    ],
  ])('%s', async (_, events, written) => {
    expect(await show(events)).toBe(written);
  });

  it('starts a line of its own where text and tools share a terminal', async () => {
    expect(await show([start, text('a'), tool, text('b'), stop('ab')], { isTty: true })).toBe(
      '>│ a!\n!● Bash ls -la\n>│ b>\n',
    );
  });

  it('takes control characters out for a terminal, and leaves them in a pipe', async () => {
    expect(await show([start, text('\x1b[2J')], { isTty: true })).toBe('>│ ␛[2J');
    expect(await show([start, text('\x1b[2J')])).toBe('>\x1b[2J');
  });

  it('shows only the text when it is to be quiet', async () => {
    expect(await show([thinking('hm'), tool, start, text('a'), stop('a')], { isQuiet: true })).toBe('>a>\n');
  });

  it('shows only the last text when it is to be final, and none of a run that failed', async () => {
    const events = [thinking('hm'), start, text('I look.'), stop('I look.'), tool, start, text('Hi'), stop('Hi')];
    expect(await showFinal(events, result)).toBe('>Hi>\n');
    const error = { code: 'AGENT_ERROR', message: 'refused', stderr: '', recoverable: false } as const;
    const failed = await showFinal(events, { ...result, exitReason: 'failed', error });
    expect([failed.includes('>'), failed.includes('refused')]).toEqual([false, true]);
  });
});

async function showFinal(events: readonly AgentEvent[], ended: RunResult): Promise<string> {
  const { out, err, written } = record(false);
  const screen = createScreen({ out, err, isColourRefused: true, env: {} });
  const presenter = createHumanPresenter({ screen, isQuiet: true, isFinal: true });
  for (const event of events) {
    await presenter.event(event);
  }
  await presenter.result(ended);
  return written();
}

describe('a denied call of each agent', () => {
  const root = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
  const denied = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /approval-denied[^/]*\/events\.jsonl$/.test(path))
    .map((path) => join(root, path))
    .map((path) => ({ name: relative(root, path), events: readEvents(path) }));

  it.each(denied)('is told once: $name', async ({ events }) => {
    const denials = events.filter(({ type }) => type === 'approval_denied').length;
    expect((await show(events)).match(/✗/g)).toHaveLength(denials);
  });

  it('is looked at for most agents', () => {
    expect(denied.length).toBeGreaterThan(8);
  });
});

function readEvents(path: string): readonly AgentEvent[] {
  const decoder = createDecoder();
  return (
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): object => JSON.parse(line))
      // Golden events come without the id and the time of their run.
      .map((event) => decoder.decode({ ...event, runId: '01JZZZZZZZZZZZZZZZZZZZZZZZ', timestamp: 1 }))
  );
}

describe('as JSON', () => {
  it('writes an event per line, deltas without what has accumulated, and the result without its events', async () => {
    const { out, written } = record(false);
    const presenter = createJsonPresenter({ out, isFull: false });
    await presenter.event(text('a'));
    await presenter.result(result);
    expect(
      written()
        .split('\n')
        .map((line) => (line === '' ? '' : JSON.parse(line.slice(1)))),
    ).toEqual([
      { ...stamp, type: 'text_delta', delta: 'a' },
      {
        type: 'run_result',
        runId: 'r',
        agent: 'claude',
        mode: 'm',
        sessionId: 's1',
        text: 'Hi',
        cost: null,
        tokenUsage: null,
        durationMs: 1_234,
        exitCode: 0,
        signal: null,
        turnCount: 1,
        turns: [],
        attempts: 1,
        tags: [],
        diagnostics: { unknownNative: {}, repaired: 0 },
        exitReason: 'completed',
        error: null,
      },
      '',
    ]);
  });

  it('has what has accumulated when asked', async () => {
    const { out, written } = record(false);
    await createJsonPresenter({ out, isFull: true }).event(text('a'));
    expect(JSON.parse(written().slice(1))).toEqual({ ...stamp, type: 'text_delta', delta: 'a', accumulated: 'a' });
  });
});
