import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { EndCause } from '../assembler/index.ts';
import { ResultFold, type RunFacts, type RunResult } from './run-result.ts';

const FACTS: RunFacts = {
  runId: 'r',
  agent: 'toy',
  model: undefined,
  mode: 'talk',
  sessionId: undefined,
  durationMs: 5,
  exitCode: 1,
  signal: null,
  attempts: 1,
  events: [],
  tags: [],
  diagnostics: { unknownNative: {}, repaired: 0 },
  stderr: 'tail',
  end: undefined,
  foreignSignal: null,
};

let seq = 0;
const stamp = { runId: 'r', agent: 'toy', timestamp: 1 } as const;
const says = (fold: ResultFold, ...events: readonly object[]): void => {
  for (const event of events) {
    fold.add({ ...stamp, seq: seq++, ...event } as AgentEvent);
  }
};
const text = (words: string, lane?: string): object => ({
  type: 'message_stop',
  text: words,
  ...(lane === undefined ? {} : { lane }),
});
const cost = (totalUsd: number): object => ({
  type: 'cost',
  cost: { totalUsd, inputTokens: 0, outputTokens: 0 },
});

describe('the result', () => {
  it('says null where nothing was reported', () => {
    expect(new ResultFold().finish(FACTS)).toMatchObject({
      text: '',
      cost: null,
      tokenUsage: null,
      turnCount: 0,
      exitReason: 'completed',
      error: null,
    });
  });

  it('has the last message of the main lane, the last cost, and the sum of all usage', () => {
    const fold = new ResultFold();
    says(
      fold,
      text('one'),
      cost(1),
      { type: 'token_usage', inputTokens: 1, outputTokens: 2, cachedTokens: 4 },
      text('two'),
      text('of a child', 's'),
      cost(3),
      { type: 'token_usage', inputTokens: 10, outputTokens: 20, thinkingTokens: 5 },
      { type: 'turn_end', turnIndex: 0 },
      { type: 'turn_end', turnIndex: 1 },
    );
    expect(fold.finish(FACTS)).toMatchObject({
      text: 'two',
      cost: { totalUsd: 3 },
      tokenUsage: { inputTokens: 11, outputTokens: 22, thinkingTokens: 5, cachedTokens: 4, totalTokens: 33 },
      turnCount: 2,
    });
  });

  it('forgets what an abandoned attempt said, but not what it cost', () => {
    const fold = new ResultFold();
    says(fold, text('half'), cost(1), { type: 'token_usage', inputTokens: 1, outputTokens: 1 });
    fold.abandon();
    expect(fold.finish(FACTS)).toMatchObject({ text: '', cost: { totalUsd: 1 }, tokenUsage: { totalTokens: 2 } });
  });

  const ENDS: readonly [EndCause, Partial<RunFacts>, RunResult['exitReason'], string][] = [
    [{ type: 'interrupted' }, {}, 'interrupted', 'INTERRUPTED'],
    [{ type: 'aborted' }, {}, 'aborted', 'ABORTED'],
    [{ type: 'timeout', kind: 'run' }, {}, 'timeout', 'TIMEOUT'],
    [{ type: 'timeout', kind: 'inactivity' }, {}, 'inactivity', 'INACTIVITY_TIMEOUT'],
    [{ type: 'turn_limit', maxTurns: 2 }, {}, 'turn_limit', 'TURN_LIMIT'],
    [{ type: 'auth_error', message: 'm', guidance: 'g' }, {}, 'failed', 'AUTH_ERROR'],
    [{ type: 'rate_limit_error', message: 'm' }, {}, 'failed', 'RATE_LIMITED'],
    [{ type: 'context_exceeded', usedTokens: 2, maxTokens: 1 }, {}, 'failed', 'CONTEXT_EXCEEDED'],
    [{ type: 'error', code: 'AGENT_ERROR', message: 'm' }, {}, 'failed', 'AGENT_ERROR'],
    [{ type: 'error', code: 'SESSION_NOT_FOUND', message: 'm' }, {}, 'failed', 'SESSION_NOT_FOUND'],
    [{ type: 'crash', exitCode: 0, stderr: '' }, {}, 'crashed', 'AGENT_CRASH'],
    [{ type: 'crash', exitCode: -1, stderr: '' }, { foreignSignal: 'SIGKILL' }, 'killed', 'AGENT_CRASH'],
    [{ type: 'crash', exitCode: -1, stderr: '' }, { spawnError: 'ENOENT' }, 'crashed', 'SPAWN_ERROR'],
  ];

  it.each(ENDS)('of %j %j is %s', (end, facts, exitReason, code) => {
    const result = new ResultFold().finish({ ...FACTS, ...facts, end });
    expect([result.exitReason, result.error?.code, result.error?.stderr]).toEqual([exitReason, code, 'tail']);
  });
});
