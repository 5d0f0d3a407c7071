/** Checks each reason: the names in the recordings, the tests and the fixtures that it refers to. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentSupport } from './matrix.ts';
import type { CapabilityReason, Reason } from './reasons.ts';
import { collectNames, findName, type NativeNames } from './search-native.ts';

/** Events of the runtime itself, for which no CLI has a name. */
const OWN_TYPES = new Set(['stream_fallback', 'turn_limit', 'timeout', 'aborted', 'paused', 'resumed']);

/** All reasons of one agent that its recordings refute, or that name nothing to look for. */
export function findRefuted({ adapter: { agent }, proofs, reasons }: AgentSupport): readonly string[] {
  const names = collectNames(proofs.map(({ entries }) => entries));
  return Object.entries(reasons.types).flatMap(([type, reason]) =>
    OWN_TYPES.has(type) ? [] : findRefutation(reason, names).map((what) => `${agent}, ${type}: ${what}`),
  );
}

function findRefutation({ state, searched = [], elsewhere = {} }: Reason, names: NativeNames): readonly string[] {
  if (state === 'no' && searched.length === 0) {
    return ['it is said not to be told, and no native names are given that were looked for (`searched`).'];
  }
  const found = new Set(searched.flatMap((name) => findName(names, name)));
  return [
    ...[...found]
      .filter((path) => elsewhere[path] === undefined)
      .map((path) => `the recordings hold ${path}; tell the event, or say under \`elsewhere\` what it is.`),
    ...Object.keys(elsewhere)
      .filter((path) => !found.has(path))
      .map((path) => `no recording holds ${path}; take it out of \`elsewhere\`.`),
  ];
}

/** The titles of live tests that are made from a table, by file; any other title stands in its file as it is. */
export type TableTitles = Readonly<Record<string, readonly string[]>>;

/** All reasons for capabilities whose proof does not exist, or that name none or several. */
export function findUnfounded(
  { adapter: { agent }, reasons }: AgentSupport,
  root: string,
  tables: TableTitles,
): readonly string[] {
  return Object.entries(reasons.capabilities).flatMap(([row, reason]) =>
    findMissing(reason, root, tables).map((what) => `${agent}, ${row}: ${what}`),
  );
}

function findMissing(
  { why, test, fixture, documented }: CapabilityReason,
  root: string,
  tables: TableTitles,
): readonly string[] {
  const proofs = [test, fixture, documented].filter((proof) => proof !== undefined).length;
  const missing = proofs === 1 ? [] : ['it must name exactly one of `test`, `fixture` and `documented`.'];
  if (documented !== undefined && !/^https:\/\/\S+$/.test(documented)) {
    missing.push('`documented` must be the address of what says so.');
  }
  if (/\btried\b|\bchecked\b/i.test(why)) {
    missing.push('its sentence speaks of a trial; name the test instead.');
  }
  if (fixture !== undefined && !existsSync(join(root, 'fixtures', fixture, 'cassette.jsonl'))) {
    missing.push(`there is no fixture ${fixture}.`);
  }
  if (test !== undefined && !hasTest(join(root, test.file), test.title, tables[test.file])) {
    missing.push(`${test.file} has no test “${test.title}”.`);
  }
  return missing;
}

function hasTest(path: string, title: string, table: readonly string[] | undefined): boolean {
  if (!existsSync(path)) {
    return false;
  }
  return table?.includes(title) ?? readFileSync(path, 'utf8').includes(`'${title}'`);
}
