/** The grammar as its packages have it: for whoever runs from our sources. What is built has it within itself. */
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
