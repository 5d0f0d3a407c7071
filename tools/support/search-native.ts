/**
 * Where the native lines of recordings contain a name: in the keys of their JSON, at any depth, and in the values that name the type of a
 * message.
 */
import type { CassetteEntry } from '@agent-mux/core/cassette';

/** Paths at which each name occurs, such as `params.update.sessionUpdate=plan` or `usage.contextWindow`; `[]` is any place in a list. */
export type NativeNames = ReadonlyMap<string, readonly string[]>;

/** Keys whose values name the type of a message or a part. */
const KIND_KEYS = new Set([
  'type',
  'subtype',
  'method',
  'event',
  'kind',
  'sessionUpdate',
  'reason',
  'customType',
  'op',
]);

/** The words of a name, which are the same in any spelling: `contextWindow`, `context_window`, `context-window`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** All names in what a CLI has said, in any of these recordings, with their paths. */
export function collectNames(recordings: readonly (readonly CassetteEntry[])[]): NativeNames {
  const found = new Map<string, Set<string>>();
  const add = (name: string, path: string): void => {
    const paths = found.get(name);
    if (paths === undefined) {
      found.set(name, new Set([path]));
      return;
    }
    paths.add(path);
  };
  for (const entries of recordings) {
    for (const text of textsOf(entries)) {
      visit(parse(text), '', add);
    }
  }
  return new Map([...found].map(([name, paths]) => [name, [...paths]]));
}

/** The paths of a name, even as a part of a longer one: `contextWindow` is in `modelContextWindow`. */
export function findName(names: NativeNames, wanted: string): readonly string[] {
  const words = ` ${wordsOf(wanted).join(' ')} `;
  return [...names].flatMap(([name, paths]) => (` ${wordsOf(name).join(' ')} `.includes(words) ? paths : []));
}

/** Each message of the CLI, and its whole output, since a document may span many lines. */
function textsOf(entries: readonly CassetteEntry[]): readonly string[] {
  const texts = (wanted: string): readonly string[] =>
    entries.flatMap((entry) =>
      entry.dir === wanted && 'text' in entry && entry.text !== undefined ? [entry.text] : [],
    );
  return ['out', 'err'].flatMap((dir) => {
    const lines = texts(dir);
    return lines.some((line) => isJson(line)) ? lines : [lines.join('\n')];
  });
}

function visit(value: unknown, path: string, add: (name: string, path: string) => void): void {
  if (typeof value === 'string') {
    if (isJson(value)) {
      visit(parse(value), path, add);
    }
    return;
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      visit(item, `${path}[]`, add);
    }
    return;
  }
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    add(key, at);
    if (KIND_KEYS.has(key) && typeof inner === 'string' && inner.length <= 80) {
      add(inner, `${at}=${inner}`);
    }
    visit(inner, at, add);
  }
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text) && parse(text) !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text may begin like JSON and be none.
    return undefined;
  }
}
