import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { EndCause } from '../assembler/index.ts';
import { diagnosticsOf, ResultFold, type RunFacts, type RunResult, UNKNOWN, withEnd } from './run-result.ts';
import type { TurnResult } from './turn-result.ts';

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

describe('the words of an end', () => {
  const ENDS: readonly (readonly [string, EndCause, Partial<RunFacts>, string, boolean])[] = [
    ['an interrupt', { type: 'interrupted' }, {}, 'The run was interrupted.', true],
    ['an abort', { type: 'aborted' }, {}, 'The run was aborted.', true],
    ['an abort with a reason', { type: 'aborted', reason: 'enough' }, {}, 'The run was aborted: enough', true],
    ['a timeout', { type: 'timeout', kind: 'run' }, {}, 'The run took longer than its `timeout`.', true],
    [
      'silence',
      { type: 'timeout', kind: 'inactivity' },
      {},
      'The agent was silent for longer than `inactivityTimeout`.',
      true,
    ],
    ['a limit', { type: 'turn_limit', maxTurns: 2 }, {}, 'The run reached its limit of 2 model requests.', true],
    ['no login', { type: 'auth_error', message: 'No key.. ', guidance: 'Log in.' }, {}, 'No key. Log in.', false],
    ['no login and no help', { type: 'auth_error', message: 'No key', guidance: '' }, {}, 'No key.', false],
    ['a rate limit', { type: 'rate_limit_error', message: 'later' }, {}, 'later', true],
    [
      'a full context',
      { type: 'context_exceeded' },
      {},
      'The conversation does not fit into the context window of the model.',
      false,
    ],
    [
      'a crash',
      { type: 'crash', exitCode: 3, stderr: '' },
      { exitCode: 3 },
      'toy ended without finishing its run (exit code 3).',
      true,
    ],
    [
      'a kill',
      { type: 'crash', exitCode: -1, stderr: '' },
      { exitCode: null, signal: 'SIGKILL', foreignSignal: 'SIGKILL' },
      'toy ended without finishing its run (SIGKILL).',
      true,
    ],
    ['an error', { type: 'error', code: 'AGENT_ERROR', message: 'm' }, {}, 'm', false],
    ['an error that passes', { type: 'error', code: 'AGENT_ERROR', message: 'm', transient: true }, {}, 'm', true],
    [
      'no start',
      { type: 'crash', exitCode: -1, stderr: '' },
      { spawnError: 'ENOENT' },
      'toy could not be started: ENOENT',
      false,
    ],
  ];
  it.each(ENDS)('by %s tell what happened, and whether another try may help', (_what, end, facts, message, again) => {
    const { error } = new ResultFold().finish({ ...FACTS, ...facts, end });
    expect([error?.message, error?.recoverable]).toEqual([message, again]);
  });
});

describe('the whole result', () => {
  const TURN = { index: 0, prompt: 'p', text: '', outcome: 'completed' } as unknown as TurnResult;

  it('has every fact, and no field about which nothing was reported', () => {
    const { stderr: _stderr, end: _end, foreignSignal: _signal, ...facts } = FACTS;
    expect(new ResultFold().finish(FACTS)).toStrictEqual({
      ...facts,
      text: '',
      cost: null,
      tokenUsage: null,
      turnCount: 0,
      turns: [],
      exitReason: 'completed',
      error: null,
    });
  });

  it('has the models that were named', () => {
    const fold = new ResultFold();
    says(fold, { type: 'token_usage', model: 'm', inputTokens: 1, outputTokens: 2 });
    const models = [{ model: 'm', usage: { inputTokens: 1, outputTokens: 2 } }];
    expect(fold.finish(FACTS).models).toEqual(models);
  });

  it('has the number of the event with its text, which an abandoned attempt takes along', () => {
    const fold = new ResultFold();
    expect(fold.textOf).toBeUndefined();
    fold.add({ ...stamp, seq: 7, type: 'message_stop', text: 'done' });
    expect(fold.textOf).toBe(7);
    fold.abandon();
    expect(fold.textOf).toBeUndefined();
  });

  it('tells its turns how it ended, and has the output of the last one', () => {
    const told: unknown[] = [];
    const turns = [
      { ...TURN, output: 1 },
      { ...TURN, output: 2 },
    ];
    const turnsOf = (end: unknown): readonly TurnResult[] => {
      told.push(end);
      return turns;
    };
    const done = new ResultFold().finish({ ...FACTS, turnsOf });
    const failed = new ResultFold().finish({ ...FACTS, turnsOf, end: { type: 'interrupted' } });
    const error = { code: 'INTERRUPTED', message: 'The run was interrupted.', recoverable: true };
    expect(told).toEqual([{ outcome: 'completed' }, { outcome: 'interrupted', error }]);
    expect([done.turns, done.output, failed.turns, failed.output]).toEqual([turns, 2, turns, 2]);
    expect(failed.error).toEqual({ ...error, stderr: 'tail' });
    expect(new ResultFold().finish({ ...FACTS, turnsOf: () => [TURN] })).not.toHaveProperty('output');
  });

  it('is that of a completed run exactly where there is no error to tell', () => {
    const base = { ...FACTS, ...new ResultFold().sums };
    const error = { code: 'AGENT_ERROR', message: 'm', recoverable: false } as const;
    const rest = { stderr: 'tail', turnsOf: () => [] };
    expect(withEnd(base, { cause: 'error', error: undefined, ...rest })).toMatchObject({
      exitReason: 'completed',
      error: null,
    });
    expect(withEnd(base, { cause: 'completed', error, ...rest })).toMatchObject({
      exitReason: 'completed',
      error: null,
    });
    expect(withEnd(base, { cause: 'error', error, ...rest })).toMatchObject({
      exitReason: 'failed',
      error: { ...error, stderr: 'tail' },
    });
  });

  it('tells what was mended, of cut and unreadable texts only where there were any', () => {
    const few = { unknownNative: { odd: 2 }, repaired: 3, cutTexts: 0, unreadable: 0 };
    expect(diagnosticsOf(few)).toStrictEqual({ unknownNative: { odd: 2 }, repaired: 3 });
    expect(diagnosticsOf({ ...few, cutTexts: 1, unreadable: 4 })).toStrictEqual({
      unknownNative: { odd: 2 },
      repaired: 3,
      cutTexts: 1,
      unreadable: 4,
    });
  });

  it('of a run that can say nothing any more has one attempt, no session and nothing mended', () => {
    expect(UNKNOWN).toStrictEqual({
      sessionId: undefined,
      attempts: 1,
      diagnostics: { unknownNative: {}, repaired: 0 },
    });
  });
});
