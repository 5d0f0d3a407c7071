/** Compares the declarations of two versions of the packages, by a program that puts each public name of one in the place of the other. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Export, listExports } from '../api/list-exports.ts';

export interface TypeChanges {
  /** The names, each as `@agent-mux/core: createClient`. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Types that are given and have changed: a program that reads one may not compile. */
  readonly given: readonly TypeChange[];
  /** Types that are taken and accept less: a program that makes one may not compile. */
  readonly taken: readonly TypeChange[];
}

export interface TypeChange {
  readonly name: string;
  /** The last part of the compiler's message. */
  readonly why: string;
}

interface Check {
  readonly name: string;
  readonly kind: 'given' | 'taken';
  readonly line: string;
}

/** Compares the versions. `folder` has `old` and `new`, each with the packages in its `node_modules`; `compiler` is the path of tsc. */
export function compareDeclarations(folder: string, compiler: string): TypeChanges {
  const [before, after] = [listEntries(join(folder, 'old')), listEntries(join(folder, 'new'))];
  const removed: string[] = [];
  const added = [...after].flatMap(([entry, { exports }]) =>
    exports.filter(({ name }) => !has(before, entry, name)).map(({ name }) => `${entry}: ${name}`),
  );
  const checks: Check[] = [];
  const imports: string[] = [];
  // Several entries may have one name, which is reported where it is first met.
  const told = new Set<string>();
  for (const [index, [entry, { file, exports }]] of [...before].entries()) {
    const now = after.get(entry);
    if (now !== undefined) {
      imports.push(`import type * as Old${index} from '${file}';`, `import type * as New${index} from '${now.file}';`);
    }
    for (const each of exports) {
      const name = `${entry}: ${each.name}`;
      const other = now?.exports.find((one) => one.name === each.name);
      if (other === undefined) {
        removed.push(name);
      } else if (!told.has(`${each.path} ${each.name}`)) {
        told.add(`${each.path} ${each.name}`);
        checks.push(...checksOf(name, [`Old${index}`, each], [`New${index}`, other]));
      }
    }
  }
  const said = compile(folder, compiler, {
    imports: imports.length,
    lines: [...imports, ...checks.map(({ line }) => line)],
  });
  const changes = (kind: Check['kind']): readonly TypeChange[] =>
    checks.flatMap((check, at) => {
      const why = check.kind === kind ? said.get(imports.length + at + 1) : undefined;
      return why === undefined ? [] : [{ name: check.name, why }];
    });
  return { removed, added, given: changes('given'), taken: changes('taken') };
}

type Side = readonly [module: string, one: Export];

function checksOf(name: string, before: Side, after: Side): readonly Check[] {
  const [old, now] = [typeOf(before), typeOf(after)];
  const put = (from: string, to: string): string => `export const _: (value: ${from}) => ${to} = (value) => value;`;
  const checks: Check[] = [{ name, kind: 'given', line: put(now, old) }];
  // A value is only ever read.
  return before[1].kind === 'type' ? [...checks, { name, kind: 'taken', line: put(old, now) }] : checks;
}

function typeOf([module, { name, kind, parameters }]: Side): string {
  const given = Array.from({ length: parameters }, () => 'any').join(', ');
  return kind === 'type' ? `${module}.${name}${given === '' ? '' : `<${given}>`}` : `typeof ${module}.${name}`;
}

interface Entry {
  readonly file: string;
  readonly exports: readonly Export[];
}

function has(entries: ReadonlyMap<string, Entry>, entry: string, name: string): boolean {
  return entries.get(entry)?.exports.some((one) => one.name === name) === true;
}

/** Every entry that has declarations, by the name that imports it. */
function listEntries(folder: string): ReadonlyMap<string, Entry> {
  const modules = join(folder, 'node_modules');
  const resolve = (path: string, request: string): string =>
    request.startsWith('.') ? declarationsOf(join(dirname(path), request)) : fileOf(modules, request);
  const scoped = join(modules, '@agent-mux');
  const names = [
    ...(existsSync(scoped) ? readdirSync(scoped).map((name) => `@agent-mux/${name}`) : []),
    ...(existsSync(join(modules, 'agent-mux')) ? ['agent-mux'] : []),
  ];
  const entries = names.flatMap((name) => Object.keys(exportsOf(modules, name)).map((path) => name + path.slice(1)));
  return new Map(
    entries
      .filter((entry) => !entry.endsWith('.json'))
      .map((entry) => {
        const file = fileOf(modules, entry);
        return [entry, { file, exports: listExports(file, resolve) }];
      }),
  );
}

function exportsOf(modules: string, name: string): Readonly<Record<string, { readonly types?: string }>> {
  return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).exports;
}

function fileOf(modules: string, request: string): string {
  const [, name, path] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(request) ?? [];
  const types = name === undefined ? undefined : exportsOf(modules, name)[`.${path}`]?.types;
  if (name === undefined || types === undefined) {
    throw new Error(`${request} has no declarations in ${modules}`);
  }
  return join(modules, name, types);
}

function declarationsOf(path: string): string {
  return path.replace(/(?<!\.d)\.[jt]s$/, '.d.ts');
}

const OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

interface Program {
  /** How many of its lines are imports, in which an error is a fault of ours. */
  readonly imports: number;
  readonly lines: readonly string[];
}

/** The compiler's message for each line, by its number from 1. Throws where it has one about another file, or does not run. */
function compile(folder: string, compiler: string, { imports, lines }: Program): ReadonlyMap<number, string> {
  // Each constant has a name of its own.
  const program = lines.map((line, index) => line.replace('const _:', `const _${index}:`)).join('\n');
  writeFileSync(join(folder, 'program.mts'), `${program}\n`);
  const typeRoots = [join(dirname(compiler), '../../@types')];
  const config = { compilerOptions: { ...OPTIONS, typeRoots }, files: ['program.mts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const said = new Map<number, string>();
  const others: string[] = [];
  let last: number | undefined;
  for (const line of stdout.split('\n')) {
    const [, number, words] = /^program\.mts\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? [];
    if (number !== undefined && words !== undefined && Number(number) > imports) {
      last = Number(number);
      said.set(last, words);
    } else if (last !== undefined && /^\s+\S/.test(line)) {
      // The following lines go deeper and deeper.
      said.set(last, line.trim());
    } else if (line.includes('error TS')) {
      last = undefined;
      others.push(line);
    }
  }
  if (others.length > 0 || (status !== 0 && said.size === 0)) {
    throw new Error(`The program that compares the declarations does not compile: ${others.join('\n') || stdout}`);
  }
  return said;
}
