/**
 * Finds what is wrong with a JSON Schema itself, before a CLI is given it, because a wrong one would be refused in the
 * middle of a run, or fit everything.
 */
import { hintAtName, nearestName, showValue } from '@agent-mux/events';
import type { ValidationFieldError } from '../errors.ts';
import { anything as ANY, boolean as FLAG, isRecord, type Rule, rule, text as TEXT } from '../field-rules.ts';

type Keyword = Pick<Rule, 'expected' | 'accepts'>;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean';

const NUMBER: Keyword = rule('a number', (value) => typeof value === 'number');
const COUNT: Keyword = rule('a whole number of at least 0', (value) => Number.isInteger(value) && Number(value) >= 0);
const LIST: Keyword = rule('a list', Array.isArray);
const SCHEMA: Keyword = rule('a schema: an object, true or false', isSchema);
const SCHEMAS: Keyword = rule('a list of schemas', (value) => Array.isArray(value) && value.length > 0);
const NAMED: Keyword = rule('an object of schemas by name', isRecord);
const TEXTS: Keyword = rule('a list of strings', (value) => Array.isArray(value) && value.every(TEXT.accepts));
const PATTERN: Keyword = rule('a regular expression', (value) => TEXT.accepts(value) && compiles(value));
const TYPE: Keyword = {
  expected: `one of ${TYPES.map((type) => JSON.stringify(type)).join(', ')}, or a list of them`,
  accepts: (value) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    return given.length > 0 && given.every((type) => TYPES.some((known) => known === type));
  },
};

/** The keywords of draft 7 to 2020-12. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...Object.entries({
    ...{
      type: TYPE,
      required: TEXTS,
      pattern: PATTERN,
      enum: LIST,
      const: ANY,
      default: ANY,
      examples: LIST,
      example: ANY,
    },
    ...{ title: TEXT, description: TEXT, format: TEXT, $ref: TEXT, $id: TEXT, $schema: TEXT, $comment: TEXT },
    ...{ $anchor: TEXT, $dynamicRef: TEXT, $dynamicAnchor: TEXT, contentEncoding: TEXT, contentMediaType: TEXT },
    ...{ readOnly: FLAG, writeOnly: FLAG, deprecated: FLAG, uniqueItems: FLAG, nullable: FLAG },
    ...{ minimum: NUMBER, maximum: NUMBER, multipleOf: NUMBER, minLength: COUNT, maxLength: COUNT, minItems: COUNT },
    ...{ maxItems: COUNT, minProperties: COUNT, maxProperties: COUNT, minContains: COUNT, maxContains: COUNT },
    ...{ properties: NAMED, patternProperties: NAMED, $defs: NAMED, definitions: NAMED, dependentSchemas: NAMED },
    ...{ allOf: SCHEMAS, anyOf: SCHEMAS, oneOf: SCHEMAS, prefixItems: SCHEMAS },
    ...{ additionalProperties: SCHEMA, unevaluatedProperties: SCHEMA, propertyNames: SCHEMA, contains: SCHEMA },
    ...{ unevaluatedItems: SCHEMA, additionalItems: SCHEMA, not: SCHEMA, if: SCHEMA, else: SCHEMA },
    ...{ contentSchema: SCHEMA, exclusiveMinimum: ANY, exclusiveMaximum: ANY, items: ANY, dependencies: NAMED },
    ...{ dependentRequired: NAMED, $vocabulary: ANY, $recursiveRef: TEXT, $recursiveAnchor: ANY },
  }),
  // This key is added separately, because `await` would take an object with the key `then` for a promise.
  ['then', SCHEMA],
]);

/** What is one letter away from the other names is often a word of its own, as `note` or `cost`. */
const LONG_NAMES = [...KEYWORDS.keys()].filter((name) => !['not', 'if', 'then', 'else', 'const'].includes(name));

/**
 * Finds wrong keywords, each with its path, such as `outputSchema.properties.a.pattern`. An unknown keyword is only
 * reported where it is similar to a known one, because others may belong to an extension.
 */
export function findWrongKeywords(schema: unknown, field: string): ValidationFieldError[] {
  return walk(schema, field, new Places(schema));
}

function walk(schema: unknown, field: string, places: Places): ValidationFieldError[] {
  return isRecord(schema)
    ? Object.entries(schema).flatMap(([name, value]) => wrongKeyword(name, value, `${field}.${name}`, places))
    : [];
}

function wrongKeyword(name: string, value: unknown, field: string, places: Places): ValidationFieldError[] {
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined) {
    const near = nearestName(name, LONG_NAMES);
    return near === undefined
      ? []
      : [wrong(field, value, `is no keyword of JSON Schema; did you mean \`${near}\`?`, near)];
  }
  if (!keyword.accepts(value)) {
    const hint = name === 'type' ? hintAtName(value, TYPES) : '';
    const message = `is ${showValue(value)}, but must be ${keyword.expected}.${hint}`;
    return [wrong(field, value, message, keyword.expected)];
  }
  if (name === '$ref') {
    return places.has(String(value))
      ? []
      : [wrong(field, value, `is ${showValue(value)}, which the schema does not have.`, 'a place in the schema')];
  }
  return schemasIn(keyword, name, value).flatMap(([step, inner]) =>
    isSchema(inner)
      ? walk(inner, `${field}${step}`, places)
      : [wrong(`${field}${step}`, inner, `is ${showValue(inner)}, but must be ${SCHEMA.expected}.`, SCHEMA.expected)],
  );
}

function schemasIn(keyword: Keyword, name: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value) && (keyword === SCHEMAS || name === 'items')) {
    return value.map((inner, index) => [`[${index}]`, inner]);
  }
  if (isRecord(value) && keyword === NAMED && !name.startsWith('depend')) {
    return Object.entries(value).map(([key, inner]) => [`.${key}`, inner]);
  }
  return keyword === SCHEMA || name === 'items' ? [['', value]] : [];
}

function compiles(pattern: unknown): boolean {
  try {
    new RegExp(String(pattern));
    return true;
  } catch {
    return false;
  }
}

/** The places in a schema that a `$ref` may point to. */
class Places {
  readonly #root: unknown;
  #hasIds: boolean | undefined;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Whether the place exists. A name that is not a path from the root is left to the validator. */
  has(ref: string): boolean {
    return !/^#(?:\/|$)/.test(ref) || this.#areNamed || this.#isThere(ref);
  }

  get #areNamed(): boolean {
    this.#hasIds ??= JSON.stringify(this.#root).includes('"$id"');
    return this.#hasIds;
  }

  #isThere(ref: string): boolean {
    let at = this.#root;
    for (const step of ref.split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      if ((!isRecord(at) && !Array.isArray(at)) || !Object.hasOwn(at, name)) {
        return false;
      }
      at = (at as Readonly<Record<string, unknown>>)[name];
    }
    return true;
  }
}

function wrong(field: string, received: unknown, message: string, expected: string): ValidationFieldError {
  return { field, message: `\`${field}\` ${message}`, received, expected };
}
