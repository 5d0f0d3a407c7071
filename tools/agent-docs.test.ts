/** The pages about each agent are those that the adapters and their fixtures give. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { generateAgentDocs } from './generate-docs.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

it('the tables about agents are up to date (npm run docs)', async () => {
  for (const [path, text] of Object.entries(await generateAgentDocs())) {
    expect(readFileSync(`${ROOT}${path}`, 'utf8'), path).toBe(text);
  }
}, 120_000);
