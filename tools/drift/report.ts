/** The report of a drift check, as a page and as an exit code. */
import type { Drift } from './compare.ts';

export interface ScenarioReport {
  /** The name, such as `text` or `text.oneshot`. */
  readonly name: string;
  /** How its events differ from those of the fixture. */
  readonly differences: readonly string[];
  /** What went wrong: it could not be played, or its stream is illegal. */
  readonly faults: readonly string[];
  readonly unknownNative: Readonly<Record<string, number>>;
}

export interface Report {
  readonly agent: string;
  /** The version of the fixtures. */
  readonly baseline: string;
  readonly version: string;
  readonly scenarios: readonly ScenarioReport[];
  readonly drift: Drift;
  /** How many scenarios have a fixture to compare with. */
  readonly known: number;
  /** The arguments as they were typed after `npm run drift --`. */
  readonly asked: string;
}

/** Whether the report is conclusive: something was played, and nothing could not be. */
function isConclusive({ scenarios }: Report): boolean {
  return scenarios.length > 0 && scenarios.every(({ faults }) => faults.length === 0);
}

function hasDrift({ scenarios, drift }: Report): boolean {
  return (
    Object.values(drift).some((list) => list.length > 0) ||
    scenarios.some(({ differences, unknownNative }) => differences.length > 0 || Object.keys(unknownNative).length > 0)
  );
}

/** The exit code, which is 0 only where all was played and nothing differs. */
export function exitCodeOf(report: Report): 0 | 1 | 2 {
  if (!isConclusive(report)) {
    return 2;
  }
  return hasDrift(report) ? 1 : 0;
}

export function renderReport(report: Report): string {
  const { agent, baseline, version, scenarios, drift, known, asked } = report;
  const unknown = [...new Set(scenarios.flatMap(({ unknownNative }) => Object.keys(unknownNative)))].sort();
  const different = scenarios.filter(({ differences }) => differences.length > 0);
  const faulty = scenarios.filter(({ faults }) => faults.length > 0);
  return [
    `# ${agent} ${version} against ${baseline}`,
    '',
    `<!-- Written by \`npm run drift -- ${asked}\`. -->`,
    '',
    `${summarize(report)} ${scenarios.length} of the ${known} scenarios with a fixture were played on the real CLI, offline, and held against the fixtures of ${baseline}.`,
    '',
    ...list('Message types that no fixture has', drift.newTypes),
    ...list('Message types that did not come', drift.missingTypes),
    ...list('Types and fields that the adapter does not know', unknown),
    ...list('New fields', drift.newFields),
    ...list('Fields that did not come', drift.missingFields),
    ...list('Fields with another kind of value', drift.changedFields),
    ...lines(
      'Events that differ',
      groupByText(different.map(({ name, differences }) => [name, [...new Set(differences)].join('; ')])),
    ),
    ...lines(
      'What went wrong',
      faulty.map(({ name, faults }) => `${name}: ${faults.join('; ')}`),
    ),
    '## Played',
    '',
    scenarios.map(({ name }) => name).join(', ') || 'nothing',
    '',
  ].join('\n');
}

function summarize(report: Report): string {
  if (!isConclusive(report)) {
    return '**Not conclusive:** something could not be played or is not a legal stream.';
  }
  return hasDrift(report) ? '**Drift.**' : '**No drift.**';
}

/** Groups rows, so that a difference of many scenarios is reported once. */
function groupByText(rows: readonly (readonly [name: string, text: string])[]): readonly string[] {
  const names = new Map<string, string[]>();
  for (const [name, text] of rows) {
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  return [...names].map(([text, all]) => `${text}: in ${all.join(', ')}`);
}

const list = (title: string, items: readonly string[]): readonly string[] =>
  lines(
    title,
    items.map((item) => `\`${item}\``),
  );

function lines(title: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`## ${title}`, '', ...items.map((item) => `- ${item}`), ''];
}
