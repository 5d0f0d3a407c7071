/** The small parts of the assembler, each tested by its own rule. */
import type { CostRecord } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { absolutePath, isAbsolutePath } from './absolute-path.ts';
import { RunCost } from './cost.ts';
import { cutJson, parseInput, toJson } from './json-text.ts';
import { type LooseBody, withStandIns } from './stand-ins.ts';
import { UniqueIds } from './unique-ids.ts';

describe('a value as text', () => {
  it.each<[unknown, string]>([
    [{ a: 1 }, '{"a":1}'],
    [undefined, 'null'],
    [7n, '7'],
  ])('is JSON, or what there is of it: %s', (value, text) => {
    expect(toJson(value)).toBe(text);
  });

  it('is cut for people, who are told how long it is', () => {
    expect(cutJson('x'.repeat(398))).toBe(`"${'x'.repeat(398)}"`);
    expect(cutJson('x'.repeat(399))).toBe(`"${'x'.repeat(399)}… (401 characters)`);
  });

  it.each([
    ['', {}],
    ['{"a":1}', { a: 1 }],
    ['{"a"', '{"a"'],
  ])('is the input that it stands for, or itself: %j', (text, input) => {
    expect(parseInput(text)).toEqual(input);
  });
});

describe('the cost of a run', () => {
  const cost = (totalUsd: number, inputTokens = 0, more: Partial<CostRecord> = {}): CostRecord => ({
    ...{ totalUsd, inputTokens, outputTokens: 0 },
    ...more,
  });

  it('is the last total, which never falls, or the sum of what is added', () => {
    const run = new RunCost();
    expect(run.total).toBeUndefined();
    expect([
      run.report(cost(1, 10), 'total'),
      run.report(cost(2, 5), 'total'),
      run.report(cost(1, 20), 'total'),
      run.report(cost(1, 1), 'add'),
      run.report(cost(-5, -5), 'add'),
    ]).toEqual([cost(1, 10), cost(2, 10), cost(2, 20), cost(2, 21), cost(2, 21)]);
    expect(run.total).toEqual(cost(2, 21));
  });

  it('goes on over processes', () => {
    const run = new RunCost();
    run.report(cost(1, 10, { cachedTokens: 4 }), 'total');
    run.nextProcess();
    expect(run.report(cost(2, 1), 'total')).toEqual(cost(3, 11, { cachedTokens: 4 }));
    run.nextProcess();
    expect(run.report(cost(1, 1, { thinkingTokens: 2 }), 'add')).toEqual(
      cost(4, 12, { cachedTokens: 4, thinkingTokens: 2 }),
    );
  });

  it.each(['priced', 'inputKnown', 'outputKnown'])(
    'is as unknown as its parts, until a total knows it: %s',
    (marker) => {
      const run = new RunCost();
      const unknown = cost(0, 1, { [marker]: false });
      expect(run.report(unknown, 'add')).toEqual(unknown);
      expect(run.report(cost(1, 1), 'add')).toEqual(cost(1, 2, { [marker]: false }));
      expect(run.report(cost(2, 2), 'total')).toEqual(cost(2, 2));
      run.report(unknown, 'total');
      run.nextProcess();
      expect(run.report(cost(1, 1), 'total')).toHaveProperty(marker, false);
    },
  );
});

describe('a path', () => {
  it.each([
    ['/a', '/a'],
    ['<cwd>/a', '<cwd>/a'],
    ['C:\\a', 'C:\\a'],
    ['c:/a', 'c:/a'],
    ['a', '/work/a'],
    ['../a', '/a'],
    ['<not one', '/work/<not one'],
    ['C:a', '/work/C:a'],
    ['', undefined],
    ['~/a', undefined],
    ['$HOME/a', undefined],
    ['%TEMP%', undefined],
    ['http://a', undefined],
    ['git+ssh.x-1://a', undefined],
    ['a\0b', undefined],
  ])('%j is made absolute where it is beyond doubt', (path, absolute) => {
    expect(absolutePath('/work', path)).toBe(absolute);
    expect(isAbsolutePath(path)).toBe(path === absolute);
  });
});

