import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { HostTool, HostToolContext } from '../adapter/options.ts';
import type { AnySchema } from '../schema/standard-schema.ts';
import { type ToolOptions, tool } from './tool.ts';

const CONTEXT: HostToolContext = { runId: 'r', toolCallId: 't', signal: new AbortController().signal };
const about = { name: 'price', description: 'The price of a fruit.' };
const call = async (made: HostTool, input: unknown): Promise<string> => made.run(input, CONTEXT);

const zodSchema = z.object({ fruit: z.string(), count: z.number().default(1) });
const valibotSchema = v.object({ fruit: v.string(), count: v.optional(v.number(), 1) });
const arktypeSchema = type({ fruit: 'string', count: 'number = 1' });

const FRUITS = {
  zod: tool({
    ...about,
    input: zodSchema,
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ fruit: string; count: number }>();
      return `${input.count} ${input.fruit}`;
    },
  }),
  valibot: tool({
    ...about,
    input: toStandardJsonSchema(valibotSchema),
    run: (input, { signal }) => {
      expectTypeOf(input).toEqualTypeOf<{ fruit: string; count: number }>();
      expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      return `${input.count} ${input.fruit}`;
    },
  }),
  arktype: tool({
    ...about,
    input: arktypeSchema,
    run: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ fruit: string; count: number }>();
      return `${input.count} ${input.fruit}`;
    },
  }),
  'JSON Schema': tool({
    ...about,
    input: {
      type: 'object',
      properties: { fruit: { type: 'string' }, count: { type: 'number' } },
      required: ['fruit'],
    },
    run: (input) => {
      expectTypeOf(input).toBeUnknown();
      const { fruit, count = 1 } = input as { fruit: string; count?: number };
      return `${count} ${fruit}`;
    },
  }),
};

describe.each(Object.entries(FRUITS))('a tool of %s', (_, made) => {
  it('shows the model a JSON Schema of its input', () => {
    expect(made).toMatchObject({ name: 'price', description: 'The price of a fruit.' });
    expect(made.inputSchema).toMatchObject({
      type: 'object',
      properties: { fruit: { type: 'string' }, count: { type: 'number' } },
      required: ['fruit'],
    });
    expect(JSON.parse(JSON.stringify(made.inputSchema))).toEqual(made.inputSchema);
  });

  it('is run with what the schema makes of the input', async () => {
    expect(await call(made, { fruit: 'pear' })).toBe('1 pear');
    expect(await call(made, { fruit: 'pear', count: 3 })).toBe('3 pear');
  });

  it('is not run with what does not fit, and says where', async () => {
    await expect(call(made, { fruit: 'pear', count: 'many' })).rejects.toThrow(
      /^The input does not fit the schema of "price": .*count.*number/,
    );
    await expect(call(made, 'pear')).rejects.toThrow(/^The input does not fit the schema of "price": /);
  });
});

describe('tool()', () => {
  it('names each place that does not fit, within lists too', async () => {
    const item = { type: 'object', properties: { 'a/b': { type: 'number' } } };
    const run = (): string => 'ran';
    const plain = tool({ ...about, input: { type: 'object', properties: { list: { items: item } } }, run });
    const zod = tool({ ...about, input: z.object({ list: z.array(z.object({ 'a/b': z.number() })) }), run });
    for (const made of [plain, zod]) {
      await expect(call(made, { list: [{ 'a/b': 1 }, { 'a/b': 'x' }] })).rejects.toThrow(/list\[1\]\.a\/b: /);
    }
  });

  it('hands text over as it is, and anything else as JSON', async () => {
    const given: unknown[] = ['text', { a: 1 }, 7, null, undefined];
    const made = tool({ ...about, input: { type: 'object' }, run: () => given.shift() });
    const texts: string[] = [];
    while (given.length > 0) {
      texts.push(await call(made, {}));
    }
    expect(texts).toEqual(['text', '{"a":1}', '7', 'null', '']);
    const broken = tool({ ...about, input: { type: 'object' }, run: () => () => {} });
    await expect(call(broken, {})).rejects.toThrow('The tool "price" returned a function, which JSON has no form for.');
  });

  it('waits for a schema that takes its time', async () => {
    const late = z.object({ fruit: z.string().refine(async (fruit) => fruit === 'pear', 'no such fruit') });
    const made = tool({ ...about, input: late, run: ({ fruit }) => fruit });
    expect(await call(made, { fruit: 'pear' })).toBe('pear');
    await expect(call(made, { fruit: 'nail' })).rejects.toThrow('fruit: no such fruit');
  });

  it('takes a JSON Schema beside a schema that cannot say itself as one', async () => {
    const jsonSchema = { type: 'object', properties: { fruit: { type: 'string' } } };
    const made = tool({ ...about, input: valibotSchema, jsonSchema, run: ({ fruit }) => fruit });
    expect(made.inputSchema).toBe(jsonSchema);
    await expect(call(made, { fruit: 7 })).rejects.toThrow('fruit: ');
  });

  const good: ToolOptions<AnySchema> = { ...about, input: { type: 'object' }, run: () => '' };
  it.each([
    ['all that is missing at once', {}, ['name', 'description', 'run', 'input']],
    ['another name', { ...good, name: 'a b' }, ['name']],
    ['an option that is none', { ...good, inputs: 1 }, ['inputs']],
    ['a schema of no object', { ...good, input: { type: 'string' } }, ['input']],
    ['a Standard Schema of no object', { ...good, input: z.string() }, ['input']],
    ['a JSON Schema of no object', { ...good, jsonSchema: { type: 'string' } }, ['jsonSchema']],
    ['a schema that has no JSON form', { ...good, input: z.object({ at: z.date() }) }, ['jsonSchema']],
  ])('refuses %s', (_, options, fields) => {
    expect(() => tool(options as never)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/^tool\(\): /),
        fields: fields.map((field) => expect.objectContaining({ field })),
      }),
    );
  });

  it('names a converter for a schema that cannot say itself as a JSON Schema', () => {
    expect(() => tool({ ...about, input: valibotSchema, run: () => '' })).toThrow(
      /`jsonSchema` is missing; .*schema of valibot.*`toJsonSchema\(schema\)` of @valibot\/to-json-schema/,
    );
  });
});

it('is not run where its call was stopped while a schema checked the input', async () => {
  const controller = new AbortController();
  const ran: unknown[] = [];
  const input = z.object({}).refine(async () => {
    controller.abort(new Error('The run is over.'));
    return true;
  });
  const pay = tool({ ...about, input, jsonSchema: { type: 'object' }, run: (given) => String(ran.push(given)) });
  await expect(pay.run({}, { ...CONTEXT, signal: controller.signal })).rejects.toThrow('The run is over.');
  expect(ran).toEqual([]);
});
