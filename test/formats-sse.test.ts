/** What `amux … --format … --sse` writes is read by a parser of server-sent events, and by the reader of each system's own SDK. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { HttpAgent } from '@ag-ui/client';
import { asSchema, parseJsonEventStream, uiMessageChunkSchema } from 'ai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callAmux } from '../packages/agent-mux/src/cli/testing/call-amux.ts';
import { fixture } from '../packages/agent-mux/src/cli/testing/fixture.ts';

/** An approval is in it, so that UI messages have two streams. */
const RECORDING = fixture('approval-granted');

async function replay(...flags: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await callAmux(['replay', RECORDING, ...flags]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

async function linesOf(format: string): Promise<unknown[]> {
  const lines = (await replay('--format', format)).trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  return lines.map((line) => JSON.parse(line) as unknown);
}

const sseOf = (format: string): Promise<string> => replay('--format', format, '--sse');

function parse(wire: string): EventSourceMessage[] {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onError(error) {
      throw error;
    },
  });
  parser.feed(wire);
  return messages;
}

/** Answers every request with these bytes, until the test ends. */
async function serve(wire: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(wire));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('amux --sse', () => {
  it.each(['looopy', 'a2a', 'ag-ui', 'ui-messages'])(
    'L-15 P-21 U-27 V-22: has one message for each line of %s',
    async (format) => {
      const [lines, wire] = [await linesOf(format), await sseOf(format)];
      const messages = parse(wire).filter(({ data }) => data !== '[DONE]');
      expect(messages.map(({ data }) => JSON.parse(data) as unknown)).toEqual(lines);
      // A reader drops a last message without its blank line.
      expect(wire.endsWith('\n\n')).toBe(true);
    },
  );

  it('L-15 P-21 U-27 V-22: names the kind of each event of Looopy, and no event of the others', async () => {
    const kinds = (await linesOf('looopy')).map((line) => (line as { kind: string }).kind);
    expect(parse(await sseOf('looopy')).map(({ event }) => event)).toEqual(kinds);
    for (const format of ['a2a', 'ag-ui', 'ui-messages']) {
      const named = parse(await sseOf(format)).filter(({ event, id }) => event !== undefined || id !== undefined);
      expect([format, named]).toEqual([format, []]);
    }
  });

  it('U-26 U-27: is read by the client of AG-UI', async () => {
    const url = await serve(await sseOf('ag-ui'));
    const events: unknown[] = [];
    const agent = new HttpAgent({ url, initialMessages: [{ id: 'm1', role: 'user', content: 'Make the file.' }] });
    await agent.runAgent({}, { onEvent: ({ event }) => void events.push(event) });
    expect(events).toEqual(await linesOf('ag-ui'));
    expect(agent.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Made.' });
  });

  it('P-13 P-21: is read by the client of A2A', async () => {
    const lines = await linesOf('a2a');
    const card = AgentCard.fromJSON({
      name: 'main',
      description: 'A run',
      version: '1',
      capabilities: { streaming: true },
      supportedInterfaces: [
        { url: await serve(await sseOf('a2a')), protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      defaultInputModes: ['text/plain'],
      defaultOutputModes: ['text/plain'],
      skills: [],
    });
    const client = await new ClientFactory().createFromAgentCard(card);
    const request = SendMessageRequest.fromJSON({
      message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Make the file.' }] },
    });
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(request)) {
      events.push(StreamResponse.toJSON(event));
    }
    expect(events).toEqual(lines);
  });

  it('V-12 V-22: is read by the parser of the AI SDK, stream by stream', async () => {
    const wire = await sseOf('ui-messages');
    const read = parseJsonEventStream({
      stream: new Blob([wire]).stream(),
      schema: asSchema(uiMessageChunkSchema),
    });
    const chunks: unknown[] = [];
    for await (const result of read as unknown as AsyncIterable<{ success: boolean; value?: unknown }>) {
      expect(result).toMatchObject({ success: true });
      chunks.push(result.value);
    }
    expect(chunks).toEqual(await linesOf('ui-messages'));
    // One stream up to the question, and one from the answer on.
    const ends = parse(wire).flatMap(({ data }, place, all) =>
      data === '[DONE]' ? [JSON.parse(all[place - 1]?.data ?? '') as unknown] : [],
    );
    expect(ends).toMatchObject([
      { type: 'finish', finishReason: 'tool-calls' },
      { type: 'finish', finishReason: 'stop' },
    ]);
  });

  it.each([
    [['--sse'], '--sse goes with --format, and that with one of looopy, a2a, ag-ui, ui-messages.'],
    ...['cagent', 'afk', 'agentic'].map((name): [string[], string] => [
      ['--format', name, '--sse'],
      `--sse goes with --format looopy, a2a, ag-ui, ui-messages: ${name} has no server-sent events.`,
    ]),
    [
      ['--format', 'ag-ui', '--sse', '--json'],
      '--format and --json exclude each other: each says how the run is shown.',
    ],
  ])('refuses %j', async (flags, sentence) => {
    const refused = { code: 2, stdout: '', stderr: `amux: ${sentence}\n` };
    expect(await callAmux(['replay', RECORDING, ...flags])).toEqual(refused);
    expect(await callAmux(['run', 'claude', 'hello', '--binary', process.execPath, ...flags])).toEqual(refused);
  });
});
