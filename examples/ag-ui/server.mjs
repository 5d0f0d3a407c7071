/**
 * An agent for AG-UI's clients, such as `new HttpAgent({ url })`: each request is a run, and an approval is an interrupt that the
 * `resume` of the next request answers.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { project } from '@agent-mux/protocols';
import { AGUI_SSE_HEADERS, agui, resume, toSse } from '@agent-mux/protocols/ag-ui';
import { createClient } from 'agent-mux';

const mux = createClient();
const by = /** @type {const} */ ({ kind: 'user', id: 'ada' });
/** @typedef {import('@agent-mux/protocols/ag-ui').AguiEvent} AguiEvent */
/** @typedef {{ run: import('agent-mux').RunHandle, events: AsyncGenerator<AguiEvent> }} Thread */
/** @type {Map<string, Thread>} */
const threads = new Map();

/** @type {(input: import('@ag-ui/core').RunAgentInput) => Promise<Thread>} */
async function open({ threadId, messages, resume: answers }) {
  const known = threads.get(threadId);
  if (known !== undefined && answers !== undefined) {
    await resume(known.run, answers, { by });
    return known;
  }
  const sessionId = known === undefined ? undefined : (await known.run).sessionId;
  const prompt = String(messages.at(-1)?.content);
  const options = {
    agent: process.env['AGENT'] ?? 'claude',
    prompt,
    threadId,
    approvalMode: /** @type {const} */ ('prompt'),
  };
  const run = mux.run(sessionId === undefined ? options : { ...options, sessionId });
  const thread = { run, events: project(run, agui({ interrupts: 'finish' })) };
  threads.set(threadId, thread);
  return thread;
}

/**
 * The client has an id of its own for the run, and knows what it has asked.
 * @type {(event: AguiEvent, runId: string) => AguiEvent}
 */
function relabel(event, runId) {
  if (event.type === 'RUN_FINISHED') {
    return { ...event, runId };
  }
  if (event.type !== 'RUN_STARTED') {
    return event;
  }
  const { input: _, ...started } = event;
  return { ...started, runId };
}

/** @type {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} */
async function answer(request, response) {
  const input = /** @type {import('@ag-ui/core').RunAgentInput} */ (await json(request));
  const { events } = await open(input);
  response.writeHead(200, AGUI_SSE_HEADERS);
  for (let next = await events.next(); next.done !== true; next = await events.next()) {
    response.write(toSse(relabel(next.value, input.runId)));
    if (next.value.type === 'RUN_FINISHED' || next.value.type === 'RUN_ERROR') {
      break;
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
