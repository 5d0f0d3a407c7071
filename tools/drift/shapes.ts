/** The shapes of what a CLI prints: its native message types, and the fields of each with the kinds of their values. */
import { type Cassette, readText } from '@agent-mux/core/cassette';

/** The shape of one message type. */
export interface Shape {
  readonly count: number;
  /** The kinds of value that were seen at each path, such as `message.content[text].text`. */
  readonly fields: ReadonlyMap<string, Field>;
}

interface Field {
  readonly count: number;
  readonly kinds: ReadonlySet<string>;
}

export type Shapes = ReadonlyMap<string, Shape>;

interface Draft {
  count: number;
  readonly fields: Map<string, { count: number; readonly kinds: Set<string> }>;
}

/** The shapes of all messages of these recordings together. */
export function collectShapes(cassettes: readonly Cassette[]): Shapes {
  const shapes = new Map<string, Draft>();
  for (const cassette of cassettes) {
    const asked = new Map<string, string>();
    for (const entry of cassette.entries) {
      if (entry.dir !== 'in' && entry.dir !== 'out') {
        continue;
      }
      const message = parse(readText(entry));
      if (message === undefined) {
        continue;
      }
      const { id, method } = message;
      if (typeof method === 'string' && isId(id)) {
        asked.set(`${entry.dir} ${String(id)}`, method);
      }
      if (entry.dir === 'out') {
        add(shapes, nameOf(message, asked), message);
      }
    }
  }
  return shapes;
}

/** The shape of the events of one type. Inputs and outputs of tools are included, because one scenario gives them the same keys. */
export function shapeOf(events: readonly Fields[]): Shape {
  const shape: Draft = { count: 0, fields: new Map() };
  for (const event of events) {
    addTo(shape, event);
  }
  return shape;
}

/** Fields in which formats name the type of a message, from the outside in. */
const MARKS: readonly (readonly string[])[] = [
  ['method'],
  ['type'],
  ['subtype'],
  ['role'],
  ['request', 'subtype'],
  ['response', 'subtype'],
  ['event', 'type'],
  ['event', 'delta', 'type'],
  ['event', 'content_block', 'type'],
  ['params', 'update', 'sessionUpdate'],
  ['params', 'item', 'type'],
  ['params', 'event', 'type'],
  ['item', 'type'],
  ['part', 'type'],
  ['assistantMessageEvent', 'type'],
];

function nameOf(message: Fields, asked: ReadonlyMap<string, string>): string {
  const marks = MARKS.map((path) =>
    path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), message),
  );
  const words = marks.filter((mark) => typeof mark === 'string');
  if (words.length > 0) {
    return words.join(' ');
  }
  const method = isId(message['id']) ? asked.get(`in ${String(message['id'])}`) : undefined;
  if (method === undefined) {
    return '(untyped)';
  }
  return `${'error' in message ? 'error' : 'result'} of ${method}`;
}

function add(shapes: Map<string, Draft>, name: string, message: Fields): void {
  const shape = shapes.get(name) ?? { count: 0, fields: new Map() };
  shapes.set(name, shape);
  addTo(shape, message, FREE);
}

function addTo(shape: Draft, message: Fields, opaque?: RegExp): void {
  shape.count++;
  const paths = new Map<string, Set<string>>();
  flatten(message, '', { paths, depth: 0, opaque });
  for (const [path, kinds] of paths) {
    const field = shape.fields.get(path) ?? { count: 0, kinds: new Set() };
    shape.fields.set(path, field);
    field.count++;
    for (const kind of kinds) {
      field.kinds.add(kind);
    }
  }
}

/** The greatest depth, below which there are only inputs of tools and schemas. */
const MAX_DEPTH = 7;

interface Walk {
  readonly paths: Map<string, Set<string>>;
  readonly depth: number;
  /** Matches paths whose values are not read. */
  readonly opaque: RegExp | undefined;
}

function flatten(value: Fields, prefix: string, walk: Walk): void {
  for (const [name, item] of Object.entries(value)) {
    // JSON does not write an undefined value.
    if (item !== undefined) {
      note(item, `${prefix}${isMadeUp(name) ? '*' : name}`, walk);
    }
  }
}

function note(item: unknown, path: string, { paths, depth, opaque }: Walk): void {
  const kinds = paths.get(path) ?? new Set();
  paths.set(path, kinds);
  kinds.add(kindOf(item));
  if (depth >= MAX_DEPTH || opaque?.test(path) === true) {
    return;
  }
  const inner: Walk = { paths, depth: depth + 1, opaque };
  if (Array.isArray(item)) {
    for (const each of item) {
      note(each, `${path}[${isObject(each) && typeof each['type'] === 'string' ? each['type'] : ''}]`, inner);
    }
  } else if (isObject(item)) {
    flatten(item, `${path}.`, inner);
  }
}

/** Fields whose contents belong to a tool, a schema or the user, and not to the format. */
const FREE =
  /(?:^|\.)(?:input|rawInput|arguments|args|parameters|inputSchema|input_schema|schema|tools|commands|availableCommands|structuredContent|env|headers)$/;

/** Whether a key is an id, a path or the name of a model. */
function isMadeUp(name: string): boolean {
  return /[/<>\s]|\d{3,}|[0-9a-f]{8}-/.test(name) || /^(?:gpt|claude|gemini|mock|sonnet|opus|haiku)-/.test(name);
}

function kindOf(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  return Array.isArray(value) ? 'array' : typeof value;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Reads a message, if the text is one, since a CLI may print anything. */
function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
