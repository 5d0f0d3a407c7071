/** The grammar from its packages, for whoever runs our sources. A built file contains the grammar itself. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ShellParser } from '../shell/index.ts';
import { startParser } from './start-parser.ts';

export async function createParser(): Promise<ShellParser> {
  const { resolve } = createRequire(import.meta.url);
  const [engine, bash] = await Promise.all([
    readFile(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    readFile(resolve('tree-sitter-bash/tree-sitter-bash.wasm')),
  ]);
  return startParser({ engine, bash });
}
