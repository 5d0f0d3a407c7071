/** docs/limits.md names every option that is a number, and none that is not there. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('says of every option that is a number what it counts', () => {
  const options = [...read('packages/core/src/adapter/options.ts').matchAll(/^ {2}readonly (\w+)\?: number;/gm)];
  const [table = ''] = read('docs/limits.md').split('## Built in');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual([...new Set(options.map(([, name]) => name))].toSorted());
});
