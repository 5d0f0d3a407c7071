/** Writes the support matrix as a page. */
import { EVENT_TYPES } from '@agent-mux/events';
import { FLOOR_AGENTS } from './floor.ts';
import {
  type AgentSupport,
  CATEGORIES,
  type Cell,
  type FloorCell,
  findUnrecorded,
  holdAgainstFloor,
  typesOf,
} from './matrix.ts';
import { isRecorded, type Proof } from './read-proofs.ts';
import type { CapabilityReason, Reason } from './reasons.ts';

export function renderMatrix(agents: readonly AgentSupport[], generated: string): string {
  return [
    '# Support matrix',
    '',
    generated,
    '',
    ...introduce(agents),
    ...agents.map(summarize),
    '',
    '## Event types',
    '',
    'A name is that of a scenario whose fixture holds the event (the number: how many fixtures do). ○ could be told and is not covered yet, or could not be provoked; – is not told in the modes that are driven (another door of the CLI may tell it). The reasons stand below, by agent, with the native names that a test looks for in all recordings and that must not be there. *In italics*: not recorded, but written by hand after lines that others published; the header of the fixture names the source.',
    '',
    ...CATEGORIES.flatMap((category) => [
      `### ${category}`,
      '',
      ...table(
        ['type', ...agents.map(({ adapter }) => adapter.agent)],
        typesOf(category).map((type) => [`\`${type}\``, ...agents.map(({ cells }) => showCell(cells.get(type)))]),
      ),
      '',
    ]),
    ...missingTypes(agents),
    ...floor(agents),
    ...agents.flatMap(reasonsOf),
    ...agents.flatMap(capabilitiesOf),
    ...BEYOND,
    '',
  ].join('\n');
}

function introduce(agents: readonly AgentSupport[]): readonly string[] {
  const recorded = EVENT_TYPES.length - findUnrecorded(agents).length;
  const byHand = agents.filter(({ proofs }) => !proofs.some(isRecorded)).map(({ adapter }) => adapter.displayName);
  return [
    `What each agent shows of the ${EVENT_TYPES.length} event types in ${CATEGORIES.length} categories, and what it stands on: a [fixture](fixtures.md), which the tests replay, or a reason that is given. A fixture is a recording of the real CLI${byHand.length === 0 ? '' : `, but for ${byHand.join(' and ')}: these could not be run, and all of their fixtures are written by hand after lines that others published`}. ${recorded} of ${EVENT_TYPES.length} types are recorded from at least one real CLI.`,
    '',
    '| agent | CLI versions | modes | fixtures | types shown | possible, not covered | not told |',
    '|---|---|---|---|---|---|---|',
  ];
}

function summarize({ adapter, proofs, cells }: AgentSupport): string {
  const all = [...cells.values()];
  const without = all.filter(({ proof }) => proof === undefined);
  const possible = without.filter(({ reason }) => reason?.state === 'possible').length;
  const modes = adapter.modes.map(({ name }) => name).join(', ');
  return `| ${adapter.displayName} (\`${adapter.agent}\`) | ${adapter.testedVersions.join(', ')} | ${modes} | ${proofs.length}${proofs.some(isRecorded) ? '' : ' by hand'} | ${all.length - without.length} | ${possible} | ${without.length - possible} |`;
}

function showCell(cell: Cell | undefined): string {
  if (cell?.proof === undefined) {
    return cell?.reason?.state === 'possible' ? '○' : '–';
  }
  return `${nameOf(cell.proof)} (${cell.count})`;
}

function nameOf(proof: Proof): string {
  const { scenario, mode } = proof.fixture;
  const name = mode === undefined ? scenario : `${scenario}.${mode}`;
  return isRecorded(proof) ? name : `*${name}*`;
}

function missingTypes(agents: readonly AgentSupport[]): readonly string[] {
  const missing = findUnrecorded(agents);
  if (missing.length === 0) {
    return [];
  }
  return [
    '## Types that no real CLI was seen to give',
    '',
    ...missing.flatMap((type) => [
      `- \`${type}\``,
      ...agents.map(({ adapter, cells }) => `  - ${adapter.agent}: ${cells.get(type)?.reason?.why ?? 'by hand only'}`),
    ]),
    '',
  ];
}

function floor(agents: readonly AgentSupport[]): readonly string[] {
  const known = agents.filter(({ adapter }) => FLOOR_AGENTS.includes(adapter.agent));
  const absent = FLOOR_AGENTS.filter((agent) => !agents.some(({ adapter }) => adapter.agent === agent));
  const below = known.flatMap((support) =>
    CATEGORIES.flatMap((category) => {
      const { level = 'No', missing = [] } = holdAgainstFloor(support, category) ?? {};
      return missing.map((type) => ({ support, category, level, type }));
    }),
  );
  return [
    '## Against the specification',
    '',
    'What the event specification asks of each agent, and how many types of the category are proved. **Bold** is less than it asks; below the table stands what the real CLI does instead.',
    '',
    ...table(
      ['category', ...known.map(({ adapter }) => adapter.agent)],
      CATEGORIES.map((category) => [
        category,
        ...known.map((support) => showFloor(holdAgainstFloor(support, category))),
      ]),
    ),
    '',
    ...(absent.length === 0 ? [] : [`The specification also names ${absent.join(', ')}: there is no adapter yet.`, '']),
    ...below.map(
      ({ support: { adapter, cells }, category, level, type }) =>
        `- ${adapter.agent}, ${category} (${level}), \`${type}\`: ${cells.get(type)?.reason?.why ?? 'no recording yet'}`,
    ),
    '',
  ];
}

