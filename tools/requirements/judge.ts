/** Finds mismatches between the tables of rules and the tests that must prove them. */
import type { ReadFile } from './read-tests.ts';
import { sentencesOf, type Table } from './tables.ts';

/** The tests of one file, with its path. */
export type NamedFile = ReadFile & { readonly path: string };

/** The mismatches, each as a sentence; none where every id has its tests, and every test its ids. */
export function findGaps(tables: readonly Table[], files: readonly NamedFile[]): readonly string[] {
  const proved = new Set(
    files.flatMap(({ tests }) => tests.filter(({ isSkipped }) => !isSkipped)).flatMap(({ ids }) => ids),
  );
  const known = tables.flatMap((table) => sentencesOf(table).map(([id]) => id));
  return [
    ...known.flatMap((id, place) => (known.indexOf(id) === place ? [] : [`${id} stands in the tables twice.`])),
    ...tables.flatMap((table) => [
      ...judgeTable(table),
      ...judgeProofs(table, proved),
      ...judgeWrong(table, files.find(({ path }) => path.endsWith(`/${table.folder}/check.test.ts`))?.wrong ?? []),
    ]),
    ...files.flatMap((file) => judgeTests(file, new Set(known))),
  ];
}

function judgeTable({ title, letter, rules, given = 0, ...rest }: Table): string[] {
  const ids = sentencesOf({ ...rest, rules }).map(([id]) => id);
  const named = [...Object.keys(rules.fills ?? {}), ...Object.keys(rules.waits ?? {})];
  const wanted = Array.from({ length: given }, (_, place) => `${letter}-${place + 1}`);
  return [
    ...ids.filter((id) => !id.startsWith(`${letter}-`)).map((id) => `${id} is no id of ${title}.`),
    ...wanted
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} of the specification is not in the table of ${title}.`),
    ...named.filter((id) => !ids.includes(id)).map((id) => `${title} marks ${id}, which its table does not have.`),
  ];
}

function judgeProofs({ rules, ...rest }: Table, proved: ReadonlySet<string>): string[] {
  return sentencesOf({ ...rest, rules }).flatMap(([id]) => {
    const waits = rules.waits?.[id] === 'all';
    if (waits) {
      return proved.has(id) ? [`${id} waits for the server as a whole, and has a test.`] : [];
    }
    return proved.has(id) ? [] : [`${id} has no test.`];
  });
}

function judgeWrong({ rules, title }: Table, wrong: readonly string[]): string[] {
  return Object.keys(rules.output)
    .filter((id) => !wrong.includes(id))
    .map((id) => `No stream is made wrong for ${id} of ${title}: its checker is not shown to refuse one.`);
}

function judgeTests({ path, tests }: NamedFile, known: ReadonlySet<string>): string[] {
  return tests.flatMap(({ title, ids, isSkipped }) => [
    ...(isSkipped ? [`${path}: “${title}” is skipped, and proves nothing.`] : []),
    ...(ids.length === 0 ? [`${path}: “${title}” carries no id.`] : []),
    ...ids.filter((id) => !known.has(id)).map((id) => `${path}: “${title}” carries ${id}, which no table has.`),
  ]);
}
