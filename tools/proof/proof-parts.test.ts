/** Which parts of the proof a change makes stale: each depends on what it proves, and on nothing else. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listLiveTests } from '../live/list-live-agents.ts';
import { ROOMS } from '../mutants/rooms.ts';
import type { ReadFile } from './ground.ts';
import { listParts } from './list-parts.ts';
import { lockedBehind } from './locked.ts';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = listParts(ROOT);
const FILES = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const AGENTS = ['claude', 'codex', 'copilot', 'gemini', 'omp', 'openclaw', 'opencode', 'pi'];
const LIVE = AGENTS.map((name) => `live:${name}`);
const UNITS = ['unit', 'full-size'];
const CHEAP = [...UNITS, 'packed', 'nodes'];

const read: ReadFile = (path) => (FILES.includes(path) ? readFileSync(join(ROOT, path), 'utf8') : undefined);
const seeds = (...rooms: readonly string[]): string[] =>
  rooms.flatMap((room) => [`mutants:${room}:1`, `mutants:${room}:2`]);
const staleBy = (path: string): string[] => PARTS.filter(({ ground }) => ground.includes(path)).map(({ name }) => name);

/** Parts that take something else out of a file when its text changes. */
function staleByText(path: string, change: (text: string) => string): string[] {
  const changed: ReadFile = (each) => (each === path ? change(read(each) ?? '') : read(each));
  return PARTS.filter(
    ({ ground }) => JSON.stringify(ground.extract?.(read)) !== JSON.stringify(ground.extract?.(changed)),
  ).map(({ name }) => name);
}

describe('a change of', () => {
  it.each<[string, readonly string[]]>([
    ['adapters/src/codex/app-server/scene.ts', [...CHEAP, 'live:codex', 'live:shared', ...seeds('codex')]],
    ['adapters/src/pi-family/questions.ts', [...CHEAP, 'live:omp', 'live:pi', 'live:shared', ...seeds('pi-family')]],
    ['packages/core/src/run/run-machine.ts', [...CHEAP, ...LIVE, 'live:shared', ...seeds('run')]],
    ['adapters/src/codex/exec/dialect.test.ts', ['unit', ...seeds('codex')]],
    ['adapters/src/shared/fast-paths.test.ts', UNITS],
    ['packages/core/src/readers/journal.test.ts', ['unit', 'nodes', ...seeds('run')]],
    ['packages/events/src/event-fields.ts', [...CHEAP, ...LIVE, 'live:shared', ...seeds('events')]],
    ['packages/agent-mux/src/cli/screen.ts', [...CHEAP, 'live:shared']],
    ['test/real/codex.test.ts', ['unit', 'live:codex']],
    ['test/real/support/stages/codex-exec.ts', ['unit', 'live:codex', 'live:shared']],
    ['test/real/support/play-agent.ts', ['unit', ...LIVE, 'live:shared']],
    ['test/real/sessions.test.ts', ['unit', 'live:shared']],
    ['test/agents/opencode/package.json', ['unit', 'live:opencode', 'live:shared']],
    ['test/stopping.test.ts', ['unit', ...seeds('run', 'interaction')]],
    ['tools/mutants/find-mutations.ts', ['unit', ...seeds(...ROOMS.map(({ name }) => name))]],
    ['tools/mutants/rooms.ts', ['unit']],
    ['tools/test-nodes.ts', ['unit', 'nodes']],
    ['test/flood.test.ts', [...UNITS, 'nodes']],
    ['tools/test-packed.mjs', ['unit', 'packed']],
    ['biome.json', ['unit']],
    ['tools/test-units.ts', UNITS],
    ['tools/protocols/spoken.ts', UNITS],
    ['tools/build/pack-wasm.ts', [...UNITS, 'packed']],
    ['docs/process.md', []],
    ['packages/core/README.md', []],
  ])('%s makes stale what it is part of', (path, parts) => {
    expect(staleBy(path).sort()).toEqual([...parts].sort());
  });

  it.each<[string, string, string, readonly string[]]>([
    ['the pin of codex', 'test/agents/package.json', '@openai/codex@', ['live:codex']],
    ['an older pin of claude', 'test/agents/package.json', '"npm:@anthropic-ai/claude-code@2.1.197', ['live:claude']],
    ['an equivalent mutant', 'tools/mutants/equivalents.json', 'adapters/src/gemini/stream-json/text', seeds('gemini')],
  ])('%s makes stale whose it is', (_, path, text, parts) => {
    expect(read(path)).toContain(text);
    expect(staleByText(path, (all) => all.replaceAll(text, `${text}0`)).sort()).toEqual([...parts].sort());
  });

  it('a package that a CLI depends on makes stale that CLI', () => {
    const lock = 'test/agents/package-lock.json';
    const packages: Readonly<Record<string, { version: string }>> = JSON.parse(read(lock) ?? '').packages;
    const change = (path: string) => (text: string) => {
      const all = JSON.parse(text);
      all.packages[path].version = '0.0.0';
      return JSON.stringify(all);
    };
    const ofPi = Object.keys(packages).find((path) => path.endsWith('/pi-tui') || path.endsWith('/pi-ai')) ?? 'none';
    expect(staleByText(lock, change(ofPi))).toEqual(['live:pi']);
    // The dependencies of the linter run in no CLI; those that start CLIs run in all.
    expect(staleByText('package-lock.json', change('node_modules/@biomejs/biome'))).toEqual([]);
    expect(staleByText('package-lock.json', change('node_modules/execa')).sort()).toEqual(
      [...LIVE, 'live:shared'].sort(),
    );
  });
});

