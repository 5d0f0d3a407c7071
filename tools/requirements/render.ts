/** The page docs/requirements.md: every rule of the protocols, and the tests that prove it. Throws where one lacks the other. */
import { readdirSync, readFileSync } from 'node:fs';
import { findGaps, type NamedFile } from './judge.ts';
import { type ReadTest, readTests } from './read-tests.ts';
import { sentencesOf, TABLES, type Table } from './tables.ts';

/** The folders of tests of protocols, beside the packages themselves. */
const OTHERS = /^(?:protocols\/.*|(?:protocols|otel)-[^/]*\.test)\.ts$/;
/** Tests of the CLI, of which some prove rules of the protocols. */
const ALSO = /^formats-[^/]*\.test\.ts$/;

/** Renders the page; `root` ends in a slash. */
export function renderRequirements(root: string, generated: string): string {
  const files = readProtocolTests(root);
  const gaps = findGaps(TABLES, files);
  if (gaps.length > 0) {
    throw new Error(`The requirements and their tests do not fit:\n${gaps.join('\n')}`);
  }
  return renderPage(TABLES, files, generated);
}

/** Reads all tests of the protocols, in the order of their paths. */
export function readProtocolTests(root: string): readonly NamedFile[] {
  const own = ['packages/protocols/src', 'packages/otel/src'].flatMap((src) =>
    readdirSync(`${root}${src}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${src}/${path}`),
  );
  // Not all folders below are read, because the CLIs are installed there too, possibly at this moment.
  const others = [
    ...readdirSync(`${root}test`),
    ...readdirSync(`${root}test/protocols`).map((name) => `protocols/${name}`),
  ].filter((path) => OTHERS.test(path) || ALSO.test(path));
  const paths = [...own, ...others.map((path) => `test/${path}`)].sort();
  return paths.map((path) => {
    const file = readTests(path, readFileSync(`${root}${path}`, 'utf8'));
    const isOfCli = ALSO.test(path.replace(/^test\//, ''));
    return { path, ...file, tests: isOfCli ? file.tests.filter(({ ids }) => ids.length > 0) : file.tests };
  });
}

function renderPage(tables: readonly Table[], files: readonly NamedFile[], generated: string): string {
  const tests = files.flatMap((file) => file.tests);
  const ids = tables.flatMap(sentencesOf).map(([id]) => id);
  const waiting = tables.flatMap(({ rules }) => Object.values(rules.waits ?? {}).filter((what) => what === 'all'));
  const pairs = tests.reduce((sum, test) => sum + test.ids.length, 0);
  return [
    '# Requirements',
    '',
    generated,
    '',
    `${ids.length} rules, ${tests.length} tests, ${pairs} pairs of the two. ${waiting.length} rules wait for the server; every other one has a test. ` +
      'A test that runs over a table counts once.',
    '',
    'Each protocol has a table of rules in `packages/protocols/src/<protocol>/rules.ts`, and the spans of OpenTelemetry in `packages/otel/src/rules.ts`. A test carries the ids that it proves before its title: `A-12 A-13: gives the events back`. ' +
      '`npm run check:requirements`, and so `npm run check`, fails on a rule without a test, a test without a rule, an id that no table has, and an id of a specification ' +
      `(${tables.flatMap(({ letter, given }) => (given === undefined ? [] : [`${letter}-1 to ${letter}-${given}`])).join(', ')}) that its table lacks. ` +
      'The ids behind these, and those of AG-UI, A2A, UI messages and OpenTelemetry, are readings of ours.',
    '',
    'A rule about *output* can be seen in any stream: the checker of the protocol refuses a stream that breaks it, and for each there is one that is made wrong (`check.test.ts`). A rule about *behaviour* has tests of its own. *Fills a silence* marks what a specification leaves open; *from code* what only the code of its project says.',
    '',
    `The laws (X) are tried on these projections, and with them the checkers on all journals of the corpus: ${files.flatMap(({ held }) => held).join('; ')}.`,
    ...tables.flatMap((table) => renderTable(table, tests)),
    '',
  ].join('\n');
}

function renderTable(table: Table, tests: readonly ReadTest[]): string[] {
  const numberOf = ([id]: readonly [string, string]): number => Number(id.slice(2));
  const all = [...sentencesOf(table)].sort((a, b) => numberOf(a) - numberOf(b));
  const rows = all.map(([id, sentence]) => {
    const proofs = tests.filter(({ ids }) => ids.includes(id)).map(({ path, title }) => `${shorten(path)}: ${title}`);
    return `| ${id} | ${toCell(sentence)} | ${marksOf(table, id).join(', ')} | ${proofs.map(toCell).join('<br>') || '–'} |`;
  });
  const { folder, place = 'packages/protocols/src' } = table;
  const file = `${place}/${folder}/rules.ts`;
  const own = new Set(all.map(([id]) => id));
  const pairs = tests.reduce((sum, { ids }) => sum + ids.filter((id) => own.has(id)).length, 0);
  return [
    '',
    `## ${table.title}`,
    '',
    `${rows.length} rules and ${pairs} pairs, in [\`${file}\`](../${file}).`,
    '',
    '| id | rule | kind | tests |',
    '|---|---|---|---|',
    ...rows,
  ];
}

function marksOf({ rules }: Table, id: string): string[] {
  const fills = rules.fills?.[id];
  const waits = rules.waits?.[id];
  return [
    id in rules.output ? 'output' : 'behaviour',
    ...(fills === undefined ? [] : [fills === 'code' ? 'from code' : 'fills a silence']),
    ...(waits === undefined ? [] : [waits === 'all' ? 'waits for the server' : `waits for the server: ${waits}`]),
  ];
}

function shorten(path: string): string {
  return path.replace('packages/protocols/src/', '').replace('packages/otel/src/', 'otel/');
}

function toCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
