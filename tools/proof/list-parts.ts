/** The parts of the proof: the steps and the ground of each. */
import { join } from 'node:path';
import { isOf } from '../live/hearing.ts';
import { listLiveAgents, listLiveTests } from '../live/list-live-agents.ts';
import { ROOMS } from '../mutants/rooms.ts';
import { groundOfCode, groundOfEverything, groundOfPackages, groundOfSizes } from './grounds.ts';
import { groundOfAgent, groundOfShared } from './grounds-of-live.ts';
import { groundOfRoom } from './grounds-of-mutants.ts';
import type { ProofPart } from './make-proof.ts';
import type { ProofStep } from './run-part.ts';

/** The seeds, which are two because a test could be fitted to the mutants of one. */
const SEEDS = [1, 2] as const;
/** Variables that make tests run at full size where `npm test` runs a fraction. */
const FULL = { AMUX_FULL: '1' };
const TSX = ['--import', 'tsx'] as const;

export function listParts(root: string): readonly ProofPart[] {
  const agents = listLiveAgents(root);
  const tests = listLiveTests(root);
  return [
    { name: 'unit', ground: groundOfEverything(), steps: [CHECK, UNIT_TESTS] },
    { name: 'full-size', ground: groundOfSizes(root), steps: [FULL_SIZE] },
    {
      name: 'packed',
      ground: groundOfPackages(),
      steps: [
        install('claude'),
        { name: 'build', command: () => ['npm', 'run', '--silent', 'build'] },
        { name: 'packed-tarballs', command: () => ['node', 'tools/test-packed.mjs'] },
      ],
    },
    { name: 'nodes', ground: groundOfCode(), steps: [NODES] },
    ...agents.map((agent) => ({
      name: `live:${agent.name}`,
      ground: groundOfAgent(root, agent, agents),
      steps: [install(agent.name), playWhole(tests.filter((path) => isOf(agent, path)))],
    })),
    {
      name: 'live:shared',
      ground: groundOfShared(root, agents),
      steps: [install(), playWhole(tests.filter((path) => !agents.some((agent) => isOf(agent, path))))],
    },
    ...SEEDS.flatMap((seed) =>
      ROOMS.map((room) => ({
        name: `mutants:${room.name}:${seed}`,
        ground: groundOfRoom(root, room),
        steps: [mutate(room.name, seed)],
      })),
    ),
  ];
}

const CHECK: ProofStep = { name: 'check', command: () => ['npm', 'run', 'check'] };
// Each says all that decides, since the caller's own variables are passed on.
const UNIT_TESTS = unitTests('unit-tests', '120000', { AMUX_UNITS: 'all', AMUX_FULL: '', CI: '1' });
const FULL_SIZE = unitTests('full-size', '600000', { AMUX_UNITS: '', ...FULL });
const NODES: ProofStep = {
  name: 'nodes',
  command: ({ reports }) => ['node', ...TSX, 'tools/test-nodes.ts', '--output-folder', reports, ...['20', '22', '24']],
};

function unitTests(name: string, timeoutMs: string, env: Readonly<Record<string, string>>): ProofStep {
  return {
    name,
    command: ({ reports }) => [
      'node',
      ...TSX,
      'tools/test-units.ts',
      // One retry is allowed, as in CI.
      '--retry=1',
      `--testTimeout=${timeoutMs}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, `${name}.json`)}`,
    ],
    env,
  };
}

function install(...agents: readonly string[]): ProofStep {
  return { name: 'install-CLIs', command: () => ['node', 'tools/install-agents.mjs', ...agents] };
}

function playWhole(files: readonly string[]): ProofStep {
  return {
    name: 'real-CLIs',
    command: ({ reports }) => [
      'node',
      ...TSX,
      'tools/test-real.ts',
      '--all',
      '--output-file',
      join(reports, 'real-CLIs.json'),
      ...files,
    ],
    env: FULL,
  };
}

function mutate(room: string, seed: number): ProofStep {
  return {
    name: `mutants of ${room}`,
    command: ({ kept }) =>
      [
        ...['npm', 'run', '--silent', 'mutants', '--'],
        ...['--rooms', room, '--seed', String(seed), '--resume', join(kept, 'verdicts.jsonl')],
      ] as const,
    isScored: true,
  };
}
