/** Where a conversation with Claude Code stands. */
import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

const DONE = { type: 'result', subtype: 'success', is_error: false, result: 'done' };

describe('a turn', () => {
  it('that follows an interrupted one is not interrupted itself', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    // The CLI begins the next turn at once, and gives one result for both.
    turns.begin();
    expect([turns.isInterrupted, turns.isJoinable]).toEqual([false, true]);
    expect(turns.end(DONE, undefined)).toEqual([{ type: 'turn_end' }]);
    expect(turns.isClean).toBe(true);
  });

  it('that is open when the CLI rests ends by what is known of it', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.isInterrupted = true;
    expect(turns.sessionState('running')).toEqual([]);
    expect(turns.sessionState('idle')).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
    expect(turns.sessionState('idle')).toEqual([]);
  });

  it('begins with the failure of none before it', () => {
    const turns = new Turns(undefined);
    turns.begin();
    turns.failure = { type: 'error', code: 'AGENT_ERROR', message: 'broken' };
    turns.end({ ...DONE, is_error: true, result: 'broken' }, undefined);
    expect(turns.hasFailed).toBe(true);
    turns.begin();
    expect([turns.hasFailed, turns.end(DONE, undefined)]).toEqual([false, [{ type: 'turn_end' }]]);
  });
});
