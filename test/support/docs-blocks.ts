/** The programs that the pages show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DocsBlock {
  readonly page: string;
  /** Which of the page's, from 0. */
  readonly index: number;
  readonly code: string;
}

/** Every page that a user reads, below the root of the repository. */
export function listPages(root: string): readonly string[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join('docs', name),
  );
  const readmes = readdirSync(join(root, 'packages')).map((name) => join('packages', name, 'README.md'));
  return ['README.md', 'CONTRIBUTING.md', join('adapters', 'README.md'), ...readmes, ...inDocs].filter((path) =>
    path.endsWith('.md'),
  );
}

export function readBlocks(root: string, page: string): readonly DocsBlock[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({ page, index, code }));
}
