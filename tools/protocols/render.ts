/** The generated parts of docs/protocols: what becomes of each type of event and each other entry, according to the measurement. */
import { EVENT_CATEGORY, EVENT_TYPES } from '@agent-mux/events';
import { CAGENT_EXTENSIONS } from '@agent-mux/protocols/cagent';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { FIELDS, STAMPS } from './altered.ts';
import { type Measure, measure, type Outcome } from './measure.ts';
import { SPOKEN, type Spoken } from './spoken.ts';

interface Measured {
  readonly spoken: Spoken;
  readonly plain: Measure;
  readonly full: Measure | undefined;
}

export interface ProtocolParts {
  /** The parts by the name of the page. */
  readonly pages: Readonly<Record<string, string>>;
  /** One row for each measured protocol, by the name of its page. */
  readonly overview: Readonly<Record<string, string>>;
}

const ENTRIES = [...FIELDS.keys()].filter((row) => !(row in EVENT_CATEGORY));

export function renderProtocols(protocols: readonly Spoken[] = SPOKEN): ProtocolParts {
  const journals = CORNER_JOURNALS.map(({ entries }) => entries);
  const all = protocols.map(({ plain, full, ...spoken }): Measured => {
    const { nameOf } = spoken;
    return {
      spoken: { ...spoken, plain, ...(full === undefined ? {} : { full }) },
      plain: measure({ projection: plain, nameOf }, journals),
      full: full && measure({ projection: full.projection, nameOf }, journals),
    };
  });
  return {
    pages: Object.fromEntries(all.map((measured) => [measured.spoken.page, renderPage(measured)])),
    overview: Object.fromEntries(all.map((measured) => [measured.spoken.page, renderOverviewRow(measured)])),
  };
}

function renderOverviewRow({ spoken, plain, full }: Measured): string {
  const options = spoken.full === undefined ? '–' : `\`${spoken.full.options}\``;
  const withAll = full === undefined ? ['–', '–'] : countsOf(full).slice(1);
  return `| [${spoken.page}](protocols/${spoken.page}.md) | ${[...countsOf(plain), options, ...withAll].join(' | ')} |`;
}

/** One row for each protocol; those that were not measured keep the row that is there. */
export function renderOverview(rows: ProtocolParts['overview'], before: string): string {
  const standing = before.split('\n');
  return [
    `| format | types that tell something at once | that only go into something else | lost | more with | then only go into something else | then lost |`,
    '|---|---|---|---|---|---|---|',
    ...SPOKEN.flatMap(({ page }) => rows[page] ?? standing.filter((line) => line.startsWith(`| [${page}](`))),
  ].join('\n');
}

/** The numbers of types that have outputs of their own, that affect those of others, and that are lost. */
function countsOf({ byRow }: Measure): number[] {
  const outcomes = EVENT_TYPES.map((type) => getOutcome(byRow, type));
  const told = outcomes.filter((outcome) => !isLost(outcome) && outcome.comes.size > 0).length;
  const lost = outcomes.filter(isLost).length;
  return [told, outcomes.length - told - lost, lost];
}

function renderPage(measured: Measured): string {
  const { spoken, plain } = measured;
  const full = spoken.full === undefined ? [] : [`with \`${spoken.full.options}\``];
  const head = ['of the run', 'with it comes', 'else it goes into', 'lost', ...full];
  const stamps = STAMPS.map(([name]) => name);
  const kept = stamps.filter((name) => plain.stamps.has(name));
  return [
    `${CORNER_JOURNALS.length} journals that are written by hand, in which all ${EVENT_TYPES.length} types and all other entries occur, are projected entry by entry. *With it comes* names the outputs of its own step, with the number of cases where it is not in all: also those that had waited for it. *Else it goes into* names what would be told otherwise without it, where its own step tells nothing. *Lost* are the fields that were altered one by one without a change in any output; *all of it* is lost where that holds of the entry as a whole, too.`,
    '',
    `Of what all events have, ${listOf(kept)} ${kept.length === 1 ? 'is' : 'are'} told${kept.length === stamps.length ? '' : `, and ${listOf(stamps.filter((name) => !kept.includes(name)))} lost`}.`,
    ...(spoken.page === 'cagent' ? ['', ...renderExtensions()] : []),
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---|').join('')}`,
    ...ENTRIES.map((row) => renderRow(measured, row)),
    ...EVENT_TYPES.map((type) => renderRow(measured, type)),
  ].join('\n');
}

/** The rows of the extensions, from the table in the code. */
function renderExtensions(): string[] {
  return [
    'The types that are not of the specification:',
    '',
    ...Object.entries(CAGENT_EXTENSIONS).map(([type, when]) => `- \`${type}\`: ${when}`),
  ];
}

function renderRow({ spoken, plain, full }: Measured, row: string): string {
  const outcome = getOutcome(plain.byRow, row);
  const kind = row in EVENT_CATEGORY ? `\`${row}\`` : `entry \`${row}\``;
  const cells = [kind, comesOf(outcome), firstOf([...outcome.goesInto]), lostOf(row, outcome)];
  const more =
    spoken.full === undefined || full === undefined ? [] : [moreOf(row, outcome, getOutcome(full.byRow, row))];
  return `| ${[...cells, ...more].join(' | ')} |`;
}

function comesOf({ comes, count }: Outcome): string {
  const names = [...comes].sort(([, a], [, b]) => b - a);
  return (
    names.map(([name, cases]) => `\`${name}\`${cases === count ? '' : ` (${cases} of ${count})`}`).join(', ') || '–'
  );
}

function moreOf(row: string, plain: Outcome, full: Outcome): string {
  const extra = [...full.comes.keys()].filter((name) => !plain.comes.has(name));
  const [before, now] = [lostOf(row, plain), lostOf(row, full)];
  const lost = now === before ? [] : [now === '–' ? 'nothing lost' : `lost: ${now}`];
  return [...(extra.length > 0 ? [codes(extra)] : []), ...lost].join('; ');
}

function lostOf(row: string, outcome: Outcome): string {
  if (isLost(outcome)) {
    return 'all of it';
  }
  const all = (FIELDS.get(row) ?? []).map(([path]) => path);
  const lost = all.filter((path) => !outcome.kept.has(path));
  const short = lost.map((path) => {
    const [record = '', ...rest] = path.split('.');
    const isWhole = rest.length > 0 && !all.some((each) => each.startsWith(`${record}.`) && outcome.kept.has(each));
    return isWhole ? record : path;
  });
  return codes([...new Set(short)]);
}

function isLost({ isIdle, kept }: Outcome): boolean {
  return isIdle && kept.size === 0;
}

function getOutcome(byRow: ReadonlyMap<string, Outcome>, row: string): Outcome {
  const outcome = byRow.get(row);
  if (outcome === undefined) {
    throw new Error(`No journal that is written by hand has ${row}.`);
  }
  return outcome;
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ') || '–';
}

/** The first few names, which stand for the rest where nearly everything depends on an entry. */
function firstOf(names: readonly string[]): string {
  return names.length > MOST_NAMES
    ? `${codes(names.slice(0, MOST_NAMES))} and ${names.length - MOST_NAMES} others`
    : codes(names);
}

const MOST_NAMES = 8;

function listOf(names: readonly string[]): string {
  const all = names.map((name) => `\`${name}\``);
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
