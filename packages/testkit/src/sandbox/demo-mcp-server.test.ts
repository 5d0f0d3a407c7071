/** The MCP server of this package, spoken to as an agent does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { demoMcpServer } from './demo-mcp-server.ts';

type Message = Readonly<Record<string, unknown>>;

async function converse(...messages: Message[]): Promise<Message[]> {
  const { command = '', args = [] } = demoMcpServer('demo');
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const seen: Message[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    seen.push(message);
    const { method, id } = message;
    if (method === 'elicitation/create') {
      const result = { action: 'accept', content: { colour: 'Blue' } };
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    }
  });
  for (const message of messages) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  if (!messages.some((message) => JSON.stringify(message).includes('"ask"'))) {
    child.stdin.end();
  }
  await once(child, 'close');
  return seen;
}

const call = (id: number, name: string, input = {}): Message => ({
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

it('introduces itself, and lists its tools', async () => {
  const [hello, list] = await converse(
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-03-26' } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  );
  expect(hello).toMatchObject({ id: 1, result: { protocolVersion: '2025-03-26', serverInfo: { name: 'demo' } } });
  const { result } = list as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'rpc-error', 'ask', 'image']);
});

it('answers, fails, breaks and shows a picture', async () => {
  expect(
    await converse(call(1, 'echo', { text: 'hi' }), call(2, 'fail'), call(3, 'rpc-error'), call(4, 'image')),
  ).toEqual([
    { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'echo: hi' }] } },
    {
      jsonrpc: '2.0',
      id: 2,
      result: { content: [{ type: 'text', text: 'the tool failed, as it always does' }], isError: true },
    },
    { jsonrpc: '2.0', id: 3, error: { code: -32000, message: 'the server broke, as it always does' } },
    {
      jsonrpc: '2.0',
      id: 4,
      result: { content: [{ type: 'image', data: expect.stringMatching(/^iVBOR/), mimeType: 'image/png' }] },
    },
  ]);
});

it('asks with a form and goes on with what it is told', async () => {
  const [question, answer] = await converse(call(7, 'ask'));
  expect(question).toMatchObject({
    id: 'demo-1',
    method: 'elicitation/create',
    params: { message: 'Which colour?', requestedSchema: { required: ['colour'] } },
  });
  expect(answer).toEqual({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: 'colour: Blue' }] } });
});

it('leaves at once where it is dead', async () => {
  const { command = '', args = [] } = demoMcpServer('dead');
  expect(await once(spawn(command, args, { stdio: 'ignore' }), 'close')).toEqual([1, null]);
});
