/** The sources that a user gets, and what each of them imports, read from the syntax, so that texts and comments do not count. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Source {
  /** The path from the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** Paths of the files that it imports, types included, and names of packages; each once, in order. */
  readonly imports: readonly string[];
}

/** Every folder of sources with its package. */
export function listSourceFolders(root: string): readonly string[] {
  return [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/src`), 'adapters/src'].sort();
}

/** Reads all sources, without tests and the files that only tests use. */
export function readSources(root: string, folders: readonly string[] = listSourceFolders(root)): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isSource(name))
      .sort()
      .map((name) => readSource(root, `${folder}/${name}`)),
  );
}

/** Reads the files that no user gets: programs that build and measure, examples, and helpers of tests; without the tests themselves. */
export function readHelpers(root: string): readonly Pick<Source, 'path' | 'text'>[] {
  const paths = ['bench', 'examples', 'test', 'tools'].flatMap((folder) => listPrograms(root, folder));
  return readAll(
    root,
    paths.filter((path) => !/\.test\.\w+$/.test(path)),
  );
}

/** Reads every file that people write code in: sources, tests, and all programs. */
export function readPrograms(root: string): readonly Pick<Source, 'path' | 'text'>[] {
  const folders = ['adapters', 'bench', 'examples', 'packages', 'test', 'tools'];
  return readAll(
    root,
    folders.flatMap((folder) => listPrograms(root, folder)),
  );
}

function readAll(root: string, paths: readonly string[]): readonly Pick<Source, 'path' | 'text'>[] {
  return paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function listPrograms(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return /^(?:node_modules|dist)$/.test(entry.name) ? [] : listPrograms(root, path);
    }
    return entry.isFile() && /(?<!\.d)\.(?:ts|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

function isSource(name: string): boolean {
  return name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(?:^|\/)testing\//.test(name);
}

function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, imports: findImports(path, text) };
}

export function findImports(path: string, text: string): readonly string[] {
  const { module, errors } = parseSync(path, text);
  if (errors[0] !== undefined) {
    throw new Error(`${path} does not parse: ${errors[0].message}`);
  }
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => literalOf(text.slice(start, end))),
  ];
  return [...new Set(requests.map((request) => resolve(path, request)))];
}

function resolve(path: string, request: string): string {
  return request.startsWith('.') ? normalize(join(dirname(path), request)) : request;
}

// A computed request names no file.
function literalOf(expression: string): readonly string[] {
  return /^(['"`])([^'"`$]+)\1$/.exec(expression)?.slice(2) ?? [];
}