it('stands on every file of this repository but words, licences and the proof itself', () => {
  const others = FILES.filter((path) => staleBy(path).length === 0 && !path.endsWith('.md'));
  expect(others.filter((path) => path !== 'docs/proof.json')).toEqual(['.gitignore', 'LICENSE']);
});

it('plays every live test in one part', () => {
  const folders = { reports: 'r', kept: 'k' };
  const played = PARTS.filter(({ name }) => name.startsWith('live:')).flatMap(({ steps }) =>
    steps.flatMap(({ command }) => command(folders).filter((word) => word.startsWith('test/real/'))),
  );
  expect(played.sort()).toEqual([...listLiveTests(ROOT)].sort());
});

it('mutates every room by two seeds, and keeps what it found where the next run looks for it', () => {
  const scored = PARTS.filter(({ name }) => name.startsWith('mutants:'));
  expect(scored.map(({ name }) => name).sort()).toEqual(seeds(...ROOMS.map(({ name }) => name)).sort());
  for (const { name, steps } of scored) {
    const [, room, seed] = name.split(':');
    const words = steps[0]?.command({ reports: 'r', kept: 'k' }).join(' ');
    expect(words).toContain(`--rooms ${room} --seed ${seed} --resume ${join('k', 'verdicts.jsonl')}`);
  }
});

describe('what a lock file pins', () => {
  const entry = (version: string, ...names: readonly string[]): object => ({
    version,
    dependencies: Object.fromEntries(names.map((name) => [name, '*'])),
  });
  const lock = JSON.stringify({
    packages: {
      '': {},
      'packages/own': entry('0', 'a'),
      'node_modules/own': { link: true, resolved: 'packages/own' },
      'node_modules/a': entry('1', 'b', '@s/c'),
      'node_modules/a/node_modules/b': entry('2', 'a'),
      'node_modules/b': entry('3'),
      'node_modules/@s/c': { version: '4', optionalDependencies: { gone: '*' }, peerDependencies: { b: '*' } },
    },
  });

  it('is the package and what it depends on, each as Node would find it', () => {
    const lines = (name: string): string[] => lockedBehind(lock, [name]).map((line) => line.replace(' undefined', ''));
    const all = ['node_modules/@s/c 4', 'node_modules/a 1', 'node_modules/a/node_modules/b 2', 'node_modules/b 3'];
    expect(lines('a')).toEqual(all);
    expect(lines('b')).toEqual(['node_modules/b 3']);
    expect(lines('own')).toEqual([...all, 'node_modules/own undefined', 'packages/own 0']);
    expect([lockedBehind(lock, ['none']), lockedBehind(undefined, ['a'])]).toEqual([[], []]);
  });
});