function showFloor(cell: FloorCell | undefined): string {
  if (cell === undefined) {
    return '–';
  }
  const text = `${cell.level}: ${cell.proved}/${cell.of}`;
  return cell.missing.length === 0 ? text : `**${text}**`;
}

function reasonsOf({ adapter, cells }: AgentSupport): readonly string[] {
  const rows = [...cells].filter(([, { proof }]) => proof === undefined);
  if (rows.length === 0) {
    return [];
  }
  return [
    `## What ${adapter.displayName} does not show`,
    '',
    ...table(
      ['type', '', 'why'],
      rows.map(([type, { reason }]) => [
        `\`${type}\``,
        reason?.state === 'possible' ? '○ possible' : '– not told',
        describeReason(reason),
      ]),
    ),
    '',
  ];
}

function capabilitiesOf({ adapter, capabilities }: AgentSupport): readonly string[] {
  return [
    `## What the modes of ${adapter.displayName} can do`,
    '',
    ...table(
      ['capability', ...adapter.modes.map(({ name }) => name)],
      [...new Set(capabilities.map(({ name }) => name))].map((name) => [
        name,
        ...adapter.modes.map((mode) => {
          const found = capabilities.find((each) => each.mode === mode.name && each.name === name);
          if (found === undefined) {
            return '–';
          }
          return found.proof === undefined ? describeCapability(found.reason) : nameOf(found.proof);
        }),
      ]),
    ),
    '',
    ...refusedOptions(adapter),
  ];
}

/** Why a mode takes no budget, no schema of the answer, or no tools of the program. */
function refusedOptions({ modes }: AgentSupport['adapter']): readonly string[] {
  const lines = modes.flatMap(({ name, capabilities, refusals = {} }) => {
    const {
      supportsMaxTokens = false,
      maxCost,
      supportsOutputSchema = false,
      supportsHostTools = false,
    } = capabilities;
    const options = [
      { option: 'maxTokens', isTaken: supportsMaxTokens, why: refusals.maxTokens },
      { option: 'maxCostUsd', isTaken: maxCost !== undefined, why: refusals.maxCostUsd },
      { option: 'outputSchema', isTaken: supportsOutputSchema, why: refusals.outputSchema },
      { option: 'tools', isTaken: supportsHostTools, why: refusals.hostTools },
    ];
    const refused = new Map<string, string[]>();
    for (const { option, isTaken, why = 'no reason is given' } of options) {
      if (!isTaken) {
        refused.set(why, [...(refused.get(why) ?? []), `\`${option}\``]);
      }
    }
    return [...refused].map(([why, names]) => `- Mode ${name} refuses ${names.join(' and ')}: ${why}.`);
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function describeReason(reason: Reason | undefined): string {
  if (reason === undefined) {
    return 'no recording yet';
  }
  const { why, searched = [], elsewhere = {} } = reason;
  const names = searched.map((name) => `\`${name}\``).join(', ');
  const other = Object.entries(elsewhere).map(([path, meaning]) => ` \`${path}\` is another thing: ${meaning}`);
  return `${why}${names === '' ? '' : ` Searched: ${names}.`}${other.join('')}`;
}

function describeCapability(reason: CapabilityReason | undefined): string {
  if (reason === undefined) {
    return 'no recording yet';
  }
  const { why, test, fixture, documented } = reason;
  if (test !== undefined) {
    return `${why} (\`${test.file}\`: “${test.title}”)`;
  }
  if (documented !== undefined) {
    return `${why} [Documented](${documented}), not tried.`;
  }
  return `${why} (\`fixtures/${fixture}\`)`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

const BEYOND: readonly string[] = [
  '## What other doors of the CLIs would add',
  '',
  'opencode has a richer interface than the ones that are driven here. A run of agent-mux owns one process that ends with it; this is a server that lives on, has its own port and keys, and serves several clients.',
  '',
  '- **opencode** has an HTTP server with an event stream (`opencode serve`). Over what is driven here it would give: each part of a message with its own id and its times; the start of a retry with its number and its waiting time; the end of a compaction as an event of its own; permissions and questions of the agent as requests that can be answered; errors with their name, status code and whether they may be tried again; the diff of a session, and its todo list; the names of subagents’ sessions, whose own events come over the same stream. It would not give: deltas of the input of tools.',
];
