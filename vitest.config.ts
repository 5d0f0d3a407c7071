import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** They leave nothing behind in their process, so the files share one, and load our sources once in it: to load them costs a second of a core. */
const PURE = [
  'packages/events/src/**/*.test.ts',
  'packages/core/src/{assembler,cassette,interaction,stored}/**/*.test.ts',
  'packages/core/src/clock.test.ts',
  'packages/core/src/process/{argument-limits,content-length,find-executable,input,intake,line-splitter,marked-commands}.test.ts',
  'packages/core/src/process/{ring-tail,run-members,start-queue,terminal-lines}.test.ts',
  'packages/core/src/run/{check-draft,demand-note,demand-startable,entry-log,entry-weight,follow-ups,guarded-dialect,guarded-mode,guards}.test.ts',
  'packages/core/src/run/{host-tools,journal,keeper,messages-in-line,outcome,plain-json,recorded-options,retry-policy,run-header,run-ids}.test.ts',
  'packages/core/src/run/{run-result,run-status,run-timers,spilled-entries,spilled-questions,standing-clock}.test.ts',
  'packages/testkit/src/model-server/*-{frames,profile}.test.ts',
  'packages/testkit/src/{conformance,scenarios}/**/*.test.ts',
  'packages/agent-mux/src/cli/**/*.test.ts',
  'packages/store/src/**/*.test.ts',
  'packages/protocols/src/**/*.test.ts',
  'packages/otel/src/**/*.test.ts',
  'adapters/src/**/*.test.ts',
  'test/{otel-live,protocols-live,stored-fixtures,stored-random-runs,stored-replay,stored-runs,stored-trees,trees}.test.ts',
  // They read the fixtures, which is done once for all of them in a process (test/support/read-once.ts).
  'test/{absolute-paths,asked-waits,blocked-commands,both-directions,context-warnings,denial-reasons,error-classes}.test.ts',
  'test/{failed-commands,final-text,fixtures,lacking-fields,prior-turns,provenance,reasons,stream-options,streaming-claims}.test.ts',
  'test/{support-matrix,system-prompt-modes,told-whole,uniformity,uniformity-values,unknown-values,usage}.test.ts',
  'test/protocols/*.test.ts',
  'test/{adapter-folders,drawn,limits-page,mutants,programs-exist,proof-parts}.test.ts',
];

// As Node resolves, and from our sources. With `module`, as bundlers have it, @opentelemetry/api gives files that Node cannot load.
const conditions = ['agent-mux-source', 'import', 'node', 'default'];

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
          include: [
            'packages/*/src/**/*.test.ts',
            'test/*.test.ts',
            'test/protocols/*.test.ts',
            'examples/*/*.test.js',
          ],
          exclude: [...configDefaults.exclude, ...PURE],
        },
      },
    ],
    globalSetup: ['test/support/build-programs.ts'],
    // Most of these tests wait for processes of their own: one more than there are cores leaves some of the time of the cores unused.
    maxWorkers: availableParallelism() + 2,
    // Some start a CLI of ours in a process of its own, which takes 20 times as long on a machine that others use too.
    testTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    hookTimeout: process.env['CI'] === undefined ? 30_000 : 120_000,
    // Real processes on a busy machine: there once more is asked of a test that failed, and said so. Twice in a row is a fault.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default'],
  },
});
