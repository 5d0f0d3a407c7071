/**
 * The grammar within the built file, packed, so that no bundler has to know about a file beside it, and it loads in a browser as on Node.
 */
import bash from 'tree-sitter-bash/tree-sitter-bash.wasm';
import engine from 'web-tree-sitter/web-tree-sitter.wasm';
import type { ShellParser } from '../shell/index.ts';
import { startParser } from './start-parser.ts';

export async function createParser(): Promise<ShellParser> {
  const [first, second] = await Promise.all([unpack(engine), unpack(bash)]);
  return startParser({ engine: first, bash: second });
}

/** Unpacks `packed`, which is gzip as base64. */
async function unpack(packed: string): Promise<Uint8Array> {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
