/** No error about the options of a run tells what may be a secret: neither its message, nor its fields, nor its stack. */
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { createClient } from './client.ts';

const SECRET = 'opaque-hunter22x';
const NUMBER = 1_234_567_898_765;

/** The ways in which a text with a secret can be wrong, at a place that takes a text. */
const WRONG: readonly (readonly [way: string, value: unknown])[] = [
  ['with a line break', `${SECRET}\n`],
  ['with a zero byte', `${SECRET}\0`],
  ['with a control character', `${SECRET}\u001b`],
  ['with a blank', `${SECRET} `],
  ['with a dash before it', `-${SECRET}`],
  ['of another form', `ftp://u:${SECRET}@h/`],
  ['as a number', NUMBER],
  ['as a list', [SECRET]],
  ['as an object', { value: SECRET }],
  ['as an instance', new Map([['value', SECRET]])],
  ['as bytes', Buffer.from(SECRET)],
  ['as a large number', 1_234_567_898_765n],
  ['as a field', { [SECRET]: 1, 'odd name;x': SECRET }],
];

const stdio = (more: object): object => ({ mcpServers: [{ name: 'a', transport: 'stdio', command: 'x', ...more }] });
const http = (more: object): object => ({
  mcpServers: [{ name: 'a', transport: 'sse', url: 'https://h.example/', ...more }],
});

/** The places that a secret may stand at. */
const PLACES: readonly (readonly [place: string, put: (value: unknown) => object])[] = [
  ['env', (value) => ({ env: value })],
  ['a variable', (value) => ({ env: { DB_PASSWORD: value } })],
  ['the name of a variable', (value) => ({ env: { [`DB_PASSWORD=${String(value)}`]: 'x' } })],
  ['mcpServers', (value) => ({ mcpServers: value })],
  ['an MCP server', (value) => ({ mcpServers: [value] })],
  ['the command of a server', (value) => stdio({ command: value })],
  ['the arguments of a server', (value) => stdio({ args: value })],
  ['an argument of a server', (value) => stdio({ args: ['--api-key', value] })],
  ['the environment of a server', (value) => stdio({ env: value })],
  ['a variable of a server', (value) => stdio({ env: { API_KEY: value } })],
  ['the name of a variable of a server', (value) => stdio({ env: { [`API_KEY=${String(value)}`]: 'x' } })],
  ['an unknown field of a server', (value) => stdio({ token: value })],
  ['the name of an unknown field of a server', (value) => stdio({ [`token=${String(value)}`]: 1 })],
  ['the address of a server', (value) => http({ url: value })],
  ['a parameter of the address', (value) => http({ url: `https://h.example/?api_key=${String(value)} ` })],
  ['the headers of a server', (value) => http({ headers: value })],
  ['a header', (value) => http({ headers: { Authorization: value } })],
  ['the name of a header', (value) => http({ headers: { [`Authorization: ${String(value)}`]: 'x' } })],
  ['native', (value) => ({ native: value })],
  ['words for the CLI', (value) => ({ native: { args: value } })],
  ['a word for the CLI', (value) => ({ native: { args: ['--password', value] } })],
  ['the first word for the CLI', (value) => ({ native: { args: [value] } })],
  ['settings of the CLI', (value) => ({ native: { config: value } })],
  ['the name of a setting', (value) => ({ native: { config: { [`key=${String(value)}`]: 1 } } })],
  ['variables of the CLI', (value) => ({ native: { env: value } })],
  ['a variable of the CLI', (value) => ({ native: { env: { API_KEY: value } } })],
  ['attachments', (value) => ({ attachments: value })],
  ['an attachment', (value) => ({ attachments: [value] })],
  ['the address of an attachment', (value) => ({ attachments: [{ url: value }] })],
  ['the data of an attachment', (value) => ({ attachments: [{ base64: value, mimeType: 'image/png' }] })],
  ['an option that is none', (value) => ({ apiKey: value })],
  ['the prompt', (value) => ({ prompt: [value, 1] })],
  ['the system prompt', (value) => ({ systemPrompt: [value] })],
  ['the instructions', (value) => ({ agentsDoc: [value] })],
  ['the skills', (value) => ({ skills: [{ value }] })],
];

const mux = createClient();

function refusalOf(options: object): ValidationError | undefined {
  const error = mux.check({ agent: 'none-of-this-name', prompt: 'Go.', ...options } as never);
  return error instanceof ValidationError ? error : undefined;
}

it.each(PLACES)('%s', (_place, put) => {
  let refused = 0;
  for (const [way, value] of WRONG) {
    const error = refusalOf(put(value));
    if (error !== undefined) {
      // Bytes are printed in numbers of two digits.
      const told = [error.message, error.stack, inspect(error, { depth: 9 }), inspect(error.fields, { depth: 9 })];
      const shown = [...told, JSON.stringify(error.fields)].join('\n');
      // The name of an unknown field is told, since that is the mistake.
      const parts = way === 'as a field' ? ['name;x'] : [SECRET, String(NUMBER), '6f 70 61 71', '111,112,97'];
      expect(parts.filter((part) => shown.includes(part), shown)).toEqual([]);
      refused += error.fields.length > 0 ? 1 : 0;
    }
  }
  expect(refused).toBeGreaterThan(0);
});

it.each([
  [`Bearer ${'x'.repeat(19)}\n`, 'a string of 27 characters with a line break, a blank'],
  ['x\0', 'a string of 2 characters with a zero byte'],
  ['x\u001b\r', 'a string of 3 characters with a line break, a control character'],
  [7, 'a number'],
  ['', '""'],
])('says what kind of value it was: %j', (value, words) => {
  const [field] = refusalOf(http({ headers: { Authorization: value }, url: value }))?.fields ?? [];
  expect([field?.received, field?.message]).toEqual([words, expect.stringContaining(`is ${words}, but must be`)]);
});

it('tells what is wrong in the name of a setting, and nothing behind it', () => {
  const error = refusalOf({ ...http({ headers: { 'X-Key: abc': '' } }), native: { config: { 'a=b': 1 } } });
  expect(error?.message).toContain('`mcpServers[0].headers.X-Key…` is');
  expect(error?.message).toContain('a setting "a…"');
});
