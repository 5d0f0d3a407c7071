import { defineConfig, type Options } from 'tsup';
import { bundleForBundlers, embedForeignSources, shrinkForeignFiles } from './tools/build/bundle-for-bundlers.ts';
import { dropEval } from './tools/build/drop-eval.ts';
import { packWasm } from './tools/build/pack-wasm.ts';

const build = (dir: string, entry: string[], options: Options = {}): Options => ({
  entry: entry.map((name) => `${dir}/src/${name}.ts`),
  outDir: `${dir}/dist`,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: false,
  // A map names the sources, which are in each package.
  sourcemap: true,
  esbuildOptions: (options) => {
    options.sourcesContent = false;
  },
  skipNodeModulesBundle: true,
  external: [/^@agent-mux\//, 'vitest'],
  ...options,
});

export default defineConfig([
  build('packages/events', ['index', 'check/index', 'journal/index']),
  // execa and split2 are bundled, because bundlers cannot make an ES module of their `require` calls (tools/build/bundle-for-bundlers.ts).
  build('packages/core', ['index', 'cassette/index'], {
    skipNodeModulesBundle: false,
    noExternal: ['execa', 'split2'],
    external: [/^@agent-mux\//, '@cfworker/json-schema', 'eventemitter3', 'ulid', 'node-pty'],
    esbuildPlugins: [bundleForBundlers()],
    onSuccess: async () => shrinkForeignFiles('packages/core/dist'),
  }),
  build('packages/policy', ['index', 'node'], { external: [/^@agent-mux\//, '#grammar'] }),
  // web-tree-sitter and the grammar of Bash are bundled, because no bundler of a user finds the files that they would load.
  build('packages/policy', [], {
    entry: { 'grammar/embedded': 'packages/policy/src/grammar/embedded.ts' },
    sourcemap: false,
    splitting: false,
    skipNodeModulesBundle: false,
    noExternal: ['web-tree-sitter', 'tree-sitter-bash'],
    external: ['module', 'fs/promises'],
    // A bundle that is no ES module has no such URL. It only matters where files are looked for, and here are none.
    define: { 'import.meta.url': '"file:///"' },
    esbuildPlugins: [packWasm(), dropEval(), bundleForBundlers()],
  }),
  build('packages/store', ['index', 'writer/main']),
  build('packages/protocols', [
    'index',
    'model/index',
    'laws/index',
    'cagent/index',
    'ag-ui/index',
    'looopy/index',
    'a2a/index',
    'afk/index',
    'agentic/index',
    'ui-messages/index',
  ]),
  build('packages/otel', ['index']),
  // The package is one file, because each chunk costs whoever imports `agent-mux` a millisecond.
  build('adapters', ['index'], { splitting: false }),
  // They repeat what the one file says, so only that has a map: the maps of both take more of the disk than the code of the CLI.
  build(
    'adapters',
    [
      'acp/index',
      'claude/index',
      'codex/index',
      'gemini/index',
      'openclaw/index',
      'copilot/index',
      'hermes/index',
      'opencode/index',
      'cursor/index',
      'pi/index',
      'omp/index',
    ],
    { sourcemap: false },
  ),
  build('packages/testkit', ['index', 'conformance/index']),
  // Only one function of diff is used, and all of it is 0.9 MB.
  build('packages/agent-mux', ['index', 'cli/main'], {
    skipNodeModulesBundle: false,
    noExternal: ['diff'],
    external: [/^@agent-mux\//, 'commander'],
    esbuildPlugins: [bundleForBundlers()],
    onSuccess: async () => embedForeignSources('packages/agent-mux/dist'),
  }),
]);
