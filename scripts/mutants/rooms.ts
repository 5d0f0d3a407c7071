/** The rooms that are mutated, and the tests that must see it. */

export interface Room {
  readonly name: string;
  /** Folders of sources; their tests and what tests alone use are left out. */
  readonly sources: readonly string[];
  /** What is handed to vitest. */
  readonly tests: readonly string[];
}

const core = (name: string, ...tests: readonly string[]): Room => ({
  name,
  sources: [`packages/core/src/${name}`],
  tests: [`packages/core/src/${name}`, ...tests],
});

const agent = (name: string, sources: readonly string[] = [name], users: readonly string[] = [name]): Room => ({
  name,
  sources: sources.map((folder) => `adapters/src/${folder}`),
  tests: [...new Set([...sources, ...users])].map((folder) => `adapters/src/${folder}/`),
});

export const ROOMS: readonly Room[] = [
  { name: 'events', sources: ['packages/events/src'], tests: ['packages/events/src'] },
  core('assembler', 'test/fixtures.test.ts', 'test/final-text.test.ts'),
  core(
    'run',
    'test/run-handle.test.ts',
    'test/stopping.test.ts',
    'test/calls-by-state.test.ts',
    'test/control-races.test.ts',
  ),
  core('interaction', 'test/interaction.test.ts', 'test/stopping.test.ts'),
  core('process', 'test/pitfalls.test.ts'),
  core('cassette', 'test/fixtures.test.ts'),
  agent('claude'),
  agent('codex'),
  agent('acp', ['acp'], ['gemini', 'opencode', 'copilot', 'hermes', 'cursor']),
  agent('gemini'),
  agent('copilot'),
  agent('pi-family', ['pi-family', 'pi', 'omp']),
  agent('opencode'),
];
