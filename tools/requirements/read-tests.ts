/** Reads from the sources of tests which ids each of them carries, without running them. */
import { parseSync } from 'oxc-parser';

export interface ReadTest {
  /** The path of the file, as it was given. */
  readonly path: string;
  /** The title as it is written, without its ids. */
  readonly title: string;
  /** The ids in the order of the title: `A-1 A-24: tells …`. A title `$rule: …` has those of the wrong streams of its file. */
  readonly ids: readonly string[];
  /** Whether it is skipped, and so proves nothing. */
  readonly isSkipped: boolean;
}

export interface ReadFile {
  readonly tests: readonly ReadTest[];
  /** The ids with at least one stream in its object `WRONG`, where it has one. */
  readonly wrong: readonly string[];
  /** The projections that it checks by the laws, by the names that it gives them. */
  readonly held: readonly string[];
}

/** The part of a node that is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const IDS = /^((?:[A-Z]-\d+ )*[A-Z]-\d+|\$rule): /;

/** Reads a file. Throws where the source cannot be parsed. */
export function readTests(path: string, source: string): ReadFile {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) {
    throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  }
  const titles: { readonly title: string; readonly isSkipped: boolean }[] = [];
  const held: string[] = [];
  const wrong: string[] = [];
  visit(program, false, {
    call(name, title, isSkipped) {
      if (name === 'describeLaws') {
        held.push(title);
      } else {
        titles.push({ title, isSkipped });
      }
    },
    variable(node) {
      if (nameOf(node['id']) === 'WRONG') {
        wrong.push(...keysOf(node['init']));
      }
    },
  });
  const tests = titles.map(({ title, isSkipped }): ReadTest => {
    const [all = '', ids] = IDS.exec(title) ?? [];
    const own = ids === undefined ? [] : ids === '$rule' ? wrong : ids.split(' ');
    return { path, title: title.slice(all.length), ids: own, isSkipped };
  });
  return { tests, wrong, held };
}

interface Seen {
  readonly call: (name: string, title: string, isSkipped: boolean) => void;
  readonly variable: (node: Node) => void;
}

function visit(value: unknown, isSkipped: boolean, seen: Seen): void {
  if (Array.isArray(value)) {
    for (const each of value) {
      visit(each, isSkipped, seen);
    }
    return;
  }
  if (!isNode(value)) {
    return;
  }
  let within = isSkipped;
  if (value.type === 'VariableDeclarator') {
    seen.variable(value);
  }
  if (value.type === 'CallExpression') {
    const names = namesOf(value['callee']);
    within ||= names.includes('skip') || names.includes('todo');
    if (['it', 'test', 'describeLaws'].includes(names[0] ?? '') && !makesTest(value['callee'], names)) {
      const title = textOf((value['arguments'] as readonly unknown[])[0]);
      seen.call(names[0] ?? '', title ?? 'a title that is computed', within);
    }
  }
  for (const each of Object.values(value)) {
    visit(each, within, seen);
  }
}

/** Whether a call makes a test, even `it.each(cases)`, which is called once more with the title. */
function makesTest(callee: unknown, names: readonly string[]): boolean {
  return (
    isNode(callee) &&
    callee.type === 'MemberExpression' &&
    ['each', 'for', 'skipIf', 'runIf'].includes(names.at(-1) ?? '')
  );
}

/** The names of a callee: `it.skip.each(cases)` has `it`, `skip`, `each`. */
function namesOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) {
    return [];
  }
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') {
    return namesOf(callee['callee'] ?? callee['tag']);
  }
  if (callee.type === 'MemberExpression') {
    return [...namesOf(callee['object']), nameOf(callee['property']) ?? ''];
  }
  return [nameOf(callee) ?? ''];
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined;
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) {
    return undefined;
  }
  if (node.type === 'Literal' && typeof node['value'] === 'string') {
    return node['value'];
  }
  if (node.type !== 'TemplateLiteral') {
    return undefined;
  }
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('…');
}

function keysOf(node: unknown): readonly string[] {
  if (!isNode(node)) {
    return [];
  }
  // The object may stand in `{ … } as const` or `{ … } satisfies …`.
  if (node.type !== 'ObjectExpression') {
    return keysOf(node['expression']);
  }
  return (node['properties'] as readonly Node[]).flatMap(({ key, value }) => {
    const streams = isNode(value) ? value['elements'] : undefined;
    return Array.isArray(streams) && streams.length === 0 ? [] : [textOf(key) ?? nameOf(key) ?? ''];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
