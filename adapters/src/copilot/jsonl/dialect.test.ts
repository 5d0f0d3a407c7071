import type { Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createJsonlDialect } from './dialect.ts';

const OPTIONS = resolvedOptions({ prompt: 'Do it.', approvalMode: 'deny' });

function dialectOf(options: Partial<ResolvedOptions> = {}, flags: readonly string[] = []): Dialect {
  const argv = ['/bin/copilot', '--output-format', 'json', ...flags];
  const context = modeContext('/bin/copilot', { runId: 'run', newId: () => 'new', input: { text: 'Do it.' }, argv });
  return createJsonlDialect({ ...OPTIONS, ...options }, context);
}

function hear(dialect: Dialect, ...lines: object[]): readonly EventDraft[] {
  return lines.flatMap((line) => dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts);
}

const BEGIN = { type: 'user.message', data: { content: 'Do it.' } };
const IDLE = { type: 'assistant.idle', data: {} };
const RESULT = { type: 'result', sessionId: 's1', exitCode: 0 };

describe('the session', () => {
  it.each<[string, Parameters<typeof dialectOf>, object[]]>([
    [
      'is the one that the CLI was told to begin, from the first line on',
      [{}, ['--session-id=s1']],
      [{ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }],
    ],
    [
      'is the one that it was told to continue',
      [{ sessionId: 's1' }, ['--resume=s1']],
      [{ type: 'session_start', sessionId: 's1', resumed: true }, { type: 'turn_start' }],
    ],
    [
      'is known at the end where nobody chose it',
      [{ sessionId: 'latest' }, ['--continue']],
      [{ type: 'turn_start' }, { type: 'turn_end' }, { type: 'session_start', sessionId: 's1', resumed: true }],
    ],
  ])('%s', (_, parts, drafts) => {
    const dialect = dialectOf(...parts);
    const said = hear(dialect, BEGIN, IDLE, RESULT);
    expect([said.slice(0, drafts.length), dialect.state.sessionId]).toEqual([drafts, 's1']);
  });
});

it('is in its turn from its prompt to the end of its work', () => {
  const dialect = dialectOf();
  const seen = [[], [BEGIN], [IDLE], [RESULT]].map((lines) => {
    hear(dialect, ...lines);
    const { busy, turn, clean } = dialect.state;
    return [busy, turn, clean];
  });
  expect(seen).toEqual([
    [true, false, false],
    [true, true, false],
    [true, false, true],
    [false, false, true],
  ]);
});

describe('a call that is refused without a question', () => {
  it('is told as one that was asked about and denied, before a shell has begun', () => {
    const dialect = dialectOf({}, ['--session-id=s1']);
    hear(dialect, BEGIN);
    const start = { toolCallId: 't1', toolName: 'bash', arguments: { command: 'touch a' } };
    const error = { message: 'Permission denied', code: 'denied' };
    const said = hear(
      dialect,
      { type: 'tool.execution_start', data: start },
      { type: 'tool.execution_complete', data: { toolCallId: 't1', success: false, error } },
    );
    expect(said.map(({ type }) => type)).toEqual([
      'tool_call_start',
      'approval_request',
      'approval_denied',
      'tool_error',
    ]);
  });
});

describe('the exit', () => {
  it.each<[string, string, object[]]>([
    [
      'names a session that is not there',
      "Error: No session, task, or name matched 'x'.\n",
      [
        {
          type: 'outcome',
          outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: "No session, task, or name matched 'x'." },
        },
      ],
    ],
    [
      'names a login that is missing',
      'Error: No authentication information found.\n',
      [
        {
          type: 'outcome',
          outcome: {
            type: 'auth_error',
            message: 'No authentication information found.',
            guidance: expect.any(String),
          },
        },
      ],
    ],
    [
      'is a crash without such words',
      'oops',
      [{ type: 'outcome', outcome: { type: 'crash', exitCode: 1, stderr: 'oops' } }],
    ],
  ])('%s', (_, stderr, drafts) => {
    expect(dialectOf().exit({ code: 1, signal: null, stderr }).drafts).toEqual(drafts);
  });

  it.each<[string, object[], object]>([
    ['that was interrupted is an interruption', [{ type: 'abort', data: {} }], { type: 'interrupted' }],
    ['that goes on is a crash', [], { type: 'crash', exitCode: 1, stderr: 'Error: oops' }],
  ])('in a turn %s', (_, lines, outcome) => {
    const dialect = dialectOf({}, ['--session-id=s1']);
    hear(dialect, BEGIN, ...lines);
    expect(dialect.exit({ code: 1, signal: null, stderr: 'Error: oops' }).drafts).toEqual([
      { type: 'turn_end', outcome },
    ]);
  });

  it('of a turn that the agent has ended well says nothing more', () => {
    const dialect = dialectOf({}, ['--session-id=s1']);
    hear(dialect, BEGIN, IDLE, RESULT);
    expect(dialect.exit({ code: 0, signal: null, stderr: '' }).drafts).toEqual([]);
  });

  it('tells a failure that came after the end of the turn as one that did', () => {
    const dialect = dialectOf({}, ['--session-id=s1']);
    hear(dialect, BEGIN, IDLE, { type: 'session.error', data: { message: 'Down.' } }, RESULT);
    expect(dialect.exit({ code: 0, signal: null, stderr: '' }).drafts).toEqual([
      {
        type: 'debug',
        level: 'warn',
        message: 'The agent reported a failure after the end of its turn: Down.',
      },
    ]);
  });
});
