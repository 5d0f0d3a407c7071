/** Lists what an entry of a package exports, with the first sentence of each declaration's comment. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';

export interface Export {
  /** The name by which a user imports it. */
  readonly name: string;
  readonly kind: 'class' | 'const' | 'function' | 'type';
  /** The file that declares it. */
  readonly path: string;
  /** The first sentence of its comment; empty where it has none. */
  readonly sentence: string;
  /** The number of type parameters that must be given. */
  readonly parameters: number;
}

/** Finds the file that an import or export of a file names. */
export type Resolve = (path: string, request: string) => string;

interface Module {
  readonly path: string;
  readonly text: string;
  readonly parsed: ParseResult;
}

/** The exports, sorted by their names. Throws where one leads to no declaration of ours. */
export function listExports(entry: string, resolve: Resolve = resolveSource): readonly Export[] {
  const found = [...namesOf(entry, resolve)].map(([name, place]) => describe(name, place));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Place {
  readonly path: string;
  /** The name within that file. */
  readonly name: string;
}

/** The declaration of each exported name. A name of the file itself goes before one that a star brings. */
function namesOf(path: string, resolve: Resolve): ReadonlyMap<string, Place> {
  const { parsed } = open(path);
  const entries = parsed.module.staticExports.flatMap(({ entries }) => entries);
  const names = new Map<string, Place>();
  for (const { exportName, importName, localName, moduleRequest } of entries) {
    if (moduleRequest === null && exportName.name !== null) {
      names.set(exportName.name, imported(parsed, { path, name: localName.name ?? exportName.name }, resolve));
    } else if (moduleRequest !== null && exportName.name !== null && importName.name !== null) {
      names.set(exportName.name, follow(resolve(path, moduleRequest.value), importName.name, resolve));
    }
  }
  for (const { exportName, moduleRequest } of entries) {
    if (exportName.name === null && moduleRequest !== null) {
      for (const [name, place] of namesOf(resolve(path, moduleRequest.value), resolve)) {
        names.set(name, names.get(name) ?? place);
      }
    }
  }
  return names;
}

function follow(path: string, name: string, resolve: Resolve): Place {
  const place = namesOf(path, resolve).get(name);
  if (place === undefined) {
    throw new Error(`${path} does not export ${name}`);
  }
  return place;
}

/** The declaration of a name that is imported and then exported. */
function imported({ module }: ParseResult, { path, name }: Place, resolve: Resolve): Place {
  for (const { entries, moduleRequest } of module.staticImports) {
    const entry = entries.find(({ localName }) => localName.value === name);
    if (entry?.importName.name != null) {
      return follow(resolve(path, moduleRequest.value), entry.importName.name, resolve);
    }
  }
  return { path, name };
}

const PACKAGES = join(import.meta.dirname, '../../packages');

/** Finds the file of a request; another package of ours is found in its sources. */
function resolveSource(path: string, request: string): string {
  if (request.startsWith('.')) {
    return join(dirname(path), request);
  }
  const [, folder, rest = ''] = /^@agent-mux\/([^/]+)(.*)$/.exec(request) ?? [];
  if (folder === undefined) {
    throw new Error(`${path} exports what ${request} has: a package lists only what is ours`);
  }
  const manifest: { readonly exports: Readonly<Record<string, { readonly 'agent-mux-source': string }>> } = JSON.parse(
    readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'),
  );
  return join(PACKAGES, folder, manifest.exports[`.${rest}`]?.['agent-mux-source'] ?? '');
}

const KINDS = {
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
  // The first of several signatures counts.
  TSDeclareFunction: 'function',
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
} as const;

function describe(name: string, { path, name: declared }: Place): Export {
  const module = open(path);
  for (const statement of module.parsed.program.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration !== null ? statement.declaration : statement;
    const { start } = statement;
    if (declaration.type === 'VariableDeclaration') {
      if (declaration.declarations.some(({ id }) => id.type === 'Identifier' && id.name === declared)) {
        return { name, kind: 'const', path, sentence: sentenceBefore(module, start), parameters: 0 };
      }
    } else if (isNamed(declaration) && declaration.id.name === declared && declaration.type in KINDS) {
      const kind = KINDS[declaration.type as keyof typeof KINDS];
      return { name, kind, path, sentence: sentenceBefore(module, start), parameters: countParameters(declaration) };
    }
  }
  throw new Error(`${path} does not declare ${declared}`);
}

function isNamed(node: object): node is { readonly type: string; readonly id: { readonly name: string } } {
  return 'id' in node && typeof node.id === 'object' && node.id !== null && 'name' in node.id;
}

/** The number of type parameters without a default. */
function countParameters(node: object): number {
  const { typeParameters }: { readonly typeParameters?: { readonly params: readonly { default?: unknown }[] } | null } =
    node;
  return (typeParameters?.params ?? []).filter((each) => each.default == null).length;
}

/** The first sentence of the comment that ends where the declaration begins. */
function sentenceBefore({ text, parsed }: Module, start: number): string {
  const comment = parsed.comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '');
  if (comment === undefined || comment.type !== 'Block' || !comment.value.startsWith('*')) {
    return '';
  }
  const words = comment.value
    .replace(/^\*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trim())
    .join(' ')
    .replace(/\s@\w+[\s\S]*$/, '')
    .trim();
  return /^[\s\S]*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words;
}

const modules = new Map<string, Module>();

function open(path: string): Module {
  const known = modules.get(path);
  if (known !== undefined) {
    return known;
  }
  const text = readFileSync(path, 'utf8');
  const module = { path, text, parsed: parseSync(path, text) };
  modules.set(path, module);
  return module;
}
