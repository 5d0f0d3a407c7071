/** What a person is asked of a form, and what becomes of the lines that are typed. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askForm } from './ask-form.ts';
import { createScreen } from './screen.ts';

const silent = {
  isTty: true,
  columns: 60,
  isClosed: false,
  write: async () => {},
  onClose: () => {},
  flush: async () => {},
};
const screen = createScreen({ out: silent, err: silent, isColourRefused: true, env: {} });

/** Fills a form with the lines in turn; a form that asks for more than there are is declined. */
async function fill(
  schema: unknown,
  ...typed: string[]
): Promise<{ readonly asked: string[]; readonly answer: unknown }> {
  const asked: string[] = [];
  const read = async (question: string): Promise<string | undefined> => {
    asked.push(question);
    return typed.shift();
  };
  return { asked, answer: await askForm(schema, { read, screen }) };
}

it.each<[string, object, string[], unknown]>([
  ['a choice of numbers', { enum: [1, 2] }, ['3', '2'], 2],
  ['a choice of numbers with its type', { type: 'integer', enum: [1, 2] }, ['3', '2'], 2],
  ['a number that may be absent', { type: ['null', 'integer'] }, ['x', '5'], 5],
  ['a list of texts', { type: 'array', items: { type: 'string' } }, ['a, b'], ['a', 'b']],
  ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, ['a, c', 'b,a'], ['b', 'a']],
  ['a list of numbers', { type: 'array', items: { type: 'number' } }, ['1,x', '1, 2.5'], [1, 2.5]],
  ['a text', { type: 'string' }, ['', 'a, b'], 'a, b'],
])('takes %s as what the schema says, and asks again for what is none', async (_name, field, typed, value) => {
  const { answer } = await fill({ properties: { x: field }, required: ['x'] }, ...typed);
  expect(answer).toEqual({ type: 'form', action: 'accept', content: { x: value } });
});

it('has no name of the agent in the line that is typed behind, unless it is a short word', async () => {
  const names = ['colour', `x${' '.repeat(60)}✓ granted`, 'y'.repeat(200)];
  const { asked } = await fill({ properties: Object.fromEntries(names.map((name) => [name, {}])) }, 'x', '', '');
  expect(asked).toEqual(['  colour (Ctrl-D declines)', '  value (Ctrl-D declines)', '  value (Ctrl-D declines)']);
});

const CONFIRM = '  y = accept, n = decline (Ctrl-D declines)';
const OPTIONAL = { properties: { a: { type: 'string' }, b: { type: 'integer' } } };
const declined = { type: 'form', action: 'decline' };
const accepted = { type: 'form', action: 'accept', content: {} };

it.each<[string, unknown, string[], unknown]>([
  ['is accepted with y', {}, ['y'], accepted],
  ['is declined with n', { type: 'object', properties: {} }, ['n'], declined],
  ['is declined with Ctrl-D', null, [], declined],
  ['is asked about again after a line that is neither', { properties: {} }, ['', 'ok', 'YES'], accepted],
])('a form without fields %s', async (_name, schema, typed, answer) => {
  const filled = await fill(schema, ...typed);
  expect([new Set(filled.asked), filled.answer]).toEqual([new Set([CONFIRM]), answer]);
});

it.each<[string, string[], unknown]>([
  ['accepted with y', ['', '', 'y'], accepted],
  ['declined with n', ['', '', 'n'], declined],
  ['not asked about where a field was given', ['x', ''], { ...accepted, content: { a: 'x' } }],
])('a form whose fields are all left out is %s', async (_name, typed, answer) => {
  expect((await fill(OPTIONAL, ...typed)).answer).toEqual(answer);
});

it('accepts no form before a line was read that says so', async () => {
  const fields = fc.dictionary(fc.string(), fc.constantFrom({}, null, { type: 'string' }, { type: 'boolean' }), {
    maxKeys: 3,
  });
  const schemas = fc.oneof(
    fc.constantFrom(undefined, null, {}, { type: 'object' }, { properties: null }, { properties: 3, required: ['a'] }),
    fields.map((properties) => ({ properties })),
    fields.map((properties) => ({ type: 'object', properties, required: Object.keys(properties).slice(1) })),
  );
  await fc.assert(
    fc.asyncProperty(schemas, fc.array(fc.constantFrom('', ' ', 'y', 'n', 'x')), async (schema, typed) => {
      const left = [...typed];
      const read: string[] = [];
      const answer = await askForm(schema, {
        screen,
        read: async () => {
          const line = left.shift();
          read.push(...(line === undefined ? [] : [line]));
          return line;
        },
      });
      const isAccepted = 'action' in answer && answer.action === 'accept';
      expect(isAccepted && !read.some((line) => line.trim() !== '')).toBe(false);
      expect(isAccepted && read.length === 0).toBe(false);
    }),
  );
});
