import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { generateRuntimeDocs } from '../tools/generate-docs.ts';
import { SPOKEN } from '../tools/protocols/spoken.ts';
import { DRAW_SEED, drawn } from './support/drawn.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

describe('docs', () => {
  // The pages of the protocols are measured, with some ten thousand projections: of one or two of them here, of all by `npm run check:docs`.
  it(`has tables of what is so for all agents that are up to date (npm run docs; AMUX_SEED=${DRAW_SEED})`, async () => {
    const protocols = drawn(SPOKEN, { every: 4, kindOf: () => 'any' });
    const generated = Object.entries(await generateRuntimeDocs({ protocols }));
    expect(generated.filter(([path]) => path.startsWith('docs/protocols/'))).toHaveLength(protocols.length);
    for (const [path, text] of generated) {
      expect(read(path), path).toBe(text);
    }
  }, 120_000);

  it('keeps the README under 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThan(150);
  });

  it('links only to files that exist', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `docs/${name}`),
    ];
    for (const page of pages) {
      for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
        const folder = page.slice(0, page.lastIndexOf('/') + 1);
        expect(() => read(`${folder}${link}`), `${page} → ${link}`).not.toThrow();
      }
    }
  });
});
