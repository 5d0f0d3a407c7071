import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_INFO } from './client-info.ts';

it('has the version of the package', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest).toMatchObject({ version: CLIENT_INFO.version });
});
