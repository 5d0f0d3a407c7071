import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { StartersFirst } from './test/support/starters-first.ts';

const TESTS = [
  'packages/*/src/**/*.test.ts',
  'adapters/src/**/*.test.ts',
  'test/*.test.ts',
  'test/protocols/*.test.ts',
  'tools/**/*.test.ts',
];

/**
 * They count what their whole process holds (listeners, timers, pipes, memory), change it (its environment, its globals, V8's flags),
 * or measure time. All others leave nothing behind, so they share a process, and load our sources once in it: to load them costs each
 * file a second of a core.
 */
const ALONE = [
  'packages/core/src/process/{agent-process,back-pressure,backlog,end-of-run,many-starts,output-file}.test.ts',
  'packages/core/src/registry/ask-version.test.ts',
  'packages/core/src/readers/journal-readers.test.ts',
  'test/{broken-adapter,clients,control-races,faults,full-disk,gathered-texts,pitfalls,pitfalls-of-options,validation}.test.ts',
  'examples/*/*.test.js',
];

// As Node resolves, and from our sources. With `module`, as bundlers have it, @opentelemetry/api gives files that Node cannot load.
const conditions = ['agent-mux-source', 'import', 'node', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: TESTS, exclude: [...configDefaults.exclude, ...ALONE], isolate: false },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
    globalSetup: ['test/support/build-programs.ts'],
    sequence: { sequencer: StartersFirst },
    // Many of these tests wait for processes of their own: two more than there are cores leave a tenth of the time of the cores unused.
    maxWorkers: availableParallelism() + 3,
    // Some start a CLI of ours in a process of its own, which takes 20 times as long on a machine that others use too.
    testTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    // Vitest waits for a second otherwise, in which a busy machine may do nothing.
    expect: { poll: { timeout: process.env['CI'] === undefined ? 5_000 : 20_000 } },
    hookTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    // These are real processes on a busy machine: a test that failed is tried once more, and that is told. Twice in a row is a fault.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
