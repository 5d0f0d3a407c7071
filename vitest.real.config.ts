import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/real/support/longest-first.ts';

const conditions = ['agent-mux-source', 'import', 'module', 'node', 'default'];

/** The end-to-end tests on the real CLIs. They install nothing themselves: tools/install-agents.mjs has run before. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/real/**/*.test.ts'],
    // OpenClaw's gateway and its client work for some fifty seconds of a core in each test, which takes two minutes beside other programs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // The longest first, so that none is at work alone at the end.
    sequence: { sequencer: LongestFirst },
    // Each file plays so many at once; a CLI needs most of a core while it starts.
    maxConcurrency: 2,
    // Nothing is tried again here: tools/test-real.ts tries once more what failed, with nothing beside it, and counts it as flaky.
    retry: 0,
    reporters: ['default'],
    // CI shows the message of a failure and nothing else of it, so it has to name what differs.
    chaiConfig: { truncateThreshold: 0 },
  },
});
