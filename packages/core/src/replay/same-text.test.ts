import { expect, it } from 'vitest';
import { isSameMeaning, isSameText } from './same-text.ts';

const deep = (inner: string): string => `${'[{"a":'.repeat(50_000)}${inner}${'}]'.repeat(50_000)}`;

it('takes JSON in another order, and with other ids, for the same', () => {
  expect(isSameMeaning('{"a":1,"b":{"id":1,"c":[2]}}', '{"b":{"c":[2],"id":7},"a":1}')).toBe(true);
  expect(isSameMeaning('{"a":[1,2]}', '{"a":[2,1]}')).toBe(false);
});

it.each(['id', 'request_id', 'requestId', 'uuid', 'mcpServers', 'tools', 'dynamicTools', 'mcp_servers', 'mcp_'])(
  'takes for the same what differs in "%s" alone, or has none',
  (name) => {
    const message = (more: object): string => JSON.stringify({ a: [{ ...more, b: 1 }] });
    expect(isSameMeaning(message({ [name]: 1 }), message({ [name]: 2 }))).toBe(true);
    expect(isSameMeaning(message({ [name]: 1 }), message({}))).toBe(true);
  },
);

it.each(['ids', 'mcp', 'tool', 'name'])('takes for another what differs in "%s"', (name) => {
  expect(isSameMeaning(JSON.stringify({ [name]: 1 }), JSON.stringify({ [name]: 2 }))).toBe(false);
  expect(isSameMeaning(JSON.stringify({ [name]: 1 }), '{}')).toBe(false);
});

it.each<[what: string, wanted: string, written: string, isSame: boolean]>([
  ['any text', 'a <not recorded> b', 'a x b', true],
  ['no text', 'a <not recorded> b', 'a  b', true],
  ['an escaped quote', '"<not recorded>"', '"x\\"y"', true],
  ['a line end behind a backslash', '"<not recorded>"', '"x\\\n"', true],
  ['a line end', 'a\n<not recorded>', 'a\nx\ny', true],
  ['a quote', '"<not recorded>"', '"x","y"', false],
  ['each of several values', '<not recorded>-<not recorded>', 'x-y', true],
  ['signs of a pattern as they are', 'a.b*(c) <not recorded>', 'a.b*(c) x', true],
  ['signs of a pattern as nothing else', 'a.b <not recorded>', 'axb x', false],
  ['nothing before it', 'b<not recorded>', 'abx', false],
  ['nothing behind it', '<not recorded>b', 'xbc', false],
])('takes in the place of what was not recorded %s', (_what, wanted, written, isSame) => {
  expect(isSameText(wanted, written)).toBe(isSame);
});

it('compares as it is what is nested deeper than a stack', () => {
  expect(isSameMeaning(deep('1'), deep('1'))).toBe(true);
  expect(isSameMeaning(deep('1'), deep('2'))).toBe(false);
});

it('leaves out our version alone, and not the title beside it', () => {
  const named = (more: object): string => JSON.stringify({ name: 'agent-mux', ...more });
  expect(isSameText(named({ title: 'Mux', version: '1' }), named({ title: 'Mux', version: '2' }))).toBe(true);
  expect(isSameText(named({ title: 'Mux', version: '1' }), named({ title: 'Max', version: '2' }))).toBe(false);
  expect(isSameText(named({ version: '1' }), named({ title: 'Mux', version: '2' }))).toBe(false);
});
