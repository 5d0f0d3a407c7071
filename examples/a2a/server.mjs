/** An A2A agent over JSON-RPC, for `new ClientFactory().createFromUrl(url)` of `@a2a-js/sdk`. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { AgentCard } from '@a2a-js/sdk';
import {
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { A2A_SSE_HEADERS } from '@agent-mux/protocols/a2a';
import { executor } from './executor.mjs';

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    // The response has begun, so only its end can report the failure.
    if (response.headersSent) {
      response.destroy(error);
    } else {
      response.writeHead(400).end(`${error}`);
    }
  });
});
const url = await new Promise((resolve) => {
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    resolve(`http://127.0.0.1:${address.port}`);
  });
});
const card = AgentCard.fromJSON({
  name: 'agent-mux',
  description: 'A coding agent',
  version: '1.0.0',
  capabilities: { streaming: true },
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
});
const handler = new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), executor));
process.stdout.write(`${url}\n`);

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} */
async function answer(request, response) {
  if (request.method === 'GET') {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(AgentCard.toJSON(card)));
    return;
  }
  const result = await handler.handle(await text(request), new ServerCallContext({ requestedVersion: '1.0' }));
  if (!(Symbol.asyncIterator in result)) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    return;
  }
  response.writeHead(200, A2A_SSE_HEADERS);
  for await (const each of result) {
    response.write(`data: ${JSON.stringify(each)}\n\n`);
  }
  response.end();
}
