/** Finds what can be changed in a source so that it does something else: one small change each, over the syntax tree. */
import { parseSync } from 'oxc-parser';

export interface Mutation {
  /** Characters of the source that are replaced. */
  readonly from: number;
  readonly to: number;
  readonly by: string;
  /** In words, such as `=== becomes !==`. */
  readonly change: string;
}

/** A node of the tree as far as it matters here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '&&=': '||=',
  '||=': '&&=',
  '??=': '&&=',
  '+=': '-=',
  '-=': '+=',
};

/** Throws where the source cannot be parsed. */
export function findMutations(path: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) {
    throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  }
  const found: Mutation[] = [];
  visit(program, (node) => found.push(...mutationsOf(node, source)));
  return found;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) {
      visit(each, see);
    }
    return;
  }
  if (!isNode(value) || value.type.startsWith('TS') || isFromElsewhere(value)) {
    // Types do nothing; but what stands in `as` and `satisfies` does.
    if (isNode(value) && isNode(value['expression'])) {
      visit(value['expression'], see);
    }
    return;
  }
  see(value);
  for (const [name, child] of Object.entries(value)) {
    if (name !== 'typeAnnotation' && name !== 'typeParameters' && name !== 'returnType') {
      visit(child, see);
    }
  }
}

/** An import, or an export of what another file has: the compiler sees these. */
function isFromElsewhere({ type, source }: Node): boolean {
  return type === 'ImportDeclaration' || (type.startsWith('Export') && isNode(source));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function mutationsOf(node: Node, source: string): readonly Mutation[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operator(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(node['test']) ? [negated(node['test'], source)] : [];
    case 'UnaryExpression':
      return node['operator'] === '!'
        ? [{ from: node.start, to: node.start + 1, by: '', change: '! is left out' }]
        : [];
    case 'Literal':
      return literal(node);
    case 'ReturnStatement':
      // Without a value, or with this one, there is nothing to take away.
      return isNode(node['argument']) && node['argument']['name'] !== 'undefined'
        ? [{ from: node.start, to: node.end, by: 'return undefined as never;', change: 'returns nothing' }]
        : [];
    case 'ExpressionStatement':
      return isNode(node['expression']) &&
        ['CallExpression', 'AssignmentExpression', 'AwaitExpression'].includes(node['expression'].type)
        ? [{ from: node.start, to: node.end, by: ';', change: 'the statement is left out' }]
        : [];
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0
        ? [{ from: node.start, to: node.end, by: '[]', change: 'the list is empty' }]
        : [];
    default:
      return [];
  }
}

function operator(node: Node, source: string): readonly Mutation[] {
  const { left, right, operator: sign } = node;
  const by = typeof sign === 'string' ? OPERATORS[sign] : undefined;
  if (by === undefined || typeof sign !== 'string' || !isNode(left) || !isNode(right)) {
    return [];
  }
  const at = source.indexOf(sign, left.end);
  return at < 0 || at >= right.start ? [] : [{ from: at, to: at + sign.length, by, change: `${sign} becomes ${by}` }];
}

function negated({ start, end }: Node, source: string): Mutation {
  return { from: start, to: end, by: `!(${source.slice(start, end)})`, change: 'the condition is turned around' };
}

function literal({ value, start, end }: Node): readonly Mutation[] {
  const to = (by: string, change: string): readonly Mutation[] => [{ from: start, to: end, by, change }];
  if (typeof value === 'boolean') {
    return to(String(!value), `${value} becomes ${!value}`);
  }
  if (typeof value === 'number') {
    return to(String(value + 1), `${value} becomes ${value + 1}`);
  }
  return typeof value === 'string'
    ? to(value === '' ? "'mutant'" : "''", `the text ${JSON.stringify(value)} becomes another`)
    : [];
}
