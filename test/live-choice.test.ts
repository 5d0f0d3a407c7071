/** What CI plays on the real CLIs follows from what changed; in real git repositories where git is asked. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseLive, type LiveChoice, type LiveLevel } from '../tools/live/choose-live.ts';
import { findChanges } from '../tools/live/find-changes.ts';
import { listLiveAgents, listLiveTests } from '../tools/live/list-live-agents.ts';
import { isPlayed, levelOf, tellingOf } from './real/support/live-levels.ts';
import type { AgentStage } from './real/support/stage.ts';
import { claudeStage } from './real/support/stages/claude.ts';
import { codexStage } from './real/support/stages/codex.ts';
import { copilotStage } from './real/support/stages/copilot.ts';
import { geminiStage } from './real/support/stages/gemini.ts';
import { ompStage } from './real/support/stages/omp.ts';
import { openclawStage } from './real/support/stages/openclaw.ts';
import { opencodeStage } from './real/support/stages/opencode.ts';
import { piStage } from './real/support/stages/pi.ts';

const ROOT = join(import.meta.dirname, '..');
const AGENTS = listLiveAgents(ROOT);
const ALL = AGENTS.map(({ name }) => name);
const STAGES: readonly AgentStage[] = [
  claudeStage,
  codexStage,
  copilotStage,
  geminiStage,
  ompStage,
  openclawStage,
  opencodeStage,
  piStage,
];

/** Agents that are played at this level. */
function playedAt(level: LiveLevel, paths: readonly string[], pins: readonly string[] = []): string[] {
  const { levels } = chooseLive(() => ({ paths, pins }), AGENTS);
  return ALL.filter((name) => levels[name] === level);
}

describe('the tests on the real CLIs', () => {
  it('are one file an agent, and files of topics that run over several agents', () => {
    const names = listLiveTests(ROOT).map((path) => path.replace(/^test\/real\/(.*)\.test\.ts$/, '$1'));
    expect(names.filter((name) => name.split('-').some((word) => ALL.includes(word))).sort()).toEqual(ALL);
  });
});

describe('what changed', () => {
  it('knows every agent that has a stage', () => {
    expect(ALL).toEqual(STAGES.map(({ adapter }) => adapter.agent).sort());
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['an adapter', ['adapters/src/codex/command.ts'], ['codex']],
    ['a file of an adapter that has gone', ['adapters/src/pi/gone.ts'], ['pi']],
    ['a stage', ['test/real/support/stages/gemini.ts'], ['gemini']],
    ['a part of a stage', ['test/real/support/stages/codex-exec.ts'], ['codex']],
    ['an environment on a model server', ['packages/testkit/src/sandbox/copilot-environment.ts'], ['copilot']],
    ['one that two agents use', ['packages/testkit/src/sandbox/pi-environment.ts'], ['omp', 'pi']],
    ['a fixture', ['fixtures/copilot/1.0.102/text/cassette.jsonl'], ['copilot']],
    ['a pin in a folder of its own', ['test/agents/opencode/package.json'], ['opencode']],
    ['a test of one agent', ['test/real/omp.test.ts'], ['omp']],
    ['a family', ['adapters/src/pi-family/questions.ts'], ['omp', 'pi']],
    ['a protocol that several speak', ['adapters/src/acp/dialect.ts'], ['copilot', 'gemini', 'opencode']],
  ])('%s: its agents are played whole, the others answer once', (_, paths, agents) => {
    expect(playedAt('whole', paths)).toEqual(expect.arrayContaining([...agents]));
    expect(playedAt('whole', paths).filter((name) => !agents.includes(name))).toEqual(
      // A file of a family may have come to be used by one more.
      AGENTS.filter(({ name, files }) => !agents.includes(name) && paths.some((path) => files.has(path))).map(
        ({ name }) => name,
      ),
    );
    expect(playedAt('six', paths)).toEqual([]);
  });

  it('takes a pin in the shared folder for a change of its agent', () => {
    expect(playedAt('whole', ['test/agents/package.json'], ['claude'])).toEqual(['claude']);
  });

  it.each([
    'packages/core/src/run/run-machine.ts',
    'packages/events/src/index.ts',
    'packages/testkit/src/scenarios/tools.ts',
    'test/real/support/play-agent.ts',
    'vitest.real.config.ts',
    'package-lock.json',
  ])('%s is of all agents: six scenarios of each mode', (path) => {
    expect(playedAt('six', [path])).toEqual(ALL);
    expect(playedAt('six', [path, 'adapters/src/pi/rpc/dialect.ts'])).toEqual(ALL.filter((name) => name !== 'pi'));
    expect(chooseLive(() => ({ paths: [path], pins: [] }), AGENTS).isSharedPlayed).toBe(true);
  });

  it('plays one answer of each where nothing changed that a CLI could notice', () => {
    const paths = [
      'README.md',
      'docs/process.md',
      'packages/core/src/readers/journal.test.ts',
      'packages/core/src/process/testing/poor-host.ts',
      'bench/run.mjs',
    ];
    expect(playedAt('smoke', paths)).toEqual(ALL);
    expect(chooseLive(() => ({ paths, pins: [] }), AGENTS)).toMatchObject({
      isSharedPlayed: false,
      why: [expect.any(String)],
    });
  });

  it('plays the tests of no single agent where the command line changed', () => {
    const choice = chooseLive(() => ({ paths: ['packages/agent-mux/src/cli/screen.ts'], pins: [] }), AGENTS);
    expect([choice.isSharedPlayed, new Set(Object.values(choice.levels))]).toEqual([true, new Set(['smoke'])]);
  });
});

