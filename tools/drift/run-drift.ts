/** Plays an agent's scenarios on another version of its CLI and reports what changed since the fixtures. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readCassette } from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import { describeError } from '../../packages/core/src/describe-error.ts';
import { compareShapes } from './compare.ts';
import { demandVersion } from './demand-version.ts';
import { installVersion, latestVersion } from './install-version.ts';
import { findStage, type Known, listKnown, playVersion } from './play-version.ts';
import { exitCodeOf, type Report, renderReport } from './report.ts';
import { collectShapes } from './shapes.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const EXIT_UNKNOWN = 2;

/** Where the progress and the findings are printed. */
export interface Printer {
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

/** The scenarios that show most of a format; --all plays every one with a fixture. */
const TELLING: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'file-create',
  'file-edit',
  'file-read',
  'mcp-tool',
  'mcp-tool-error',
  'subagent',
  'skill',
  'approval-granted',
  'approval-denied',
  'input-required',
  'multi-turn',
  'resume',
  'auth-error',
  'rate-limit-exhausted',
  'context-exceeded',
  'interrupt-continue',
]);

/** Resolves with the exit code: 0 = no drift, 1 = drift, 2 = not known. */
export async function runDrift(args: readonly string[], print: Printer): Promise<number> {
  try {
    return await checkDrift(args, print);
  } catch (error) {
    // Nobody knows then whether there is drift, so it is no success.
    print.stderr(`drift: ${describeError(error)}\n`);
    return EXIT_UNKNOWN;
  }
}

async function checkDrift(args: readonly string[], { stdout, stderr }: Printer): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      scenarios: { type: 'string' },
      binary: { type: 'string' },
      'no-report': { type: 'boolean' },
    },
  });
  const [target = ''] = positionals;
  const [, agent = '', typed] = /^([\w-]+)(?:@(.+))?$/.exec(target) ?? [];
  if (agent === '' || positionals.length > 1) {
    throw new Error('Which agent? npm run drift -- <agent>[@version], such as claude@2.1.197.');
  }
  const stage = await findStage(agent);
  const fixtures = `${ROOT}fixtures`;
  const known = await listKnown(stage, fixtures);
  const listed = values.scenarios?.split(',').map((name) => name.trim());
  demandScenarios(listed ?? [], known);
  const version = typed ?? latestVersion(agent);
  const binary = values.binary === undefined ? installVersion(agent, version, stage.binary) : resolve(values.binary);
  await demandVersion(binary, version);
  const say = (text: string): void => void stderr(`${text}\n`);
  say(`${agent} ${version} against the fixtures of ${stage.version}`);
  const { scenarios, cassettes, baseline } = await playVersion(stage, {
    version,
    binary,
    fixtures,
    tasks: known.filter((each) =>
      listed === undefined
        ? values.all === true || TELLING.has(each.scenario.name)
        : listed.some((name) => isNamed(each, name)),
    ),
    onPlayed: ({ name, differences, faults }) =>
      say(`  ${name}: ${[...faults, ...differences].join('; ') || 'the same'}`),
  });
  const recorded = (await listFixtures(fixtures)).filter(
    (each) => each.agent === agent && each.version === stage.version,
  );
  const all = await Promise.all(recorded.map(({ cassette }) => readCassette(cassette)));
  const drift = compareShapes({
    same: collectShapes(baseline),
    all: collectShapes(all),
    other: collectShapes(cassettes),
  });
  const report: Report = {
    agent,
    baseline: stage.version,
    version,
    scenarios,
    drift,
    known: known.length,
    // --binary is left out, because a path of this machine means nothing to others.
    asked: [
      `${agent}@${version}`,
      ...(values.all === true ? ['--all'] : []),
      ...(values.scenarios === undefined ? [] : ['--scenarios', values.scenarios]),
    ].join(' '),
  };
  if (values['no-report'] !== true) {
    const folder = `${ROOT}docs/drift`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/${agent}-${version}.md`, renderReport(report));
  }
  stdout(renderReport(report));
  return exitCodeOf(report);
}

function isNamed({ scenario: { name }, mode }: Known, wanted: string): boolean {
  return wanted === name || wanted === `${name}.${mode}`;
}

// A scenario that is not played cannot differ, so a misspelt name would pass for no drift.
function demandScenarios(listed: readonly string[], known: readonly Known[]): void {
  const strange = listed.filter((name) => !known.some((each) => isNamed(each, name)));
  if (strange.length === 0) {
    return;
  }
  const names = [...new Set(known.map(({ scenario }) => scenario.name))].sort().join(', ');
  throw new Error(
    `No scenario with a fixture is named ${strange.map((name) => `"${name}"`).join(', ')}. There are: ${names}.`,
  );
}
