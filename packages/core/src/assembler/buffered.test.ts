/** What buffered mode lets pass because the consumer has heard of it already. */
import { expect, it } from 'vitest';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';
import { ASK } from './testing/turn-case.ts';

it('announces a subagent at once that has asked before anybody announced it', () => {
  const { events, push } = createBench({ stream: false });
  push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, { type: 'step_start' });
  push({ type: 'subagent_spawn', subagentId: 'quiet', agentName: 'fixer', prompt: 'fix' });
  push({ ...ASK, lane: 'a' }, { type: 'subagent_spawn', subagentId: 'a', agentName: 'finder', prompt: 'find' });
  const told = events.map(brief);
  expect(told.slice(3)).toEqual([
    expect.stringMatching(/^approval_request@a /),
    'subagent_spawn subagentId=a agentName=finder prompt=find',
  ]);
  push({ type: 'turn_end' });
  expect(events.filter(({ type }) => type === 'subagent_spawn')).toHaveLength(2);
});
