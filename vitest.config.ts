import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { findStarters } from './test/support/find-starters.ts';

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

const CORES = availableParallelism();
/** Tests that wait for processes: with three more workers than there are cores, a tenth of the time of the cores is left unused. */
const WAITING = CORES + 3;
/** The workers of the other tests: each one more reads all recordings by itself, which costs as much as it gains. */
const BUSY = CORES;

/** None where one worker has all tests in turn, which would load our sources twice. */
const STARTERS = process.env['AMUX_TEST_PROJECTS'] === 'together' ? [] : findStarters(TESTS);

// As Node resolves, and from our sources. With `module`, as bundlers have it, @opentelemetry/api gives files that Node cannot load.
const conditions = ['agent-mux-source', 'import', 'node', 'default'];

const exclude = [...configDefaults.exclude, ...ALONE];
const shared = { name: 'shared', include: TESTS, exclude: [...exclude, ...STARTERS], isolate: false };
const starters = { name: 'starters', include: STARTERS, exclude, isolate: false, maxWorkers: WAITING };

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: ALONE, maxWorkers: WAITING } },
      ...(STARTERS.length === 0 ? [] : [{ extends: true as const, test: starters }]),
      { extends: true, test: { ...shared, maxWorkers: BUSY, sequence: { groupOrder: 1 } } },
    ],
    globalSetup: ['test/support/build-programs.ts'],
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
