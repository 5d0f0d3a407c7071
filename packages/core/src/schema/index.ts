/** The schemas that a program gives: of any library that speaks Standard Schema, or JSON Schema. */

export { checkValue, describeMisfit } from './check-value.ts';
export { checkJsonSchema, findJsonSchema, findSchemaErrors, jsonSchemaOfObject } from './json-schema-of.ts';
export type { AnySchema, JsonSchema, OutputOf, StandardSchema } from './standard-schema.ts';
export { isStandardSchema } from './standard-schema.ts';
