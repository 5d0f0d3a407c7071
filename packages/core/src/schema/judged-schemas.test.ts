/** A schema that the runtime checks values against is refused where its validator could not use it. */
import { describe, expect, it } from 'vitest';
import { findSchemaErrors } from './index.ts';

const standard = { '~standard': { version: 1, vendor: 'own', validate: (value: unknown) => ({ value }) } };
const ofProperty = (a: unknown, more: object = {}): object => ({ type: 'object', properties: { a }, ...more });
const fieldsOf = (schema: unknown): string[] => findSchemaErrors({ schema }, 'schema').map(({ field }) => field);

describe('a schema that the runtime itself checks against', () => {
  it.each([
    [
      'a pattern that the flag `u` refuses',
      ofProperty({ pattern: '^\\d{4}\\-\\d{2}$' }),
      'schema.properties.a.pattern',
    ],
    ['such a name of a pattern', { type: 'object', patternProperties: { '^\\-x': {} } }, 'schema.patternProperties'],
    ['a name that is no pattern', { type: 'object', patternProperties: { '(': {} } }, 'schema.patternProperties'],
    ['a reference into another file', ofProperty({ $ref: 'other.json' }), 'schema.properties.a.$ref'],
    ['a reference to an anchor that is not there', ofProperty({ $ref: '#a' }), 'schema.properties.a.$ref'],
    ['a reference with a lone percent sign', ofProperty({ $ref: '#/$defs/100%' }), 'schema.properties.a.$ref'],
  ])('is refused for %s', (_, schema, field) => {
    expect(fieldsOf(schema)).toEqual([field]);
  });

  it.each([
    ['a pattern with a backslash that is needed', ofProperty({ pattern: '^\\d+\\.[\\w\\-]$' })],
    ['a pattern by a property of Unicode', ofProperty({ pattern: '^\\p{Lu}' })],
    ['a name that is a pattern', { type: 'object', patternProperties: { '^x-': {} } }],
    ['an anchor', ofProperty({ $ref: '#a' }, { $defs: { b: { $anchor: 'a', type: 'string' } } })],
    ['a name of its own', ofProperty({ $ref: 'other.json' }, { $defs: { b: { $id: 'other.json' } } })],
    ['an encoded percent sign', ofProperty({ $ref: '#/$defs/100%25' }, { $defs: { '100%': {} } })],
  ])('is taken with %s', (_, schema) => {
    expect(fieldsOf(schema)).toEqual([]);
  });

  it('is more than one that only the CLI is given', () => {
    const jsonSchema = ofProperty({ pattern: '^\\d{4}\\-\\d{2}$', $ref: 'other.json' });
    expect(findSchemaErrors({ schema: standard, jsonSchema }, 'schema')).toEqual([]);
    const broken = { type: 'object', patternProperties: { '(': {} } };
    expect(findSchemaErrors({ schema: standard, jsonSchema: broken }, 'schema')).toMatchObject([
      { field: 'jsonSchema.patternProperties', message: expect.stringContaining('a regular expression') },
    ]);
  });
});
