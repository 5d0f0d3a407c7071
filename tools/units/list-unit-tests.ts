/** The unit tests of vitest.config.ts, and what each of them can notice. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { STARTS } from '../../test/support/find-starters.ts';
import vitestConfig from '../../vitest.config.ts';
import { openImportGraph } from '../live/import-graph.ts';
import type { UnitTest } from './choose-units.ts';
import { sourceExports } from './source-exports.ts';

const PATTERNS = (vitestConfig.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
);

/** Matches calls that read a file or a folder, and those that name one beside the caller. */
const READS = /readFile|readdir|globSync|opendir|createReadStream|import\.meta\.(?:dirname|url)/;
/** Matches the name under which tests find the programs that are built for them. */
const PROGRAMS = /AMUX_TEST_HOSTS/;
/** Matches what asks for the size at which a test runs. */
const ASKS_SIZE = /AMUX_FULL/;
/** Matches the programs of ours that set it for others. */
const SETS_SIZE = /^tools\/(?!.*\.test\.ts$)/;
/** Matches what names docs. Who reads everything that git knows reads them as well. */
const DOCS = /\.md\b|\bdocs\b|ls-files/;
/** The packages' own code, which reads nothing of the clone unless a test tells it to. */
const PACKAGES = /^(?:packages|adapters)\/(?!.*(?:\/testing\/|\.test\.ts$))/;

export function listUnitTests(root: string): readonly UnitTest[] {
  const behindOf = openImportGraph(root, sourceExports(root));
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    const full = join(root, path);
    const text = texts.get(path) ?? (existsSync(full) ? readFileSync(full, 'utf8') : '');
    texts.set(path, text);
    return text;
  };
  const paths = globSync(PATTERNS, { cwd: root, ignore: ['**/node_modules/**'] }).sort();
  return paths.map((path) => {
    const behind = behindOf(path);
    const words = [...behind].filter((file) => !PACKAGES.test(file)).map(textOf);
    const isIn = (pattern: RegExp): boolean => words.some((text) => pattern.test(text));
    const reads = isIn(READS);
    return {
      path,
      behind,
      readsAnything: reads || isIn(STARTS) || isIn(PROGRAMS),
      readsDocs: reads && isIn(DOCS),
      hasFullSize: [...behind].some((file) => !SETS_SIZE.test(file) && ASKS_SIZE.test(textOf(file))),
    };
  });
}
