import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** They leave nothing behind in their process, so the files share one, and load our sources once in it. */
const PURE = [
  'packages/events/src/**/*.test.ts',
  'packages/core/src/{assembler,cassette,interaction}/**/*.test.ts',
  'adapters/src/**/*.test.ts',
];

const conditions = ['agent-mux-source', 'import', 'module', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['packages/*/src/**/*.test.ts', 'test/*.test.ts', 'examples/*/*.test.js'],
          exclude: [...configDefaults.exclude, ...PURE],
        },
      },
    ],
    globalSetup: ['test/support/build-programs.ts'],
    // Most of these tests wait for processes of their own.
    maxWorkers: availableParallelism() + 1,
    // Some start a CLI of ours in a process of its own, which takes 20 times as long on a machine that others use too.
    testTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    hookTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    // Real processes on a busy machine: there once more is asked of a test that failed, and said so. Twice in a row is a fault.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
