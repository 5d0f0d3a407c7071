/** Where a conversation with Claude Code stands. */
import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const COST = { totalUsd: 1, inputTokens: 2, outputTokens: 3 };
const DONE = { type: 'result', subtype: 'success', is_error: false, result: 'done' };
// This line is written by hand: no recording has a failure without words.
const WORDLESS = { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['', ' '] };

describe('a turn', () => {
  it('that follows an interrupted one is not interrupted itself', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    // The CLI begins the next turn at once, and gives one result for both.
    turns.begin();
    expect([turns.isInterrupted, turns.isJoinable]).toEqual([false, true]);
    expect(turns.end(DONE, undefined)).toEqual([{ type: 'turn_end', text: 'done' }]);
    expect(turns.isClean).toBe(true);
  });

  it('that follows one which the CLI has agreed to stop is not stopped itself', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    turns.isStopping = true;
    turns.begin();
    expect([turns.isStopping, turns.end(WORDLESS, undefined)]).toEqual([
      false,
      [{ type: 'turn_end', outcome: failed('error_during_execution') }],
    ]);
  });

  it('is interrupted no more once it is over', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    expect(turns.end(DONE, undefined)).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
    expect([turns.isOpen, turns.isClean, turns.isInterrupted, turns.isStopping, turns.hasFailed]).toEqual([
      ...[false, true, false, false, true],
    ]);
  });

  it.each<[number | undefined, string, number]>([
    [undefined, 'Reached maximum number of turns (7)', 7],
    [undefined, 'Reached the maximum.', 0],
    [3, 'Reached maximum number of turns (7)', 3],
  ])('has had as many steps as it may (%s), of which the CLI says: %s', (maxTurns, error, told) => {
    const turns = new Turns(maxTurns);
    turns.begin();
    expect(turns.end({ ...DONE, subtype: 'error_max_turns', errors: [error] }, undefined)).toEqual([
      { type: 'turn_end', outcome: { type: 'turn_limit', maxTurns: told } },
    ]);
  });

  it('that is open when the CLI rests ends by what is known of it', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    expect(turns.sessionState('running')).toEqual([]);
    expect(turns.sessionState('idle')).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
    expect(turns.sessionState('idle')).toEqual([]);
  });

  it.each<[what: string, lines: object[], isEnded: boolean, outcome: object | undefined]>([
    ['what it said last', [DONE], true, undefined],
    ['its failure', [{ ...DONE, is_error: true, result: 'broken' }], true, { message: 'broken' }],
    ['nothing that it said', [], false, undefined],
  ])('that has begun twice ends with %s where the CLI leaves', (_what, lines, isEnded, outcome) => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.begin();
    expect(lines.flatMap((line) => turns.end(line, COST))).toEqual([]);
    const end = outcome === undefined ? {} : { outcome: expect.objectContaining(outcome) };
    expect(turns.left(0)).toEqual(isEnded ? [{ type: 'turn_end', cost: COST, ...end }] : []);
    expect([turns.isClean, turns.left(0)]).toEqual([isEnded, []]);
  });

  it('that has begun twice ends with what it said last where the CLI rests', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.begin();
    turns.end({ ...DONE, structured_output: { a: 1 } }, COST);
    expect(turns.sessionState('idle')).toEqual([{ type: 'turn_end', cost: COST, output: { a: 1 } }]);
  });

  it('ends with nothing that was said before it began', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.begin();
    turns.end(DONE, COST);
    turns.begin();
    expect(turns.left(0)).toEqual([]);
  });

  it('has no good end where the CLI leaves with another exit code, or by a signal', () => {
    for (const code of [1, null]) {
      const turns = new Turns(undefined);
      turns.begin();
      turns.begin();
      turns.end(DONE, COST);
      expect(turns.left(code)).toEqual([]);
    }
  });

  it('begins with the failure of none before it', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.failure = { type: 'error', code: 'AGENT_ERROR', message: 'broken' };
    turns.end({ ...DONE, is_error: true, result: 'broken' }, undefined);
    expect(turns.hasFailed).toBe(true);
    turns.begin();
    expect([turns.hasFailed, turns.end(DONE, undefined)]).toEqual([false, [{ type: 'turn_end', text: 'done' }]]);
  });

  it.each<[string, object, object]>([
    ['says its last words', {}, { text: 'done' }],
    ['has none where it says nothing', { result: '' }, {}],
    ['has none where a local command had no output', { result: '(no content)' }, {}],
    ['has an answer and no words', { result: '{"a":1}', structured_output: { a: 1 } }, { output: { a: 1 } }],
    ['has none where they are no text', { result: { a: 1 } }, {}],
    [
      'has failed with them',
      { is_error: true, result: 'broken' },
      { outcome: { type: 'error', code: 'AGENT_ERROR', message: 'broken' } },
    ],
    ['was interrupted with them', { terminal_reason: 'aborted_streaming' }, { outcome: { type: 'interrupted' } }],
  ])('%s', (_name, fields, end) => {
    const turns = new Turns(undefined);
    turns.begin();
    expect(turns.end({ ...DONE, ...fields }, undefined)).toEqual([{ type: 'turn_end', ...end }]);
  });

  it.each<[string, boolean, object, object]>([
    ['fails in words of ours where the CLI has none', false, {}, failed('error_during_execution')],
    ['does so where the subtype says that it went well', false, { subtype: 'success', errors: [] }, failed('success')],
    ['was interrupted where the CLI had agreed to that', true, {}, { type: 'interrupted' }],
    [
      'has failed all the same where the CLI has words',
      true,
      { errors: ['', 'broken'] },
      { type: 'error', code: 'AGENT_ERROR', message: 'broken' },
    ],
  ])('%s', (_name, isStopping, fields, outcome) => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isStopping = isStopping;
    expect(turns.end({ ...WORDLESS, ...fields }, undefined)).toEqual([{ type: 'turn_end', outcome }]);
    expect(turns.isStopping).toBe(false);
  });
});

function failed(subtype: string): object {
  const message = `The turn failed: Claude Code says "${subtype}" and no more.`;
  return { type: 'error', code: 'AGENT_ERROR', message };
}
