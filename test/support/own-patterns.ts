/** Finds the patterns of the product, as its sources write them or put them together. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '../..');

export interface OwnPattern {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** What stands in a pattern for a text that only a run knows. */
export const UNKNOWN = '\u{A66E}';

interface Node {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly id?: unknown;
  readonly init?: unknown;
  readonly regex?: unknown;
  readonly pattern?: unknown;
  readonly flags?: unknown;
  readonly callee?: unknown;
  readonly arguments?: unknown;
  readonly value?: unknown;
  readonly elements?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly quasi?: unknown;
  readonly quasis?: unknown;
  readonly expressions?: unknown;
  readonly object?: unknown;
  readonly property?: unknown;
}
type Value = string | readonly string[] | undefined;

export function productFiles(): readonly string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', 'packages/*/src/*.ts', 'adapters/src/*.ts'];
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|\/testing\//.test(file) && !file.startsWith('packages/testkit/'));
}

/** The patterns between slashes, and those that `new RegExp` makes of texts. */
export function patternsOf(file: string): readonly OwnPattern[] {
  const nodes = nodesIn(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program);
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(id) && isNode(init) ? [[String(id.name), init] as const] : [],
    ),
  );
  return nodes.flatMap((node) => {
    if (node.type === 'Literal' && isNode(node.regex)) {
      return [{ file, source: String(node.regex.pattern), flags: String(node.regex.flags) }];
    }
    const isMade = /^(?:New|Call)Expression$/.test(String(node.type)) && isNode(node.callee);
    if (!isMade || (node.callee as Node).name !== 'RegExp') {
      return [];
    }
    const [source, flags] = listOf(node.arguments).map((each) => textOf(each, constants));
    return [{ file, source: source ?? '', flags: flags === undefined || flags === UNKNOWN ? '' : flags }];
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) {
    return value.flatMap(nodesIn);
  }
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
}

function textOf(node: unknown, constants: ReadonlyMap<string, Node>): string {
  const value = evaluate(node, constants);
  return typeof value === 'string' ? value : UNKNOWN;
}

/** What an expression of texts gives; undefined where it is more than that. */
function evaluate(node: unknown, constants: ReadonlyMap<string, Node>): Value {
  if (!isNode(node)) {
    return undefined;
  }
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : undefined;
    case 'Identifier':
      return evaluate(constants.get(String(node.name)), constants);
    case 'ArrayExpression':
      return listOf(node.elements).map((each) => textOf(each, constants));
    case 'BinaryExpression':
      return textOf(node.left, constants) + textOf(node.right, constants);
    case 'TaggedTemplateExpression':
      return templateOf(node.quasi, 'raw', constants);
    case 'TemplateLiteral':
      return templateOf(node, 'cooked', constants);
    case 'CallExpression':
      return resultOf(node, constants);
    default:
      return undefined;
  }
}

function templateOf(node: unknown, form: 'raw' | 'cooked', constants: ReadonlyMap<string, Node>): string | undefined {
  if (!isNode(node)) {
    return undefined;
  }
  const texts = listOf(node.quasis).map((quasi) => (quasi as { value: Record<string, string> }).value[form] ?? '');
  const between = listOf(node.expressions).map((each) => textOf(each, constants));
  return texts.map((text, at) => text + (between[at] ?? '')).join('');
}

function resultOf({ callee, arguments: given }: Node, constants: ReadonlyMap<string, Node>): Value {
  const { object, property } = isNode(callee) ? callee : {};
  const value = evaluate(object, constants);
  const args = listOf(given).map((each) => evaluate(each, constants));
  const name = isNode(property) ? property.name : undefined;
  const [first, second] = args;
  if (typeof value === 'object' && name === 'join' && typeof first === 'string') {
    return value.join(first);
  }
  return typeof value === 'string' && name === 'replaceAll' && typeof first === 'string' && typeof second === 'string'
    ? value.replaceAll(first, second)
    : undefined;
}
