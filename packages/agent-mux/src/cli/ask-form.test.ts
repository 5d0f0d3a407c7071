/** What a person is asked of a form, and what becomes of the lines that are typed. */
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
  const { asked } = await fill({ properties: Object.fromEntries(names.map((name) => [name, {}])) }, '', '', '');
  expect(asked).toEqual(['  colour (Ctrl-D declines)', '  value (Ctrl-D declines)', '  value (Ctrl-D declines)']);
});
