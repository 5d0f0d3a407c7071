/** The API route behind `useChat({ sendAutomaticallyWhen: isAnswered })`: each chat is a run that waits for what the chat posts next. */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { project } from '@agent-mux/protocols';
import { handleChat, toResponse, uiMessages } from '@agent-mux/protocols/ui-messages';
import { createClient } from 'agent-mux';

const mux = createClient();
/** @type {Map<string, { run: import('agent-mux').RunHandle, chunks: AsyncGenerator<import('@agent-mux/protocols/ui-messages').UiMessageChunk> }>} */
const chats = new Map();

/** @type {(chat: { id: string, messages: import('ai').UIMessage[] }) => Promise<Response>} */
async function post({ id, messages }) {
  const known = chats.get(id);
  if (known !== undefined) {
    await handleChat(known.run, messages, { by: { kind: 'user', id } });
    return toResponse(known.chunks);
  }
  const prompt = messages
    .flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')))
    .join('\n');
  const run = mux.run({ agent: process.env['AGENT'] ?? 'claude', prompt, approvalMode: 'prompt', keepOpen: true });
  const chunks = project(run, uiMessages());
  chats.set(id, { run, chunks });
  return toResponse(chunks);
}

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} */
async function answer(request, response) {
  const { headers, body } = await post(/** @type {any} */ (await json(request)));
  response.writeHead(200, Object.fromEntries(headers));
  // Unlike pipe(), it informs the stream that the client has left: the rest is read without it, and the run goes on.
  await pipeline(Readable.fromWeb(/** @type {any} */ (body)), response);
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
