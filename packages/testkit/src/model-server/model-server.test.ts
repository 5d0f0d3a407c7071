/** The model server as a client sees it: routing, gates, faults, what it does not expect. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../scenario/fault.ts';
import type { ModelScript } from '../scenario/script.ts';
import { type ModelServer, startModelServer } from './start-model-server.ts';

let server: ModelServer;
afterEach(() => server.close());

type Message = { readonly role: string; readonly content: unknown };
const user = (content: unknown): Message => ({ role: 'user', content });
const assistant: Message = { role: 'assistant', content: [{ type: 'text', text: 'said' }] };
const result = (id: string): Message => user([{ type: 'tool_result', tool_use_id: id, content: 'ok' }]);

async function start(script: ModelScript): Promise<void> {
  server = await startModelServer({ script, cwd: '/srv' });
}

interface Asked {
  readonly headers?: Record<string, string>;
  readonly body?: Record<string, unknown>;
  readonly signal?: AbortSignal;
}

function ask(messages: readonly Message[], { headers = {}, body = {}, signal }: Asked = {}): Promise<Response> {
  return fetch(`${server.url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'm', stream: true, tools: [{}], max_tokens: 100, messages, ...body }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The text of a streamed answer. */
async function textOf(response: Response): Promise<string> {
  return joinText(await response.text());
}

function joinText(stream: string): string {
  const deltas = stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
  return deltas.map((event) => event.delta?.text ?? '').join('');
}

const rules = (): string[] => server.requests.map(({ kind, rule }) => `${kind} ${rule}`);

describe('the step', () => {
  const script: ModelScript = {
    turns: [
      { prompt: 'First', steps: [{ text: '1a', tools: [{ kind: 'shell', command: 'ls' }] }, { text: '1b' }] },
      { prompt: 'Second', steps: [{ text: '2a' }] },
      { prompt: 'Loop', repeat: true, steps: [{ text: 'again' }] },
    ],
    subagents: { a: [{ text: 'sub a' }], ab: [{ text: 'sub ab' }, { text: 'sub ab 2' }] },
    compaction: { text: '<summary>short</summary>' },
  };
  const sub = { 'x-claude-code-agent-id': 'x1' };

  it.each<[string, Message[], Record<string, string>, string, string]>([
    ['begins with the first', [user('First, please')], {}, '1a', 'step main_0_0'],
    ['follows the answers', [user('First'), assistant, result('toolu_main_0_0_0')], {}, '1b', 'step main_0_1'],
    ['starts anew at a later prompt', [user('First'), assistant, user('Second')], {}, '2a', 'step main_1_0'],
    [
      'finds a prompt that joined a running turn',
      [
        user('First'),
        assistant,
        user([
          { type: 'tool_result', tool_use_id: 't' },
          { type: 'text', text: 'Second' },
        ]),
      ],
      {},
      '2a',
      'step main_1_0',
    ],
    [
      'does not look for prompts in results',
      [user('First'), assistant, user([{ type: 'tool_result', tool_use_id: 't', content: 'Second' }])],
      {},
      '1b',
      'step main_0_1',
    ],
    [
      'repeats without end',
      [user('Loop'), assistant, result('t'), assistant, result('t')],
      {},
      'again',
      'step main_2_2',
    ],
    ['goes to the lane of the first message', [user('SUB:a Look')], sub, 'sub a', 'step a_0_0'],
    ['tells lanes apart whose names begin alike', [user('SUB:ab Look')], sub, 'sub ab', 'step ab_0_0'],
    [
      'leaves the parent that repeats the mark alone',
      [user('First'), assistant, user('SUB:a was told')],
      {},
      '1b',
      'step main_0_1',
    ],
    ['knows a lane without a header', [user('SUB:ab Look'), assistant, result('t')], {}, 'sub ab 2', 'step ab_0_1'],
    [
      'is a summary when one is asked for',
      [user('First'), assistant, user('Please create a detailed summary of it')],
      {},
      '<summary>short</summary>',
      'summary summary',
    ],
  ])('%s', async (_name, messages, headers, text, rule) => {
    await start(script);
    expect([await textOf(await ask(messages, { headers })), rules()]).toEqual([text, [rule]]);
  });

  it('is the same for the same request, with ids of its own', async () => {
    await start(script);
    const ids = [];
    for (let n = 0; n < 2; n++) {
      ids.push((await (await ask([user('First')])).text()).match(/(msg|toolu)_[\w-]+/g));
    }
    expect([ids, rules()]).toEqual([
      [
        ['msg_main_0_0', 'toolu_main_0_0_0'],
        ['msg_main_0_0_r2', 'toolu_main_0_0_r2_0'],
      ],
      ['step main_0_0', 'step main_0_0'],
    ]);
  });

  it('comes in one piece where no stream is asked for', async () => {
    await start(script);
    const response = await ask([user('Second')], { body: { stream: false } });
    const { content, stop_reason: reason } = JSON.parse(await response.text());
    expect([response.headers.get('content-type'), content, reason]).toEqual([
      'application/json',
      [{ type: 'text', text: '2a' }],
      'end_turn',
    ]);
  });

  it.each<[string, Message[], Record<string, string>, string]>([
    ['no prompt of the script', [user('Third')], {}, 'no user message contains the prompt of a turn of the script'],
    ['one answer too many', [user('Second'), assistant, user('go on')], {}, 'turn 1 has no step 1'],
    ['a lane at its end', [user('SUB:a'), assistant, result('t')], sub, 'lane "a" has no step 1'],
    ['an unknown lane', [user('SUB:z')], sub, 'a subagent asks whose first message has no lane of the script'],
  ])('is refused and noted for %s', async (_name, messages, headers, reason) => {
    await start(script);
    const response = await ask(messages, { headers });
    const { error } = JSON.parse(await response.text());
    expect([response.status, response.headers.get('x-should-retry'), error.message]).toEqual([
      400,
      'false',
      `Nothing in the script answers this request: ${reason}.`,
    ]);
    expect(server.unmatched.map(({ rule }) => rule)).toEqual([reason]);
  });

  it('is refused for a summary that the script has not', async () => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    await ask([user('create a detailed summary')]);
    expect(rules()).toEqual(['unmatched a summary is asked for and the script has no `compaction`']);
  });
});

