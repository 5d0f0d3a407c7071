import { expect, it } from 'vitest';
import { riskLevel } from './risk-level.ts';

it.each([
  ['ls', 'low'],
  ['cat a.txt && wc -l "b c"', 'low'],
  ['cat a.txt > b.txt', 'high'],
  ['cat a.txt; rm a.txt', 'high'],
  ['cat $(rm a)', 'high'],
  ['rm a.txt', 'high'],
  ['/tmp/cat a.txt', 'high'],
  ['PATH=/tmp cat a.txt', 'high'],
  ['ls && make', 'high'],
  ['', 'high'],
])('%j is of %s risk', (command, level) => {
  expect(riskLevel('execute', command)).toBe(level);
});

it('no command makes a change of a file, or a call of another kind, harmless', () => {
  expect([riskLevel('edit', 'ls'), riskLevel('fetch', 'ls'), riskLevel('execute'), riskLevel('read')]).toEqual([
    'medium',
    'high',
    'high',
    'low',
  ]);
});
