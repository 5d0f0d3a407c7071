/** Starts the parser of command lines. */
import { Language, Parser } from 'web-tree-sitter';
import type { ShellParser } from '../shell/index.ts';

export interface GrammarBytes {
  readonly engine: Uint8Array;
  readonly bash: Uint8Array;
}

export async function startParser({ engine, bash }: GrammarBytes): Promise<ShellParser> {
  await Parser.init({ wasmBinary: engine.slice().buffer });
  const parser = new Parser();
  parser.setLanguage(await Language.load(bash));
  return parser;
}
