/** Finds what can be changed in a source so that it does something else: one small change each, over the syntax tree. */
import { parseSync } from 'oxc-parser';

export interface Mutation {
  /** The offset of the replaced characters. */
  readonly from: number;
  readonly to: number;
  readonly by: string;
  /** The change in words, such as `=== becomes !==`. */
  readonly change: string;
  /** The expression around it that can be exchanged as a whole; absent where there is none. */
  readonly whole?: Whole;
}

export interface Whole {
  readonly from: number;
  readonly to: number;
  /** The text that replaces it. */
  readonly as: string;
  /** Set for the name of a field, which takes brackets where others take parentheses. */
  readonly isKey?: true;
}

/** The part of a node that is read here. */
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

/** The mutations. Throws where the source cannot be parsed. */
export function findMutations(path: string, source: string): readonly Mutation[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) {
    throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  }
  const found: Mutation[] = [];
  visit(program, undefined, (node, parent) => found.push(...mutationsOf(node, parent, source)));
  return found;
}

/** The source with this one mutation, which can still be parsed, whatever stands around it. */
export function mutate(source: string, { from, to, by, whole }: Mutation): string {
  if (whole === undefined) {
    return source.slice(0, from) + by + source.slice(to);
  }
  const [open, close] = whole.isKey ? ['[', ']'] : ['(', ')'];
  return `${source.slice(0, whole.from)}${open}${whole.as}${close}${source.slice(whole.to)}`;
}

type See = (node: Node, parent: Node | undefined) => void;

function visit(value: unknown, parent: Node | undefined, see: See): void {
  if (Array.isArray(value)) {
    for (const each of value) {
      visit(each, parent, see);
    }
    return;
  }
  if (!isNode(value) || value.type.startsWith('TS') || isFromElsewhere(value)) {
    // Types do nothing; but the expression of `as` and `satisfies` does.
    if (isNode(value) && isNode(value['expression'])) {
      visit(value['expression'], value, see);
    }
    return;
  }
  see(value, parent);
  for (const [name, child] of Object.entries(value)) {
    if (name !== 'typeAnnotation' && name !== 'typeParameters' && name !== 'returnType') {
      visit(child, value, see);
    }
  }
}

/** Whether the node is an import, or an export from another file, which the compiler checks. */
function isFromElsewhere({ type, source }: Node): boolean {
  return type === 'ImportDeclaration' || (type.startsWith('Export') && isNode(source));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function mutationsOf(node: Node, parent: Node | undefined, source: string): readonly Mutation[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operator(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(node['test']) ? [negated(node['test'], source)] : [];
    case 'UnaryExpression':
      return node['operator'] === '!' ? [withoutNot(node, source)] : [];
    case 'Literal':
      return literal(node, parent);
    case 'ReturnStatement':
      return returned(node);
    case 'ExpressionStatement':
      return statement(node);
    case 'ArrayExpression':
      return Array.isArray(node['elements']) && node['elements'].length > 0
        ? [replaced(node, '[]', 'the list is empty')]
        : [];
    default:
      return [];
  }
}

/** The mutation of an expression that is exchanged as a whole. */
function replaced({ start, end }: Node, by: string, change: string): Mutation {
  return { from: start, to: end, by, change, whole: { from: start, to: end, as: by } };
}

function operator({ type, start, end, left, right, operator: sign }: Node, source: string): readonly Mutation[] {
  const by = typeof sign === 'string' ? OPERATORS[sign] : undefined;
  if (by === undefined || typeof sign !== 'string' || !isNode(left) || !isNode(right)) {
    return [];
  }
  const at = source.indexOf(sign, left.end);
  if (at < 0 || at >= right.start) {
    return [];
  }
  const [first, second] = [source.slice(left.start, left.end), source.slice(right.start, right.end)];
  // The parentheses are needed because ?? beside && would not parse, and no test would have to see that.
  const as = type === 'AssignmentExpression' ? `${first} ${by} ${second}` : `(${first}) ${by} (${second})`;
  return [{ from: at, to: at + sign.length, by, change: `${sign} becomes ${by}`, whole: { from: start, to: end, as } }];
}

function negated(node: Node, source: string): Mutation {
  return replaced(node, `!(${source.slice(node.start, node.end)})`, 'the condition is turned around');
}

function withoutNot({ start, end }: Node, source: string): Mutation {
  const whole = { from: start, to: end, as: source.slice(start + 1, end) };
  return { from: start, to: start + 1, by: '', change: '! is left out', whole };
}

function returned({ start, end, argument }: Node): readonly Mutation[] {
  // Nothing can be removed where there is no value, or this one; and code of the type never is unreachable, as the compiler proves.
  // Nothing is as good as false to whoever asks for a condition, so there the mutant of the literal alone is drawn.
  if (!isNode(argument) || argument['name'] === 'undefined' || argument['value'] === false || isNever(argument)) {
    return [];
  }
  const whole = { from: argument.start, to: argument.end, as: 'undefined as never' };
  return [{ from: start, to: end, by: 'return undefined as never;', change: 'returns nothing', whole }];
}

function isNever({ type, typeAnnotation }: Node): boolean {
  return type === 'TSSatisfiesExpression' && isNode(typeAnnotation) && typeAnnotation.type === 'TSNeverKeyword';
}

function statement({ start, end, expression }: Node): readonly Mutation[] {
  return isNode(expression) && ['CallExpression', 'AssignmentExpression', 'AwaitExpression'].includes(expression.type)
    ? [
        {
          from: start,
          to: end,
          by: ';',
          change: 'the statement is left out',
          whole: { from: expression.start, to: expression.end, as: 'undefined' },
        },
      ]
    : [];
}

function literal({ value, start, end }: Node, parent: Node | undefined): readonly Mutation[] {
  const isKey = parent !== undefined && isNode(parent['key']) && parent['key'].start === start && !parent['computed'];
  const to = (by: string, change: string): readonly Mutation[] => {
    const whole = { from: start, to: end, as: by, ...(isKey ? { isKey: true as const } : {}) };
    // An imported name keeps its text.
    return [{ from: start, to: end, by, change, ...(parent?.type === 'ImportExpression' ? {} : { whole }) }];
  };
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
