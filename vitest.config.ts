import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const conditions = ['agent-mux-source', 'import', 'module', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'adapters/src/**/*.test.ts', 'test/*.test.ts', 'examples/*/*.test.js'],
    globalSetup: ['test/support/build-programs.ts'],
    // Vitest leaves one core to itself; most of these tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Some start a CLI of ours in a process of its own, which takes 20 times as long on a machine that others use too.
    testTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    hookTimeout: 30_000,
    // Real processes on a busy machine: there once more is asked of a test that failed, and said so. Twice in a row is a fault.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