/** A repository with one commit for each set of files, and git to ask. */
function createRepository(): { readonly root: string; commit(files: Readonly<Record<string, string>>): string } {
  const root = mkdtempSync(join(tmpdir(), 'amux-changes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  return {
    root,
    commit(files) {
      write(root, files);
      git('add', '--all');
      git('commit', '--quiet', '--message', 'x');
      return git('rev-parse', 'HEAD');
    },
  };
}

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A proof in which these parts were run on these commits. */
const proofOf = (commits: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'docs/proof.json': JSON.stringify({
    parts: Object.fromEntries(Object.entries(commits).map(([part, commit]) => [part, { commit }])),
  }),
});
const ofAll = (commit: string): Readonly<Record<string, string>> =>
  proofOf(Object.fromEntries([...ALL, 'shared'].map((name) => [`live:${name}`, commit])));
const pins = (dependencies: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  'test/agents/package.json': JSON.stringify({ dependencies }),
});

describe('since the proof', () => {
  it('names what was committed, changed, added and taken away', () => {
    const { root, commit } = createRepository();
    const proved = commit({
      'a.ts': '1',
      'b.ts': '1',
      'c c.ts': '1',
      ...pins({ claude: '1', 'claude-197': '1', pi: '1' }),
    });
    commit({ 'a.ts': '2', ...proofOf({ 'live:pi': proved }), ...pins({ claude: '1', 'claude-197': '2', pi: '1' }) });
    write(root, { 'b.ts': '2', 'new.ts': '1' });
    rmSync(join(root, 'c c.ts'));
    const changes = findChanges(root, 'live:pi');
    expect(changes).toEqual({
      paths: expect.arrayContaining([
        'a.ts',
        'b.ts',
        'c c.ts',
        'docs/proof.json',
        'new.ts',
        'test/agents/package.json',
      ]),
      pins: ['claude'],
    });
  });

  it('takes all pins for changed where only what they depend on has', () => {
    const { root, commit } = createRepository();
    const lock = 'test/agents/package-lock.json';
    const proved = commit({ ...pins({ claude: '1', pi: '1' }), [lock]: '1' });
    commit({ [lock]: '2', ...proofOf({ 'live:pi': proved }) });
    expect(findChanges(root, 'live:pi')).toMatchObject({ pins: ['claude', 'pi'] });
  });

  it('asks of each agent what changed since it was played whole itself', () => {
    const { root, commit } = createRepository();
    const first = commit({ 'adapters/src/codex/a.ts': '1', 'packages/core/src/a.ts': '1' });
    const second = commit({ 'adapters/src/codex/a.ts': '2', 'packages/core/src/a.ts': '2' });
    const third = commit({ 'packages/agent-mux/src/a.ts': '1' });
    const of = (commits: Readonly<Record<string, string>>): LiveChoice => {
      write(root, proofOf(Object.fromEntries(Object.entries(commits).map(([name, at]) => [`live:${name}`, at]))));
      return chooseLive((name) => findChanges(root, `live:${name}`), AGENTS);
    };
    const all = Object.fromEntries(['shared', ...ALL].map((name) => [name, third]));
    expect(of(all)).toMatchObject({ isSharedPlayed: false, why: [expect.stringContaining('Nothing changed')] });
    const { levels } = of({ ...all, claude: first, codex: first, pi: second });
    expect(levels).toEqual({
      ...Object.fromEntries(ALL.map((name) => [name, 'smoke'])),
      claude: 'six',
      codex: 'whole',
    });
    expect(of({ ...all, shared: second })).toMatchObject({ isSharedPlayed: true });
    const { gemini: _, ...others } = all;
    expect(of(others)).toMatchObject({
      levels: { gemini: 'six', claude: 'smoke' },
      why: [expect.stringMatching(/live:gemini.*six scenarios of each mode of gemini\./)],
    });
  });

  it.each<[string, (repository: ReturnType<typeof createRepository>) => string, string]>([
    [
      'no proof',
      ({ root, commit }) => {
        commit({ 'a.ts': '1' });
        return root;
      },
      'docs/proof.md does not tell of live:claude',
    ],
    [
      'a proof of an unknown commit',
      ({ root, commit }) => {
        commit({ 'a.ts': '1', ...ofAll('0'.repeat(40)) });
        return root;
      },
      'is not in this clone',
    ],
    [
      'a shallow clone',
      ({ root, commit }) => {
        commit({ 'a.ts': '2', ...ofAll(commit({ 'a.ts': '1' })) });
        const clone = `${root}-clone`;
        onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
        execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
        return clone;
      },
      'shallow clone',
    ],
    [
      'no repository',
      () => {
        const folder = mkdtempSync(join(tmpdir(), 'amux-changes-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        write(folder, ofAll('0'.repeat(40)));
        return folder;
      },
      'or none',
    ],
  ])('%s means that the shared rooms changed, and is said', (_, prepare, words) => {
    const root = prepare(createRepository());
    const { levels, isSharedPlayed, why } = chooseLive((name) => findChanges(root, `live:${name}`), AGENTS);
    expect([new Set(Object.values(levels)), isSharedPlayed]).toEqual([new Set(['six']), true]);
    expect(why.join('\n')).toContain(words);
  });
});

describe('the levels', () => {
  it.each(STAGES.map((stage) => [stage.adapter.agent, stage] as const))('are scenarios that %s has', (agent, stage) => {
    const played = (level: LiveLevel): string[] =>
      Object.entries(stage.scenarios).flatMap(([mode, scenarios]) =>
        scenarios
          .filter((scenario) =>
            isPlayed({ stage, mode, scenario, version: stage.version }, JSON.stringify({ [agent]: level })),
          )
          .map((scenario) => `${mode} ${scenario}`),
      );
    expect(played('smoke')).toHaveLength(1);
    expect(played('whole')).toHaveLength(Object.values(stage.scenarios).flat().length);
    for (const [mode, scenarios] of Object.entries(stage.scenarios)) {
      const six = played('six').filter((name) => name.startsWith(`${mode} `));
      expect(six).toEqual(expect.arrayContaining(tellingOf(scenarios).map((name) => `${mode} ${name}`)));
      expect(six.length).toBeLessThanOrEqual(6);
      // A mode may be there for one thing alone; that which is taken by default is there for all.
      expect(six.length).toBeGreaterThanOrEqual(mode === Object.keys(stage.scenarios)[0] ? 4 : 1);
    }
  });

  it('are whole where nobody says another one', () => {
    expect([
      levelOf('claude', undefined),
      levelOf('claude', '{"codex":"six"}'),
      levelOf('codex', '{"codex":"six"}'),
    ]).toEqual(['whole', 'whole', 'six']);
  });
});
