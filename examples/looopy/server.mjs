/**
 * Contexts over HTTP, as Looopy has them. `POST /` with `{ contextId, message }` is answered by the events of its task, and goes on
 * where the context has got to. `POST /input` with `{ contextId, inputId, approved }` answers an `input-required`: the stream goes on meanwhile.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { project } from '@agent-mux/protocols';
import { LOOOPY_SSE_HEADERS, looopy, provideInput, subscribe, toSse } from '@agent-mux/protocols/looopy';
import { createClient } from 'agent-mux';

const mux = createClient();
/** @type {Map<string, import('agent-mux').RunHandle>} */
const runs = new Map();
const wants = subscribe({ thoughts: { verbosity: 'normal' } });

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} */
async function answer(request, response) {
  const { contextId, message, ...input } = /** @type {any} */ (await json(request));
  const known = runs.get(contextId);
  if (request.url === '/input' && known !== undefined) {
    await provideInput(known, input, { by: { kind: 'user', id: contextId } });
    response.writeHead(204).end();
    return;
  }
  // A further message of the context continues the session of its last run, once that is over.
  const sessionId = (await known)?.sessionId;
  const run = mux.run({
    agent: process.env['AGENT'] ?? 'claude',
    prompt: message.content,
    contextId,
    approvalMode: 'prompt',
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  runs.set(contextId, run);
  response.writeHead(200, LOOOPY_SSE_HEADERS);
  for await (const event of project(run, looopy())) {
    if (wants(event)) {
      response.write(toSse(event));
    }
  }
  response.end();
}

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
server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
