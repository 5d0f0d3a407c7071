import { expect, it } from 'vitest';
import { ToolCalls } from './tool-calls.ts';

const ENDED = { title: 'read', kind: 'read', status: 'completed' };

function setUp() {
  const surroundings = { servers: [] };
  const calls = new ToolCalls({ quirks: undefined, asks: false, cwd: '/work', surroundings });
  const late = (id: string) => calls.update(id, { status: 'completed' }, 'tool_call_update').map(({ type }) => type);
  return { calls, late };
}

it('drops what is said of a call that has ended, with its turn or by itself', () => {
  const { calls, late } = setUp();
  calls.update('a', ENDED, 'tool_call');
  calls.update('b', { ...ENDED, status: 'in_progress' }, 'tool_call');
  expect(calls.openCount).toBe(1);
  calls.turnEnded();
  expect(calls.openCount).toBe(0);
  expect([...late('a'), ...late('b')]).toEqual([]);
});

it('remembers the newest thousand calls that have ended', () => {
  const { calls, late } = setUp();
  for (let count = 0; count <= 1_000; count++) {
    calls.update(`call-${count}`, ENDED, 'tool_call');
  }
  expect(late('call-1')).toEqual([]);
  expect(late('call-0')).toEqual(['tool_call_start', 'tool_call_ready', 'tool_result']);
});
