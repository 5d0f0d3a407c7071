import { describe, expect, it } from 'vitest';
import { type Call, Calls } from './calls.ts';

const shell = { command: 'make', cwd: '/work' };

function open(...calls: readonly Call[]): Calls {
  const all = new Calls();
  for (const call of calls) {
    all.begin(call);
  }
  return all;
}

it('forgets a command that was left to itself when it ends', () => {
  const calls = open({ id: 'c', lane: undefined, kind: 'shell', shell });
  calls.runs('c');
  calls.leaveAlone(undefined);
  expect(calls.endAlone('c')).toBe(true);
  expect(calls.endAlone('c')).toBe(false);
});

it('ends the calls of a lane with its turn, and no others', () => {
  const calls = open(
    { id: 'a', lane: undefined, kind: 'other' },
    { id: 'b', lane: 'l', kind: 'other' },
    { id: 'c', lane: undefined, kind: 'shell', shell },
  );
  calls.runs('c');
  calls.laneEnded(undefined);
  expect(['a', 'b', 'c'].map((id) => calls.get(id)?.id)).toEqual([undefined, 'b', undefined]);
  expect(calls.onlyRunning(undefined)).toBeUndefined();
  calls.laneEnded('l');
  expect(calls.get('b')).toBeUndefined();
});

describe('the call that makes a server ask', () => {
  const calls = (): Calls =>
    open(
      { id: 'first', lane: undefined, kind: 'mcp', server: 'lab', tool: 'see' },
      { id: 'newest', lane: undefined, kind: 'mcp', server: 'lab', tool: 'see' },
      { id: 'tool', lane: undefined, kind: 'mcp', server: 'lab', tool: 'hear' },
      { id: 'lane', lane: 'l', kind: 'mcp', server: 'lab', tool: 'see' },
      { id: 'server', lane: undefined, kind: 'mcp', server: 'shop', tool: 'see' },
      { id: 'kind', lane: undefined, kind: 'other', server: 'lab', tool: 'see' },
    );

  it.each([
    ['lab', undefined, 'see', 'newest'],
    ['lab', undefined, 'hear', 'tool'],
    ['lab', undefined, undefined, 'tool'],
    ['lab', 'l', 'see', 'lane'],
    ['shop', undefined, 'see', 'server'],
    ['shop', 'l', 'see', undefined],
    ['lab', 'l', 'hear', undefined],
    ['', undefined, undefined, undefined],
  ])('of %j in the lane %j with the tool %j is %j', (server, lane, tool, id) => {
    expect(calls().ofServer(server, lane, tool)?.id).toBe(id);
  });
});
