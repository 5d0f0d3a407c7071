/** A wrong JSON Schema is refused by its place before anything starts, wherever one is given. */
import { agentTool, handoffTool, type RunOptions, tool } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toyClient } from './support/toy-run.ts';

type Schema = Readonly<Record<string, unknown>>;

const mux = toyClient([]);
const about = { name: 'price', description: 'The price of a fruit.' };
const run = { agent: 'toy' };
const checked = (options: Partial<RunOptions>): unknown => mux.check({ ...run, prompt: 'go', ...options });

function thrownBy(make: () => unknown): unknown {
  try {
    make();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Each by the field that holds the schema. */
const DOORS: readonly (readonly [field: string, refusal: (schema: Schema) => unknown])[] = [
  ['outputSchema', (outputSchema) => checked({ outputSchema })],
  ['jsonSchema', (jsonSchema) => checked({ outputSchema: z.object({}), jsonSchema })],
  ['tools[0].inputSchema', (inputSchema) => checked({ tools: [{ ...about, inputSchema, run: () => '' }] })],
  ['input', (input) => thrownBy(() => tool({ ...about, input, run: () => '' }))],
  ['jsonSchema', (jsonSchema) => thrownBy(() => tool({ ...about, input: z.object({}), jsonSchema, run: () => '' }))],
  ['inputSchema', (inputSchema) => thrownBy(() => agentTool(mux, { ...about, inputSchema, run }))],
  ['inputSchema', (inputSchema) => thrownBy(() => handoffTool(mux, { ...about, inputSchema, run }))],
];

const cyclic: Record<string, unknown> = { type: 'object' };
cyclic['properties'] = { again: cyclic };
const of = (a: unknown, more = {}): Schema => ({ type: 'object', properties: { a }, ...more });

const WRONG: readonly (readonly [what: string, schema: Schema, place: string, words: string])[] = [
  ['a type', of({ type: 'strng' }), '.properties.a.type', 'Did you mean "string"?'],
  ['a pattern', of({ type: 'string', pattern: '(' }), '.properties.a.pattern', 'a regular expression'],
  ['required', of({}, { required: 'a' }), '.required', 'a list of strings'],
  ['properties', { type: 'object', properties: [] }, '.properties', 'an object of schemas'],
  ['a property', of('string'), '.properties.a', 'a schema: an object'],
  ['items', of({ type: 'array', items: { minimun: 1 } }), '.properties.a.items.minimun', '`minimum`?'],
  ['one of many', of({ anyOf: [{}, { type: 'nul' }] }), '.properties.a.anyOf[1].type', '"null"?'],
  ['a $ref', of({ $ref: '#/$defs/gone' }), '.properties.a.$ref', 'does not have'],
  ['no type', { properties: {} }, '', '`type` is missing'],
  ['a root that is a $ref', { $ref: '#/$defs/a' }, '', '`$ref` does not stand for it'],
  ['another type', { type: 'array' }, '', '`type` of its root is another one'],
  ['a cycle', cyclic, '', 'it contains itself'],
];

const WIDE: Schema = of(
  { $ref: '#/$defs/one~1two' },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { 'one/two': { type: ['string', 'null'], pattern: '^a', default: { type: 'any' } } },
    patternProperties: { '^x-': true },
    items: [{ type: 'string' }],
    dependencies: { a: ['b'] },
    'x-note': 5,
    note: 'mine',
    required: [],
    additionalProperties: false,
  },
);
const OF_ZOD = z.object({ a: z.email(), b: z.array(z.union([z.uuid(), z.null()])), c: z.record(z.string(), z.int()) });

describe.each(DOORS)('a schema as %s', (field, refusal) => {
  it.each(WRONG)('is refused by its place: %s', (_, schema, place, words) => {
    const fields = [{ field: `${field}${place}`, message: expect.stringContaining(words) }];
    expect(refusal(schema)).toMatchObject({ code: 'VALIDATION_ERROR', fields });
  });

  it('may be all that JSON Schema allows', () => {
    expect([refusal(WIDE), refusal(z.toJSONSchema(OF_ZOD))]).toEqual([undefined, undefined]);
  });
});
