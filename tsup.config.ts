import { defineConfig, type Options } from 'tsup';

const build = (dir: string, entry: string[]): Options => ({
  entry: entry.map((name) => `${dir}/src/${name}.ts`),
  outDir: `${dir}/dist`,
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: false,
  skipNodeModulesBundle: true,
  external: [/^@agent-mux\//, 'vitest'],
});

export default defineConfig([
  build('packages/events', ['index', 'check/index']),
  build('packages/core', ['index', 'cassette/index']),
  build('adapters', ['index', 'claude/index']),
  build('packages/testkit', ['index', 'conformance/index']),
  build('packages/agent-mux', ['index', 'cli/main']),
]);
