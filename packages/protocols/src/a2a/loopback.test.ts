/** The stream in the SDK's own server, read by its own client over loopback. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentCard, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import {
  type AgentExecutionEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '../../../events/src/testing/journal.ts';
import { projectAll } from '../project.ts';
import { ENDS } from '../testing/corners/ends.ts';
import {
  asked,
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  turn,
  usage,
  writeJournal,
} from '../testing/write-journal.ts';
import { type A2aEvent, a2a } from './index.ts';

/** The lines of the server's agent that come next. */
let journal: readonly Line[] = [];
let told: A2aEvent[] = [];

const executor: AgentExecutor = {
  execute({ taskId, contextId }, bus) {
    told = projectAll(writeJournal([opens({ taskId, contextId }), ...journal]), a2a()).map(withoutHistory);
    for (const event of told) {
      const { payload } = StreamResponse.fromJSON(event);
      if (payload !== undefined) {
        bus.publish({ kind: payload.$case, data: payload.value } as AgentExecutionEvent);
      }
    }
    bus.finished();
    return Promise.resolve();
  },
  cancelTask: () => Promise.resolve(),
};

// The server itself adds the message of its client.
function withoutHistory(event: A2aEvent): A2aEvent {
  if (!('task' in event)) {
    return event;
  }
  const { history: _history, ...task } = event.task;
  return { task };
}

let server: Server;
let card: AgentCard;

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      void answerRequest(Buffer.concat(pieces).toString()).then(({ type, body }) => {
        response.writeHead(200, { 'Content-Type': type }).end(body);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  card = AgentCard.fromJSON({
    name: 'main',
    description: 'A run',
    version: '1',
    capabilities: { streaming: true },
    supportedInterfaces: [{ url: `http://127.0.0.1:${port}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [],
  });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const store = new InMemoryTaskStore();

async function answerRequest(body: string): Promise<{ type: string; body: string }> {
  const handler = new JsonRpcTransportHandler(new DefaultRequestHandler(card, store, executor));
  const result = await handler.handle(body, new ServerCallContext({ requestedVersion: '1.0' }));
  if (!(Symbol.asyncIterator in result)) {
    return { type: 'application/json', body: JSON.stringify(result) };
  }
  let stream = '';
  for await (const response of result) {
    stream += `data: ${JSON.stringify(response)}\n\n`;
  }
  return { type: 'text/event-stream', body: stream };
}

const ask: Line[] = [
  { type: 'approval_request', interactionId: 'i1', action: 'Run', detail: 'ls', riskLevel: 'high' },
  asked('i1'),
];

describe('the server and the client of the SDK', () => {
  it.each([
    ['completes', [...turn(0, ...message('Hi'), usage(7)), LEFT, closes()], 'TASK_STATE_COMPLETED'],
    ['fails', [...turn(0, ...message('Oh')), ...(ENDS['crash'] ?? []), LEFT, closes('crash')], 'TASK_STATE_FAILED'],
    [
      'is stopped',
      [...turn(0, ...message('Oh')), ...(ENDS['aborted'] ?? []), LEFT, closes('aborted')],
      'TASK_STATE_CANCELED',
    ],
  ] as const)('P-13: hand on all of a run that %s, and keep its end', async (_what, lines, state) => {
    journal = [FIRST, SESSION, ...lines];
    const { events, taskId } = await stream();
    expect(events).toEqual(told);
    const kept = Task.toJSON((await store.load(taskId, new ServerCallContext({ requestedVersion: '1.0' }))) as Task);
    expect(kept).toMatchObject({ id: taskId, status: { state } });
  });

  it('P-8 P-13: end the stream where the agent asks for something', async () => {
    journal = [FIRST, SESSION, { type: 'turn_start', turnIndex: 0 }, ...ask, ...message('After')];
    const { events } = await stream();
    const last = events.at(-1) as A2aEvent;
    expect(last).toMatchObject({
      statusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' }, metadata: { inputId: 'i1' } },
    });
    expect(events).toEqual(told.slice(0, events.length));
  });
});

async function stream(): Promise<{ events: unknown[]; taskId: string }> {
  const client = await new ClientFactory().createFromAgentCard(card);
  const request = SendMessageRequest.fromJSON({
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Do it.\nThen say so.' }] },
  });
  const events: unknown[] = [];
  for await (const event of client.sendMessageStream(request)) {
    events.push(withoutHistory(StreamResponse.toJSON(event) as A2aEvent));
  }
  const [first] = events as { task?: { id: string } }[];
  return { events, taskId: first?.task?.id ?? '' };
}