describe('side requests', () => {
  it.each<[string, string, number, string, string]>([
    ['POST', '/v1/messages/count_tokens?beta=true', 200, '{"input_tokens":1234}', 'side count-tokens'],
    ['HEAD', '/', 200, '', 'side knock'],
    ['GET', '/nowhere', 404, '{"error":"unknown path"}', 'unmatched no wire format has GET /nowhere'],
  ])('%s %s', async (method, path, status, body, rule) => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    const response = await fetch(`${server.url}${path}`, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect([response.status, await response.text(), rules()]).toEqual([status, body, [rule]]);
  });

  it('lists a model', async () => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    const { data } = JSON.parse(await (await fetch(`${server.url}/v1/models`)).text());
    expect(data).toHaveLength(1);
  });

  it('do not use up a step', async () => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    await (await ask([user('Hi')], { body: { max_tokens: 1, stream: false } })).text();
    expect([await textOf(await ask([user('go')])), server.modelRequests.length]).toEqual(['x', 1]);
  });
});

describe('a gate', () => {
  it('holds the stream until it is opened', async () => {
    await start({ turns: [{ steps: [{ text: ['before', { hold: 'middle' }, 'after'] }] }] });
    const response = await ask([user('go')]);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    while (!seen.includes('before')) {
      seen += (await reader?.read())?.value ?? '';
    }
    await server.waitFor('middle');
    server.release('middle');
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      seen += part.value;
    }
    expect(joinText(seen)).toBe('beforeafter');
  });

  it('may be opened before anyone stands at it', async () => {
    await start({ turns: [{ steps: [{ hold: 'start', text: 'x' }] }] });
    server.release('start');
    expect(await textOf(await ask([user('go')]))).toBe('x');
  });

  it('lets go when the peer has gone', async () => {
    await start({ turns: [{ steps: [{ hold: 'start', text: 'x' }] }] });
    const leaving = new AbortController();
    const asked = ask([user('go')], { signal: leaving.signal });
    await server.waitFor('start');
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await server.close();
  });

  it('says what it waited for in vain', async () => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    await (await ask([user('go')])).text();
    await expect(server.waitFor('never', { timeoutMs: 20 })).rejects.toThrow(
      'Waited 20 ms for a stream at the gate "never". So far: main_0_0.',
    );
  });

  it('of a number of requests counts those for the model', async () => {
    await start({ turns: [{ steps: [{ text: 'x' }] }] });
    const waited = server.waitFor(1);
    await (await ask([user('go')])).text();
    await waited;
  });
});

