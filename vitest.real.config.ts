import { defineConfig } from 'vitest/config';

const conditions = ['agent-mux-source', 'import', 'module', 'node', 'default'];

/** The end-to-end tests on the real CLIs. They install nothing themselves: scripts/install-agents.mjs has run before. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/real/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Of each file; a CLI needs most of a core while it starts.
    maxConcurrency: 2,
    // A CLI on a busy machine may miss deadlines of its own, such as the start of an MCP server. Twice in a row is a fault,
    // in CI, where hundreds of them are played, three times.
    retry: process.env['CI'] === undefined ? 1 : 2,
    reporters: ['default'],
  },
});
