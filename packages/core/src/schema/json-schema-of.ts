/** Finds the JSON Schema of a schema, because a CLI is given that. */
import type { ValidationFieldError } from '../errors.ts';
import { check, isJson, isRecord, missing, nothingBut, type Rule } from '../field-rules.ts';
import { type AnySchema, isStandardSchema, type JsonSchema } from './standard-schema.ts';
import { findWrongKeywords } from './wrong-keywords.ts';

export type FoundSchema =
  | { readonly jsonSchema: JsonSchema }
  /** The fault, as the end of "must be …", and which of the two schemas has it. */
  | { readonly wrong: 'schema' | 'jsonSchema'; readonly expected: string };

const OBJECT = 'a JSON Schema of an object: { type: "object", … }';
const SCHEMA = `a Standard Schema (zod, valibot, arktype …), or ${OBJECT}`;

/**
 * Finds the JSON Schema of the input, which is the value before it was validated, because the agent gives that one. A
 * `jsonSchema` beside the schema wins over the one that the schema itself can make.
 */
export function findJsonSchema({
  schema,
  jsonSchema,
}: {
  readonly schema: unknown;
  readonly jsonSchema?: unknown;
}): FoundSchema {
  const isStandard = isStandardSchema(schema);
  if (!isStandard && !isObjectSchema(schema)) {
    return { wrong: 'schema', expected: whyNone(schema, SCHEMA) };
  }
  if (jsonSchema !== undefined) {
    return isObjectSchema(jsonSchema) ? { jsonSchema } : { wrong: 'jsonSchema', expected: whyNone(jsonSchema, OBJECT) };
  }
  return isStandard ? convert(schema) : { jsonSchema: schema };
}

/**
 * Finds everything that is wrong with the schema in the option `name`, and with the JSON Schema that may be beside it
 * as `jsonSchema`.
 */
export function findSchemaErrors(given: Readonly<Record<string, unknown>>, name: string): ValidationFieldError[] {
  const { [name]: schema, jsonSchema } = given;
  const found = findJsonSchema({ schema, jsonSchema });
  if ('wrong' in found) {
    const { wrong, expected } = found;
    const field = wrong === 'schema' ? name : 'jsonSchema';
    return [
      ...(given[field] === undefined ? [missing(field, expected)] : check(nothingBut(expected), given[field], field)),
      // The `jsonSchema` has not been checked yet.
      ...(wrong === 'schema' ? checkJsonSchema(jsonSchema) : []),
    ];
  }
  return [
    ...(isStandardSchema(schema) ? [] : findWrongKeywords(schema, name, { isJudge: true })),
    ...checkJsonSchema(jsonSchema),
  ];
}

/** Finds what is wrong with a JSON Schema beside a schema, which may be left out. */
export function checkJsonSchema(jsonSchema: unknown): ValidationFieldError[] {
  return jsonSchema === undefined ? [] : check(jsonSchemaOfObject, jsonSchema, 'jsonSchema');
}

/** The rule of an option that takes a JSON Schema alone. */
export const jsonSchemaOfObject: Rule = {
  expected: OBJECT,
  accepts: () => true,
  inner: (value, field) =>
    isObjectSchema(value) ? findWrongKeywords(value, field) : check(nothingBut(whyNone(value, OBJECT)), value, field),
};

function convert(schema: Extract<AnySchema, { '~standard': unknown }>): FoundSchema {
  const { vendor, jsonSchema: converter } = schema['~standard'];
  if (converter === undefined) {
    return {
      wrong: 'jsonSchema',
      expected: `given, since this schema of ${vendor} cannot say itself as a JSON Schema: make one by ${converterOf(vendor)}`,
    };
  }
  try {
    const { $schema: _, ...found } = converter.input({ target: 'draft-07' });
    return isObjectSchema(found) ? { jsonSchema: found } : { wrong: 'schema', expected: `a schema of an object` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      wrong: 'jsonSchema',
      expected: `given, since ${vendor} cannot say this schema as a JSON Schema (${why.split('\n')[0]})`,
    };
  }
}

function converterOf(vendor: string): string {
  switch (vendor) {
    case 'valibot':
      return '`toJsonSchema(schema)` of @valibot/to-json-schema, or hand over `toStandardJsonSchema(schema)` of it instead';
    case 'zod':
      return '`z.toJSONSchema(schema)` of zod 4';
    case 'arktype':
      return '`schema.toJsonSchema()`';
    default:
      return 'the converter of that library';
  }
}

function whyNone(schema: unknown, wanted: string): string {
  if (!isRecord(schema)) {
    return wanted;
  }
  if (!isJson(schema)) {
    return 'writable as JSON: it contains itself, or a value that JSON has no form for';
  }
  return schema['type'] === undefined
    ? `${wanted}: \`type\` is missing at its root${schema['$ref'] === undefined ? '' : ', where a `$ref` does not stand for it'}`
    : `${wanted}: the \`type\` of its root is another one`;
}

function isObjectSchema(value: unknown): value is JsonSchema {
  return isRecord(value) && value['type'] === 'object' && isJson(value);
}