describe('a fault', () => {
  const withFaults = (...faults: Fault[]): Promise<void> =>
    start({ turns: [{ steps: [{ text: 'abcdef', chunk: 2, faults }] }] });

  it('is met as often as it says, then comes the answer', async () => {
    await withFaults({ kind: 'error', error: 'rate-limit', retryAfterS: 1, times: 2 });
    const seen = [];
    for (let n = 0; n < 3; n++) {
      const response = await ask([user('go')]);
      seen.push([response.status, response.headers.get('retry-after')]);
      await response.text();
    }
    expect([seen, server.requests.map(({ fault }) => fault)]).toEqual([
      [
        [429, '1'],
        [429, '1'],
        [200, null],
      ],
      ['rate-limit', 'rate-limit', undefined],
    ]);
  });

  it.each<[Fault, number, string, Record<string, string>]>([
    [{ kind: 'error', error: 'auth', shouldRetry: false }, 401, 'authentication_error', { 'x-should-retry': 'false' }],
    [{ kind: 'error', error: 'forbidden' }, 403, 'permission_error', {}],
    [{ kind: 'error', error: 'model-not-found' }, 404, 'not_found_error', {}],
    [{ kind: 'error', error: 'overloaded' }, 529, 'overloaded_error', {}],
    [{ kind: 'error', error: 'unavailable' }, 503, 'api_error', {}],
    [{ kind: 'error', error: 'context-length' }, 400, 'invalid_request_error', {}],
    [
      { kind: 'error', error: 'quota' },
      429,
      'rate_limit_error',
      { 'anthropic-ratelimit-unified-status': 'rejected', 'x-should-retry': 'false' },
    ],
    [{ kind: 'http', status: 418, body: { error: { type: 'teapot' } } }, 418, 'teapot', {}],
  ])('%o', async (fault, status, type, headers) => {
    await withFaults(fault);
    const response = await ask([user('go')]);
    const { error } = JSON.parse(await response.text());
    const seen = Object.fromEntries(Object.keys(headers).map((name) => [name, response.headers.get(name)]));
    expect([response.status, error.type, seen]).toEqual([status, type, headers]);
  });

  it('cuts the connection after so many deltas', async () => {
    await withFaults({ kind: 'cut', afterDeltas: 2 });
    const response = await ask([user('go')]);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const readAll = async (): Promise<void> => {
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        seen += part.value;
      }
    };
    await expect(readAll()).rejects.toThrow('terminated');
    expect(joinText(seen)).toBe('abcd');
  });

  it('ends in good order without the end of the answer', async () => {
    await withFaults({ kind: 'unfinished' });
    const stream = await (await ask([user('go')])).text();
    expect([joinText(stream), stream.includes('content_block_stop'), stream.includes('message_delta')]).toEqual([
      'abcdef',
      true,
      false,
    ]);
  });

  it('reports an error in the stream', async () => {
    await withFaults({ kind: 'stream-error', afterDeltas: 1 });
    const stream = await (await ask([user('go')])).text();
    expect([joinText(stream), stream.split('\n\n').at(-2)]).toEqual([
      'ab',
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_main_0_0"}',
    ]);
  });

  it('sends raw bytes', async () => {
    await withFaults({ kind: 'raw', frames: ['event: x\n', 'data: {\n\n'] });
    expect(await (await ask([user('go')])).text()).toBe('event: x\ndata: {\n\n');
  });

  it.each<Fault>([{ kind: 'hang', afterDeltas: 1 }, { kind: 'hang', afterDeltas: 0 }, { kind: 'silence' }])(
    '%o keeps the connection until the server closes',
    async (fault) => {
      await withFaults(fault);
      const asked = ask([user('go')]).then((response) => response.text());
      asked.catch(() => undefined);
      await server.waitFor(1);
      await server.close();
      await expect(asked).rejects.toThrow();
    },
  );

  it('of a stream is a server error where no stream is asked for', async () => {
    await withFaults({ kind: 'cut', afterDeltas: 1 });
    expect((await ask([user('go')], { body: { stream: false } })).status).toBe(500);
  });
});

it.each<[ModelScript, string]>([
  [{ turns: [{ steps: [] }] }, 'Turn 0 of the script has no step.'],
  [{ turns: [{ steps: [{}] }, { steps: [{}] }] }, 'Turn 1 of the script needs a `prompt`'],
  [{ turns: [], subagents: { a: [] } }, 'Lane "a" of the script has no step.'],
])('refuses a script that cannot be told apart: %o', async (script, message) => {
  await start({ turns: [] });
  await expect(startModelServer({ script })).rejects.toThrow(message);
});

it('refuses an agent that it does not know', async () => {
  await start({ turns: [] });
  await expect(startModelServer({ script: { turns: [] }, agent: 'nobody' })).rejects.toThrow(
    /^The model server knows no agent "nobody"\. Pass an AgentProfile, or one of: claude, .*gemini.*\.$/,
  );
});
