import { expect, it } from 'vitest';
import { compareVersions } from './compare-versions.ts';

it.each([
  ['2.1.329', '2.1.330'],
  ['2.1.329', '2.1.1000'],
  ['1.9', '1.10.1'],
  ['2026.9.6', '2026.10.1'],
  ['0.170.0-alpha.1', '0.170.0'],
  ['0.170.0-alpha.9', '0.170.0-alpha.10'],
  ['0.170.0-alpha.10', '0.170.0-beta.1'],
])('%s is older than %s', (older, newer) => {
  expect(Math.sign(compareVersions(older, newer))).toBe(-1);
  expect(Math.sign(compareVersions(newer, older))).toBe(1);
});

it('takes a leading v, and zeros that are left out, for nothing', () => {
  expect([compareVersions('v1.2.0', '1.2'), compareVersions('1.2', '1.2')]).toEqual([0, 0]);
});
