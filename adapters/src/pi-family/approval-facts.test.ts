/** What a call of pi 0.73.1 or omp 18.2.3 would do, by its input. */
import { expect, it } from 'vitest';
import { factsOf } from './approval-facts.ts';

const update = (oldText: string, newText: string) => ({ path: '/a', change: 'update', oldText, newText });

it.each<[string, unknown, object]>([
  ['bash', { command: 'ls' }, { command: 'ls', cwd: '/work' }],
  ['bash', { command: 'ls', cwd: '/b' }, { command: 'ls', cwd: '/b' }],
  ['bash', {}, {}],
  ['bash', 'ls', {}],
  ['write', { path: '/a', content: 'x' }, { paths: ['/a'], changes: [{ path: '/a', change: 'write', newText: 'x' }] }],
  ['write', { path: '/a' }, { paths: ['/a'], changes: [{ path: '/a', change: 'write', newText: '' }] }],
  ['write', { content: 'x' }, {}],
  ['edit', { path: '/a', oldText: 'x', newText: 'y' }, { paths: ['/a'], changes: [update('x', 'y')] }],
  [
    'edit',
    { path: '/a', edits: [{ oldText: 'x', newText: 'y' }, { oldText: 'z' }, 'odd'] },
    { paths: ['/a'], changes: [update('x', 'y'), update('z', ''), update('', '')] },
  ],
  ['edit', { path: '/a', edits: [] }, { paths: ['/a'], changes: [] }],
  ['read', { path: '/a' }, { paths: ['/a'] }],
  ['odd', {}, {}],
])('%s of %j', (toolName, input, facts) => {
  expect(factsOf(toolName, input, '/work')).toEqual(facts);
});
