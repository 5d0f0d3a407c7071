import { expect, it } from 'vitest';
import { Calls } from './calls.ts';

it('forgets a command that was left to itself when it ends', () => {
  const calls = new Calls();
  calls.begin({ id: 'c', lane: undefined, kind: 'shell', shell: { command: 'make', cwd: '/work' } });
  calls.runs('c');
  calls.leaveAlone(undefined);
  expect(calls.endAlone('c')).toBe(true);
  expect(calls.endAlone('c')).toBe(false);
});
