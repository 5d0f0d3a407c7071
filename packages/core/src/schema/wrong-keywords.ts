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
/** The validator reads a pattern with the flag `u`, which refuses a backslash before a sign that needs none. */
const STRICT_PATTERN: Keyword = rule(
  'a regular expression that can be read with the flag `u`: a backslash stands only before a sign that needs one',
  (value) => TEXT.accepts(value) && compiles(value, 'u'),
);
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
 * reported where it is similar to a known one, because others may belong to an extension. With `isJudge` the runtime
 * itself will check a value against this schema, so that its patterns and references must suit the validator too.
 */
export function findWrongKeywords(
  schema: unknown,
  field: string,
  { isJudge = false }: { readonly isJudge?: boolean } = {},
): ValidationFieldError[] {
  return walk(schema, field, new Places(schema, isJudge));
}

function walk(schema: unknown, field: string, places: Places): ValidationFieldError[] {
  return isRecord(schema)
    ? Object.entries(schema).flatMap(([name, value]) => wrongKeyword(name, value, `${field}.${name}`, places))
    : [];
}

function wrongKeyword(name: string, value: unknown, field: string, places: Places): ValidationFieldError[] {
  const known = KEYWORDS.get(name);
  const pattern = places.isJudge ? STRICT_PATTERN : PATTERN;
  const keyword = known === PATTERN ? pattern : known;
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
  const names = name === 'patternProperties' && isRecord(value) ? Object.keys(value) : [];
  return [
    ...names.flatMap((inner) => wrongPattern(inner, field, pattern)),
    ...schemasIn(keyword, name, value).flatMap(([step, inner]) =>
      isSchema(inner)
        ? walk(inner, `${field}${step}`, places)
        : [wrong(`${field}${step}`, inner, `is ${showValue(inner)}, but must be ${SCHEMA.expected}.`, SCHEMA.expected)],
    ),
  ];
}

function wrongPattern(pattern: string, field: string, { accepts, expected }: Keyword): ValidationFieldError[] {
  const message = `has the name ${showValue(pattern)}, but each name must be ${expected}.`;
  return accepts(pattern) ? [] : [wrong(field, pattern, message, expected)];
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

function compiles(pattern: unknown, flags = ''): boolean {
  try {
    new RegExp(String(pattern), flags);
    return true;
  } catch {
    return false;
  }
}

/** The places in a schema that a `$ref` may point to. */
class Places {
  readonly #root: unknown;
  /** Whether the runtime itself checks a value against the schema. */
  readonly isJudge: boolean;
  #text: string | undefined;

  constructor(root: unknown, isJudge: boolean) {
    this.#root = root;
    this.isJudge = isJudge;
  }

  /** Whether the place exists. Where parts of the schema have names of their own, it is left to the validator. */
  has(ref: string): boolean {
    if (this.#names('$id')) {
      return true;
    }
    if (/^#(?:\/|$)/.test(ref)) {
      return this.#isThere(ref);
    }
    // The validator loads nothing, so that it knows only what is in the schema.
    return !this.isJudge || (ref.startsWith('#') && (this.#names('$anchor') || this.#names('$dynamicAnchor')));
  }

  #names(keyword: string): boolean {
    this.#text ??= JSON.stringify(this.#root);
    return this.#text.includes(`"${keyword}"`);
  }

  #isThere(ref: string): boolean {
    let at = this.#root;
    for (const step of ref.split('/').slice(1)) {
      const name = readStep(step);
      if (name === undefined || (!isRecord(at) && !Array.isArray(at)) || !Object.hasOwn(at, name)) {
        return false;
      }
      at = (at as Readonly<Record<string, unknown>>)[name];
    }
    return true;
  }
}

/** Returns the name in a step of a reference; undefined where its percent signs encode nothing. */
function readStep(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

function wrong(field: string, received: unknown, message: string, expected: string): ValidationFieldError {
  return { field, message: `\`${field}\` ${message}`, received, expected };
}