it('an id that comes again gets a number, from 2 on', () => {
  const ids = new UniqueIds();
  expect(['a', 'a', 'b', 'a', 'a#2'].map((id) => ids.make(id))).toEqual(['a', 'a#2', 'b', 'a#3', 'a#2#2']);
});

describe('a field that nobody knows', () => {
  const agent = { subagentId: 'a' };
  it.each<[LooseBody, object]>([
    [
      { type: 'shell_start', command: 'ls' },
      { cwd: '', cwdKnown: false },
    ],
    [{ type: 'shell_start', command: 'ls', cwd: '/a' }, {}],
    [
      { type: 'shell_exit', durationMs: 1 },
      { exitCode: -1, exitCodeKnown: false },
    ],
    [
      { type: 'shell_exit', durationMs: 1, exitCode: -1 },
      { exitCode: -1, exitCodeKnown: false },
    ],
    [{ type: 'shell_exit', durationMs: 1, exitCode: 0 }, {}],
    [{ type: 'shell_exit', durationMs: 1, signal: 'SIGTERM' }, { exitCode: -1 }],
    [
      { type: 'crash', stderr: '' },
      { exitCode: -1, exitCodeKnown: false },
    ],
    [{ type: 'crash', stderr: '', exitCode: 2 }, {}],
    [
      { type: 'file_write', path: '/a' },
      { byteCount: 0, byteCountKnown: false },
    ],
    [
      { type: 'file_create', path: '/a' },
      { byteCount: 0, byteCountKnown: false },
    ],
    [{ type: 'file_create', path: '/a', byteCount: 3 }, {}],
    [
      { type: 'file_patch', path: '/a' },
      { diff: '', diffKnown: false },
    ],
    [{ type: 'file_patch', path: '/a', diff: 'd' }, {}],
    [
      { type: 'plugin_loaded', pluginId: 'p', pluginName: 'p' },
      { version: '', versionKnown: false },
    ],
    [{ type: 'plugin_loaded', pluginId: 'p', pluginName: 'p', version: '1' }, {}],
    [
      { type: 'skill_loaded', skillName: 's' },
      { source: '', sourceKnown: false },
    ],
    [{ type: 'skill_loaded', skillName: 's', source: 'user' }, {}],
    [
      { type: 'session_resume', sessionId: 's' },
      { priorTurnCount: 0, priorTurnCountKnown: false },
    ],
    [{ type: 'session_resume', sessionId: 's', priorTurnCount: 2 }, {}],
    [
      { type: 'subagent_spawn', ...agent },
      { agentName: 'agent', agentNameKnown: false, prompt: '', promptKnown: false },
    ],
    [{ type: 'subagent_spawn', ...agent, agentName: 'x', prompt: 'p' }, {}],
    [
      { type: 'subagent_result', ...agent },
      { agentName: 'agent', agentNameKnown: false, summary: '', summaryKnown: false },
    ],
    [{ type: 'subagent_result', ...agent, agentName: 'x', summary: 's' }, {}],
    [
      { type: 'subagent_error', ...agent, error: 'e' },
      { agentName: 'agent', agentNameKnown: false },
    ],
    [{ type: 'subagent_error', ...agent, error: 'e', agentName: 'x' }, {}],
    [{ type: 'context_compacted' }, { summary: '', summaryKnown: false, tokensSaved: 0, tokensSavedKnown: false }],
    [{ type: 'context_compacted', summary: 's', tokensSaved: 1 }, {}],
    [{ type: 'context_exceeded' }, { usedTokens: 0, usedTokensKnown: false, maxTokens: 0, maxTokensKnown: false }],
    [{ type: 'context_exceeded', usedTokens: 1, maxTokens: 2 }, {}],
    [{ type: 'paused' }, {}],
  ])('has its stand-in and says so, and one that is known stays as it is: %j', (body, more) => {
    expect(withStandIns(body)).toEqual({ ...body, ...more });
  });

  it('stands in its place beside one that is known', () => {
    expect(Object.keys(withStandIns({ type: 'context_compacted', tokensSaved: 1 }))).toEqual([
      ...['type', 'summary', 'summaryKnown', 'tokensSaved'],
    ]);
  });
});
