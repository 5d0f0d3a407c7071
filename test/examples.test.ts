/** Each program of `examples/`, as a real process with a CLI that plays a recording, and in the hands of its system's own client. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AgentCard, SendMessageRequest, StreamResponse } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import { HttpAgent } from '@ag-ui/client';
import { replayTrace } from '@agent-mux/protocols/afk';
import { isAnswered } from '@agent-mux/protocols/ui-messages';
import { writePlayerBinary } from '@agent-mux/testkit';
import { DefaultChatTransport, isToolUIPart } from 'ai';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { FORMAT_NAMES } from '../packages/agent-mux/src/cli/formats.ts';
import { fixture } from '../packages/agent-mux/src/cli/testing/fixture.ts';
import { createChatState, TestChat } from '../packages/protocols/src/testing/test-chat.ts';

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'amux-examples-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// It asks for leave to run a command, prints `made`, and says `Made.`
const bin = join(root, 'bin');
mkdirSync(bin);
writePlayerBinary({ binary: join(bin, 'claude'), cassette: join(fixture('approval-granted'), 'cassette.jsonl') });

// It asks which colour is wanted, and says `Blue it is.`
const asking = join(root, 'asking');
mkdirSync(asking);
writePlayerBinary({ binary: join(asking, 'claude'), cassette: join(fixture('input-required'), 'cassette.jsonl') });

// It says `One.` so often that no buffer between it and a client takes all of it, and then runs a command and says `Two.`
const verbose = join(root, 'verbose');
mkdirSync(verbose);
const said = readFileSync(join(fixture('multi-turn'), 'cassette.jsonl'), 'utf8').split('\n');
const piece = said.find((line) => line.includes('text_delta') && line.includes('One.')) ?? '';
const often = said.flatMap((line) => (line === piece ? Array.from({ length: 30_000 }, () => line) : [line]));
writeFileSync(join(verbose, 'cassette.jsonl'), often.join('\n'));
writePlayerBinary({ binary: join(verbose, 'claude'), cassette: join(verbose, 'cassette.jsonl') });

/** `agents`: the folder of the CLI. */
function start(program: string, { args = [], agents = bin }: { args?: readonly string[]; agents?: string } = {}) {
  const child = spawn(process.execPath, [join(EXAMPLES, program), ...args], {
    cwd: root,
    env: { PATH: [agents, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter), HOME: root },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Runs the program to its end. */
async function run(program: string, { more = [], agents = bin }: { more?: readonly string[]; agents?: string } = {}) {
  const child = start(program, { args: ['Make the file.', ...more], agents });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}

/** Its address, once it listens. What it has to say of an error stands in the test's own. */
async function serve(program: string, agents = bin): Promise<string> {
  const child = start(program, { agents });
  child.stderr.pipe(process.stderr);
  const [url] = await once(createInterface(child.stdout), 'line');
  return String(url);
}

describe('in a terminal', () => {
  it('cagent/chat.mjs asks, and runs what was granted', async () => {
    const child = start('cagent/chat.mjs', { args: ['Make the file.'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
      if (stderr.endsWith('(y/n) ')) {
        child.stdin.write('y\n');
      }
    });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([code, stdout]).toEqual([0, '[Bash] made\nMade.']);
    expect(stderr).toMatch(/^Run Bash \{"command":"echo made > made\.txt && cat made\.txt".*\? \(y\/n\) $/);
  });

  it('cagent/chat.mjs answers a question of the agent in words', async () => {
    const child = start('cagent/chat.mjs', { args: ['Paint it.'], agents: asking });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
      if (stderr.endsWith(') ')) {
        child.stdin.write('Blue\n');
      }
    });
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect([code, stderr]).toEqual([0, 'Which colour do you want? (Red, Blue) ']);
    expect(stdout).toContain('[AskUserQuestion] Your questions have been answered');
    expect(stdout.endsWith('Blue it is.')).toBe(true);
  });

  it('afk/run.mjs answers a question of the agent by itself', async () => {
    const trace = join(root, 'asked.jsonl');
    const { stdout, code } = await run('afk/run.mjs', { more: [trace], agents: asking });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'completed', final_text: 'Blue it is.' });
    const records = readFileSync(trace, 'utf8').trimEnd().split('\n');
    const told = replayTrace(records.map((line) => JSON.parse(line)));
    expect(told.flatMap((event) => (event.type === 'policy_decision' ? [event.data.action] : []))).toEqual([
      'request_user_input',
      'allow',
    ]);
  });

  it('afk/run.mjs tells its panel, and leaves a trace of all that it told', async () => {
    const trace = join(root, 'trace.jsonl');
    const { stdout, stderr, code } = await run('afk/run.mjs', { more: [trace] });
    expect(code).toBe(0);
    const result = JSON.parse(stdout) as { counters: object };
    expect(result).toMatchObject({ state: 'completed', final_text: 'Made.', usage: { input_tokens: 200 } });
    expect(Object.values(result.counters).length).toBeGreaterThan(0);
    const records = readFileSync(trace, 'utf8').trimEnd().split('\n');
    const told = replayTrace(records.map((line) => JSON.parse(line)));
    expect(stderr.trimEnd().split('\n')).toEqual(told.map(({ type, state, step = 0 }) => `${step} ${state}: ${type}`));
    expect(told.flatMap((event) => (event.type === 'policy_decision' ? [event.data.action] : []))).toEqual([
      'request_approval',
      'allow',
    ]);
  });

  it('agentic/tree.mjs prints who says what, and that all have ended', async () => {
    const { stdout, stderr, code } = await run('agentic/tree.mjs');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.split('\n')).toEqual([
      'main: > Make the file.',
      expect.stringMatching(/^main: Bash \{"command":"echo made/),
      'main: waits for run a command: echo made > made.txt && cat made.txt',
      'main: = made',
      'main: Made.',
      'all have ended',
      '',
    ]);
  });
});

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body) });

