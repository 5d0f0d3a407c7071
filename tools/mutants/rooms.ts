/** The rooms that are mutated, and the tests that must fail. */

export interface Room {
  readonly name: string;
  /** Folders of sources; their tests and the files that tests alone use are left out. */
  readonly sources: readonly string[];
  /** Test files, and folders of them. */
  readonly tests: readonly string[];
  /** The tests that check everything there is, and so take long: they run for mutants that the others do not see. */
  readonly wide?: readonly string[];
  /** The only agents that tests about every agent cover here, because no other one uses the sources. @defaultValue all */
  readonly agents?: readonly string[];
  /** Whether its tests start processes, and so wait for them. Programs that are built from the sources are built for each mutant. */
  readonly startsProcesses?: true;
  /** Those of its own tests that start programs of ours, which are built first. */
  readonly needsPrograms?: readonly string[];
}

const core = (name: string, ...tests: readonly string[]): Room => inCore(name, [name], tests);

const inCore = (name: string, folders: readonly string[], tests: readonly string[]): Room => {
  const sources = folders.map((folder) => `packages/core/src/${folder}`);
  return { name, sources, tests: [...sources, ...tests] };
};

/** Tests that compare the claims of an adapter with its fixtures, and the tables in the docs with the claims. */
const OF_CLAIMS = ['test/support-matrix.test.ts', 'tools/agent-docs.test.ts'];
/** Tests that change the contents of the fixtures, field by field. */
const OF_CHANGES = ['test/unknown-kinds.test.ts', 'test/lacking-fields.test.ts'];

const agent = (name: string, sources: readonly string[] = [name], users: readonly string[] = [name]): Room => ({
  name,
  sources: sources.map((folder) => `adapters/src/${folder}`),
  tests: [
    ...[...new Set([...sources, ...users])].map((folder) => `adapters/src/${folder}`),
    ...OF_CLAIMS,
    ...OF_CHANGES,
  ],
  wide: [...OF_CLAIMS, ...OF_CHANGES],
  agents: users,
});

const withProcesses = (room: Room): Room => ({ ...room, startsProcesses: true });

export const ROOMS: readonly Room[] = [
  { name: 'events', sources: ['packages/events/src'], tests: ['packages/events/src'] },
  core('assembler', 'test/situations.test.ts', 'test/fixtures.test.ts', 'test/final-text.test.ts'),
  withProcesses(
    inCore(
      'run',
      ['run', 'readers', 'results'],
      [
        'test/abort-reasons.test.ts',
        'test/run-handle.test.ts',
        'test/consumers.test.ts',
        'test/stopping.test.ts',
        'test/calls-by-state.test.ts',
        'test/control-races.test.ts',
        'test/entries.test.ts',
        'test/host-tools.test.ts',
        'test/stored-runs.test.ts',
        'test/structured-output.test.ts',
        'test/trees.test.ts',
        'test/turns.test.ts',
      ],
    ),
  ),
  withProcesses(core('interaction', 'test/interaction.test.ts', 'test/stopping.test.ts')),
  {
    ...withProcesses(core('process', 'test/pitfalls.test.ts')),
    needsPrograms: ['host-killed', 'same-run-id'].map((name) => `packages/core/src/process/${name}.test.ts`),
  },
  withProcesses(
    inCore(
      'cassette',
      ['recording', 'redaction', 'replay'],
      [
        'test/fixtures.test.ts',
        'test/line-parts.test.ts',
        'test/record-run.test.ts',
        'test/repeated-text.test.ts',
        'test/both-directions.test.ts',
        'test/stored-replay.test.ts',
        'test/stored-texts.test.ts',
        'test/who-speaks.test.ts',
      ],
    ),
  ),
  agent('claude'),
  agent('codex'),
  agent('acp', ['acp'], ['gemini', 'opencode', 'copilot', 'hermes', 'cursor', 'openclaw']),
  agent('gemini'),
  agent('copilot'),
  agent('pi-family', ['pi-family', 'pi', 'omp'], ['pi', 'omp']),
  agent('opencode'),
];
