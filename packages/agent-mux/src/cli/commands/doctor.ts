/** `amux doctor`: for each agent, what would come of a run here and now, and what to do about it. It only looks at this machine. */
import type { AdapterRegistry } from '@agent-mux/core';
import { EXIT_CODE_OF_ERROR, EXIT_CODE_OF_MISUSE } from '../../exit-codes.ts';
import { demandAgent } from '../demand-agent.ts';
import { type Diagnosis, diagnose } from '../diagnose.ts';
import { runDrift } from '../drift.ts';
import type { GivenFlags } from '../flag-table.ts';
import { createCliClient } from '../load-adapters.ts';
import { createSink } from '../sink.ts';
import { formatTable } from '../table.ts';
import { createPalette, firstLine, makeInline, type Palette, showPainted, wantsColour } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export interface DoctorArguments {
  /** The agent. @defaultValue all */
  readonly agent: string | undefined;
  readonly given: GivenFlags;
}

/**
 * Reports on a named agent in full, on all of them in a line each. Resolves with the exit code: 0 where the agent, or any of all, is ready;
 * else the reason why the readiest is not.
 */
export async function doctor({ agent, given }: DoctorArguments): Promise<number> {
  const drift = given.get('drift')?.at(-1);
  if (drift !== undefined) {
    if (agent !== undefined || given.has('json')) {
      throw new UsageError(
        agent === undefined
          ? '--drift and --json exclude each other: the report is a file.'
          : `doctor takes an agent or --drift, not both: --drift ${agent}.`,
      );
    }
    return runDrift(drift);
  }
  await using client = await createCliClient(given);
  if (agent !== undefined) {
    demandAgent(client.adapters, agent);
  }
  const diagnoses = await diagnoseAll(client.adapters, agent);
  const out = createSink(process.stdout);
  const palette = createPalette(wantsColour({ isTty: out.isTty, isRefused: given.has('no-color'), env: process.env }));
  const isWhole = agent !== undefined || given.has('verbose');
  if (given.has('json')) {
    await out.write(`${JSON.stringify({ ok: true, data: diagnoses })}\n`);
  } else if (isWhole) {
    await out.write(showPainted(`${diagnoses.map((diagnosis) => describe(diagnosis, palette)).join('\n\n')}\n`));
  } else {
    await out.write(showPainted(`${describeShortly(diagnoses, palette, out.columns).join('\n')}\n`));
  }
  await out.flush();
  return exitCodeOf(diagnoses);
}

function diagnoseAll(adapters: AdapterRegistry, agent: string | undefined): Promise<Diagnosis[]> {
  const names = agent === undefined ? adapters.list().map((info) => info.agent) : [agent];
  return Promise.all(
    names.map(async (name) => diagnose(adapters.get(name), { found: await adapters.detect(name), env: process.env })),
  );
}

// The states are ordered by how near each is to a run, the nearest first.
const READINESS = ['ready', 'no-login', 'no-mode', 'broken', 'not-installed'] as const;
/** The exit codes of `amux doctor`, by the state of the readiest agent. */
export const DOCTOR_EXIT_CODES: Readonly<Record<(typeof READINESS)[number], number>> = {
  ready: 0,
  'no-login': EXIT_CODE_OF_MISUSE.AUTH_ERROR ?? 5,
  'no-mode': EXIT_CODE_OF_MISUSE.CAPABILITY_ERROR ?? 6,
  broken: EXIT_CODE_OF_ERROR.SPAWN_ERROR ?? 1,
  'not-installed': EXIT_CODE_OF_MISUSE.AGENT_NOT_INSTALLED ?? 4,
};

function exitCodeOf(diagnoses: readonly Diagnosis[]): number {
  const best = READINESS.find((state) => diagnoses.some(({ readiness }) => readiness === state));
  return best === undefined ? 0 : DOCTOR_EXIT_CODES[best];
}

/** A line for each agent, the readiest first, cut to the width of the terminal. */
function describeShortly(
  diagnoses: readonly Diagnosis[],
  { bold, green, yellow, dim }: Palette,
  columns = Number.POSITIVE_INFINITY,
): string[] {
  const sorted = READINESS.flatMap((state) => diagnoses.filter(({ readiness }) => readiness === state));
  // The lines are coloured after they are cut, because a colour has no width.
  const lines = formatTable(
    sorted.map(({ agent, readiness, version, isTested, advice }) => [
      agent,
      readiness.replace('-', ' '),
      version === null ? '-' : `${version}${isTested ? '' : ' (not tested)'}`,
      readiness === 'ready' ? '' : firstLine(advice[0] ?? '', Number.POSITIVE_INFINITY),
    ]),
  );
  const rows = lines.map((line, index) => {
    const cut = line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;
    const [name = '', state = ''] = cut.split(/ {2,}/, 2);
    const paint = sorted[index]?.readiness === 'ready' ? green : yellow;
    return cut.replace(name, () => bold(name)).replace(`  ${state}  `, () => `  ${paint(state)}  `);
  });
  return [...rows, dim('All about one: amux doctor <agent>. All about all: amux doctor --verbose.')];
}

function describe(diagnosis: Diagnosis, { bold, green, yellow, dim }: Palette): string {
  const { agent, displayName, readiness, facts, advice } = diagnosis;
  const width = Math.max(...facts.map(({ name }) => name.length));
  const tell = (text: string, isGood: boolean): string => (isGood ? makeInline(text) : yellow(makeInline(text)));
  return [
    `${bold(agent)}  ${displayName}  ${readiness === 'ready' ? green('ready') : yellow(readiness.replace('-', ' '))}`,
    ...facts.map(({ name, text, isGood }) => `  ${dim(name.padEnd(width))}  ${tell(text, isGood)}`),
    ...advice.map((sentence) => `  ${bold('→')} ${makeInline(sentence)}`),
  ].join('\n');
}
