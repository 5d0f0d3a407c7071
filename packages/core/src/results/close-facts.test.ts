import { describe, expect, it } from 'vitest';
import { closeFacts } from './close-facts.ts';
import type { RunResult } from './run-result.ts';

const RESULT = {
  runId: 'r',
  agent: 'toy',
  model: undefined,
  mode: 'talk',
  sessionId: undefined,
  durationMs: 5,
  exitCode: 0,
  signal: null,
  attempts: 2,
  text: 'done',
  cost: null,
  tokenUsage: null,
  turnCount: 1,
  turns: [],
  events: [],
  tags: [],
  diagnostics: { unknownNative: {}, repaired: 1 },
  exitReason: 'completed',
  error: null,
} satisfies RunResult;

const FACTS = { durationMs: 5, exitCode: 0, signal: null, attempts: 2, stderr: '', diagnostics: RESULT.diagnostics };

describe('the facts of the last entry', () => {
  it('are those that the events do not have, and nothing about what is not known', () => {
    expect(closeFacts(RESULT, undefined)).toStrictEqual(FACTS);
  });

  it('have the session, the event with the text, the output, and the processes that were left', () => {
    const leftRunning = [{ pid: 7, command: 'sleep 9', startedAt: 1 }];
    expect(closeFacts({ ...RESULT, sessionId: 's', leftRunning }, 0, { n: 1 })).toStrictEqual({
      ...FACTS,
      sessionId: 's',
      textOf: 0,
      output: { n: 1 },
      leftRunning: [{ pid: 7, command: 'sleep 9' }],
    });
  });

  it('have the tail of stderr beside the error, not within', () => {
    const error = { code: 'AGENT_ERROR', message: 'm', recoverable: true } as const;
    const failed: RunResult = { ...RESULT, exitReason: 'failed', error: { ...error, stderr: 'tail' } };
    expect(closeFacts(failed, undefined)).toStrictEqual({ ...FACTS, error, stderr: 'tail' });
  });
});
