/** The lanes of Claude Code's subagents. */
import { describe, expect, it } from 'vitest';
import { Subagents } from './subagents.ts';

function dispatched(input: object = {}): Subagents {
  const subagents = new Subagents();
  subagents.called({ id: 'a', name: 'Task', lane: undefined, input: { prompt: 'look', ...input } });
  return subagents;
}

const SPAWN = { type: 'subagent_spawn', subagentId: 'a', prompt: 'look' };

describe('a subagent', () => {
  it('is announced once and ended once', () => {
    const subagents = dispatched();
    expect([subagents.ensure('a'), subagents.ensure('a')]).toEqual([[SPAWN], []]);
    const end = { type: 'subagent_result', subagentId: 'a', summary: 'seen' };
    expect(subagents.ended('a', { summary: 'seen' })).toEqual([end]);
    expect([subagents.ended('a', { summary: 'seen' }), subagents.ended('a', { error: 'lost' })]).toEqual([[], []]);
    expect(subagents.launched('a')).toEqual([]);
  });

  it('ends with its report, else with its last words, else with none', () => {
    const endOf = (said: string, summary: string): unknown => {
      const subagents = dispatched();
      subagents.said('a', said);
      return subagents.ended('a', { summary }).at(-1);
    };
    const end = { type: 'subagent_result', subagentId: 'a' };
    expect(endOf('said', 'a report')).toEqual({ ...end, summary: 'a report' });
    expect(endOf('said', '')).toEqual({ ...end, summary: 'said' });
    expect(endOf('', '')).toEqual(end);
  });

  it('that is told to be done has failed where its own model request has', () => {
    const subagents = dispatched();
    subagents.failed('a', 'overloaded');
    expect(subagents.ended('a', { summary: 'done' }).at(-1)).toEqual({
      ...{ type: 'subagent_error', subagentId: 'a', error: 'overloaded' },
    });
  });

  it('is in the background where its call or its task says so, and no unknown one is', () => {
    const subagents = dispatched();
    expect([subagents.isBackground('a'), subagents.isBackground('b'), subagents.isBackground(undefined)]).toEqual([
      ...[false, false, false],
    ]);
    expect(subagents.started({ tool_use_id: 'a', task_id: 't', is_backgrounded: true })).toEqual([
      { ...SPAWN, background: true },
    ]);
    expect([subagents.isBackground('a'), subagents.laneOf('t'), subagents.laneOf('u')]).toEqual([true, 'a', undefined]);
    expect(dispatched({ run_in_background: true }).isBackground('a')).toBe(true);
  });

  it('is announced again where it goes on beside the main one', () => {
    const subagents = dispatched();
    subagents.ensure('a');
    expect([subagents.launched('a'), subagents.launched('a')]).toEqual([[{ ...SPAWN, background: true }], []]);
  });
});