describe('as a server', () => {
  it('looopy/server.mjs streams the task, and takes the input that it requires', async () => {
    const url = await serve('looopy/server.mjs');
    const message = { role: 'user', content: 'Make the file.' };
    const { body, headers } = await post(url, { contextId: 'ctx-1', message });
    expect(headers.get('content-type')).toBe('text/event-stream');
    const told: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (event) => told.push(event) });
    const answers: number[] = [];
    const readAll = async (stream: unknown): Promise<void> => {
      for await (const piece of (stream ?? []) as AsyncIterable<Uint8Array>) {
        const before = told.length;
        parser.feed(new TextDecoder().decode(piece));
        for (const { event, data } of told.slice(before)) {
          if (event !== 'input-required') {
            continue;
          }
          const { inputId } = JSON.parse(data) as { inputId: string };
          answers.push((await post(`${url}/input`, { contextId: 'ctx-1', inputId: 'no', approved: true })).status);
          answers.push((await post(`${url}/input`, { contextId: 'ctx-1', inputId, approved: true })).status);
        }
      }
    };
    await readAll(body);
    expect(answers).toEqual([400, 204]);
    const received = told.find(({ event }) => event === 'input-received');
    expect(JSON.parse(received?.data ?? '')).toMatchObject({ providedBy: 'user', userId: 'ctx-1' });
    expect(JSON.parse(told.at(-1)?.data ?? '')).toMatchObject({
      kind: 'task-complete',
      contextId: 'ctx-1',
      content: 'Made.',
    });
    const sessionsOf = (): unknown[] =>
      told.flatMap(({ data }) => {
        const { metadata } = JSON.parse(data) as { metadata?: { sessionId?: string; resumed?: boolean } };
        return metadata?.sessionId === undefined ? [] : [metadata];
      });
    const [first] = sessionsOf() as { sessionId: string }[];
    // A message to another context begins anew, and one to the same goes on.
    for (const contextId of ['ctx-1', 'ctx-2']) {
      told.length = 0;
      const controller = new AbortController();
      const body = JSON.stringify({ contextId, message: { role: 'user', content: 'Go on.' } });
      const more = await fetch(url, { method: 'POST', body, signal: controller.signal });
      for await (const piece of (more.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
        parser.feed(new TextDecoder().decode(piece));
        if (sessionsOf().length > 0) {
          break;
        }
      }
      controller.abort();
      expect(sessionsOf()).toEqual([{ sessionId: first?.sessionId, resumed: contextId === 'ctx-1' }]);
    }
  });

  it('ag-ui/server.mjs is an agent for HttpAgent, which resumes its interrupt', async () => {
    const agent = new HttpAgent({
      url: await serve('ag-ui/server.mjs'),
      threadId: 'thread-1',
      initialMessages: [{ id: 'm1', role: 'user', content: 'Make the file.' }],
    });
    const outcomes: unknown[] = [];
    const subscriber = {
      onRunFinishedEvent: ({ event }: { event: { outcome?: unknown } }) => void outcomes.push(event.outcome),
    };
    await agent.runAgent({}, subscriber);
    const [first] = outcomes as { interrupts: { id: string }[] }[];
    const interruptId = first?.interrupts[0]?.id ?? '';
    await agent.runAgent({ resume: [{ interruptId, status: 'resolved', payload: { approved: true } }] }, subscriber);
    expect(outcomes).toMatchObject([{ type: 'interrupt' }, { type: 'success' }]);
    const said = agent.messages.filter(({ role }) => role !== 'activity');
    expect(said.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Make the file.'],
      ['assistant', undefined],
      ['tool', 'made'],
      ['assistant', 'Made.'],
    ]);
  });

  it('a2a/server.mjs is an agent for the client of the SDK, which answers what its task requires', async () => {
    const client = await new ClientFactory().createFromUrl(await serve('a2a/server.mjs'));
    const send = async (message: object): Promise<unknown[]> => {
      const events: unknown[] = [];
      const request = SendMessageRequest.fromJSON({ message: { role: 'ROLE_USER', ...message } });
      for await (const event of client.sendMessageStream(request)) {
        events.push(StreamResponse.toJSON(event));
      }
      return events;
    };
    const asked = await send({ messageId: 'm1', parts: [{ text: 'Make the file.' }] });
    const [{ task } = { task: undefined }] = asked as { task?: { id: string; contextId: string } }[];
    expect(asked.at(-1)).toMatchObject({
      statusUpdate: { taskId: task?.id, status: { state: 'TASK_STATE_INPUT_REQUIRED' } },
    });
    const answered = await send({
      messageId: 'm2',
      taskId: task?.id,
      contextId: task?.contextId,
      parts: [{ text: 'approve' }],
    });
    expect(answered.at(-1)).toMatchObject({
      statusUpdate: {
        taskId: task?.id,
        status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: 'Made.' }] } },
      },
    });
    expect(AgentCard.toJSON(await client.getAgentCard())).toMatchObject({ name: 'agent-mux' });
  });

  it('ui-messages/server.mjs is the route of a chat, whose message goes on after the approval', async () => {
    const chat = new TestChat({
      state: createChatState(),
      sendAutomaticallyWhen: isAnswered,
      transport: new DefaultChatTransport({ api: await serve('ui-messages/server.mjs') }),
    });
    await chat.sendMessage({ text: 'Make the file.' });
    const [asking] = chat.lastMessage?.parts.filter(isToolUIPart) ?? [];
    expect(asking).toMatchObject({ state: 'approval-requested' });
    await chat.addToolApprovalResponse({ id: asking?.approval?.id ?? '', approved: true });
    await expect
      .poll(() => [chat.status, chat.lastMessage?.parts.at(-1)])
      .toMatchObject(['ready', { type: 'text', text: 'Made.' }]);
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(chat.lastMessage?.parts.filter(isToolUIPart)).toMatchObject([{ state: 'output-available', output: 'made' }]);
  });
});

it('ui-messages/server.mjs goes on with a chat whose client has left in the middle of an answer', async () => {
  const url = await serve('ui-messages/server.mjs', verbose);
  const post = (words: string, signal?: AbortSignal): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ id: 'chat', messages: [{ role: 'user', parts: [{ type: 'text', text: words }] }] }),
      ...(signal === undefined ? {} : { signal }),
    });
  const leaving = new AbortController();
  const reader = (await post('First: say one.', leaving.signal)).body?.getReader();
  await reader?.read();
  leaving.abort();
  const answer = await post('Second: run it.', AbortSignal.timeout(20_000));
  expect(await answer.text()).toContain('"delta":"Two."');
}, 30_000);

it('there is one for each format of amux', () => {
  expect(readdirSync(EXAMPLES)).toEqual(expect.arrayContaining([...FORMAT_NAMES]));
});
