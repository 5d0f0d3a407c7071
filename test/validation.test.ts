import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RunOptions, systemClock, ValidationError } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { prepareRun } from '../packages/core/src/client/prepare-run.ts';
import { createRegistry } from '../packages/core/src/registry/index.ts';
import { rootPlace } from '../packages/core/src/run/lineage.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { runToy, startToy } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-validation-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const aFile = join(scratch, 'a.txt');
writeFileSync(aFile, 'a');

const mux = createClient({ adapters: [toyAdapter({ steps: [session, answers('x')] })] });

function fieldsOf(options: Record<string, unknown>): string[] {
  try {
    mux.run({ agent: 'toy', prompt: 'go', ...options } as RunOptions);
  } catch (error) {
    if (error instanceof ValidationError) {
      return error.fields.map(({ field }) => field);
    }
    throw error;
  }
  return [];
}

describe('options of run()', () => {
  it.each([
    [{ temperature: 99 }, ['temperature']],
    [{ topP: -0.1 }, ['topP']],
    [{ topK: 0.5 }, ['topK']],
    [{ runId: '../../etc/passwd' }, ['runId']],
    [{ cwd: 'relative' }, ['cwd']],
    [{ cwd: '/does/not/exist' }, ['cwd']],
    [{ cwd: aFile }, ['cwd']],
    [{ cwd: join(aFile, 'below') }, ['cwd']],
    [{ cwd: '/\0', timeout: -1 }, ['cwd', 'timeout']],
    [{ binary: `/${'x'.repeat(300)}` }, ['binary']],
    [{ prompt: '' }, ['prompt']],
    [{ prompt: ['', ' '] }, ['prompt']],
    [{ prompt: 5 }, ['prompt']],
    [{ prompt: null }, ['prompt']],
    [{ prompt: undefined }, ['prompt']],
    [{ timeout: -1 }, ['timeout']],
    [{ timeout: 1e12 }, ['timeout']],
    [{ maxTurns: 0 }, ['maxTurns']],
    [{ approvalMode: 'ask' }, ['approvalMode']],
    [{ stream: 'yes' }, ['stream']],
    [{ env: { A: 1 } }, ['env.A']],
    [{ env: [] }, ['env']],
    [{ thinkingBudgetTokens: 100 }, ['thinkingBudgetTokens']],
    [{ profile: 'fast' }, ['profile']],
    [{ outputFormat: 'json' }, ['outputFormat']],
    [{ timout: 5 }, ['timout']],
    [{ sessionId: '--debug-file=/tmp/x' }, ['sessionId']],
    [{ forkSessionId: '-x' }, ['forkSessionId']],
    [{ model: '--version' }, ['model']],
    [{ binary: aFile }, ['binary']],
    [{ sessionId: 'a', forkSessionId: 'b' }, ['sessionId, forkSessionId']],
    [{ sessionId: 'a', noSession: true }, ['sessionId, noSession']],
    [{ systemPromptMode: 'replace' }, ['systemPrompt']],
    [{ attachments: [{ filePath: 'x.png' }] }, ['attachments[0].filePath']],
    [{ attachments: [{}] }, ['attachments[0].filePath, attachments[0].url, attachments[0].base64']],
    [{ attachments: [{ base64: 'aGk=' }] }, ['attachments[0].mimeType']],
    [{ mcpServers: [{ name: 'a b', transport: 'stdio', command: 'x' }] }, ['mcpServers[0].name']],
    [{ mcpServers: [{ name: 'a', transport: 'stdio' }] }, ['mcpServers[0].command']],
    [{ mcpServers: [{ name: 'a', transport: 'sse' }] }, ['mcpServers[0].url']],
    [{ mcpServers: [{ name: 'a', transport: 'sse', url: 'https://h.example:99999/' }] }, ['mcpServers[0].url']],
    [{ mcpServers: [{ name: 'a', transport: 'sse', url: 'https://' }] }, ['mcpServers[0].url']],
    [
      { mcpServers: [{ name: 'a', transport: 'stdio', command: 'x', url: 'https://h.example', headers: { a: 'b' } }] },
      ['mcpServers[0].url', 'mcpServers[0].headers'],
    ],
    [
      {
        mcpServers: ['sse', 'streamable-http'].map((transport) => ({
          ...{ name: transport, transport, url: 'https://h.example' },
          ...{ command: 'x', args: ['y'], env: { A: 'b' } },
        })),
      },
      [0, 1].flatMap((at) => ['command', 'args', 'env'].map((name) => `mcpServers[${at}].${name}`)),
    ],
    [
      { mcpServers: [{ name: 'a', transport: 'stdio', url: 'https://h.example' }] },
      ['mcpServers[0].command', 'mcpServers[0].url'],
    ],
    [{ mcpServers: [{ name: 'a', transport: 'stdio', command: 'x', url: undefined }], topK: 0 }, ['topK']],
    [{ attachments: [{ url: 'http://' }] }, ['attachments[0].url']],
    [{ attachments: [{ base64: 'abcde', mimeType: 'image/png' }] }, ['attachments[0].base64']],
    [{ attachments: [{ base64: 'aGk', mimeType: 'image/png' }] }, ['attachments[0].base64']],
    [{ retryPolicy: { baseDelayMs: 10, maxDelayMs: 5 } }, ['retryPolicy.maxDelayMs, retryPolicy.baseDelayMs']],
    [{ retryPolicy: { maxDelayMs: 5 } }, ['retryPolicy.maxDelayMs, retryPolicy.baseDelayMs']],
    [{ highWaterMark: 5 }, ['highWaterMark']],
    [{ signal: {} }, ['signal']],
    [{ binary: '/no/such/claude' }, ['binary']],
    [{ record: 'relative' }, ['record']],
    [{ onApprovalRequest: 'yes' }, ['onApprovalRequest']],
    [{ tags: [''] }, ['tags[0]']],
    [{ attachments: [{ filePath: '/proc/self/mem', mimeType: 'image/png' }] }, ['attachments[0].filePath']],
    [{ interactionTimeoutMs: 1e12 }, ['interactionTimeoutMs']],
    [{ settleMs: -1 }, ['settleMs']],
    [{ gracePeriodMs: 0.5 }, ['gracePeriodMs']],
    [{ maxLineBytes: 10 }, ['maxLineBytes']],
    [{ maxTextBytes: 10 }, ['maxTextBytes']],
    [{ maxTextBytes: 2 ** 29 }, ['maxTextBytes']],
    [{ collectEvents: 'yes' }, ['collectEvents']],
    [{ retryPolicy: { retryOn: ['SOMETIMES'] } }, ['retryPolicy.retryOn[0]']],
    [{ retryPolicy: { tries: 3 } }, ['retryPolicy.tries']],
  ])('refuses %j', (options, fields) => {
    expect(fieldsOf(options)).toEqual(fields);
  });

  it('collects all errors in one', () => {
    expect(fieldsOf({ temperature: 99, cwd: 'x', nonsense: 1, prompt: '' })).toEqual([
      'prompt',
      'temperature',
      'cwd',
      'nonsense',
    ]);
  });

  it('takes empty fields of the other transport as left out', () => {
    const server = { name: 'a', transport: 'stdio' as const, command: 'x', headers: {} };
    const called = { name: 'b', transport: 'sse' as const, url: 'http://127.0.0.1/', args: [], env: {} };
    // The toy has no mode for servers; their fields are looked at before that.
    const both = () => mux.run({ agent: 'toy', prompt: 'go', mcpServers: [server, called] });
    expect(both).toThrow(/^No mode of toy can do what the options ask: mode "talk" lacks mcp\.$/);
  });

  it('says which fields the transport of a server takes', () => {
    const server = { name: 'a', transport: 'stdio' as const, command: 'x', headers: { a: 'b' } };
    expect(() => mux.run({ agent: 'toy', prompt: 'go', mcpServers: [server] })).toThrow(
      'run(): `mcpServers[0].headers` has no effect with transport "stdio", which takes `command`, `args`, `env`; leave it out, or give another transport.',
    );
  });

  it('says what was meant', () => {
    expect(() => mux.run({ agent: 'toy', prompt: 'go', timout: 5 } as RunOptions)).toThrow(/did you mean `timeout`/);
  });

  it('says in one error which options are wrong, and what no mode can do', () => {
    const mute = createClient({ adapters: [toyAdapter({ steps: [], capabilities: { canResume: false } })] });
    const run = (options: Record<string, unknown>) => () => mute.run({ agent: 'toy', ...options } as RunOptions);
    expect(
      run({ prompt: '', sandbx: 'off', maxTurns: -1, maxTokens: -1, thinkingEffort: 'high', sessionId: 's' }),
    ).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message:
          'run(): `prompt` is "", but must be a non-empty string, or an array of strings. `sandbx` is no option; did you mean `sandbox`? ' +
          '`maxTurns` is -1, but must be an integer of at least 1. `maxTokens` is -1, but must be an integer of at least 1. ' +
          'No mode of toy can do what the options ask: mode "talk" lacks sessionResume, thinkingEffort, maxTokens.',
        fields: ['prompt', 'sandbx', 'maxTurns', 'maxTokens'].map((field) => expect.objectContaining({ field })),
        others: [expect.objectContaining({ code: 'CAPABILITY_ERROR', agent: 'toy', capability: 'sessionResume' })],
      }),
    );
    expect(run({ agent: 'tyo', timeout: -1 })).toThrow(
      /`timeout` is -1.* `prompt` is missing.* There is no adapter for "tyo"\. Did you mean "toy"\?/,
    );
    expect(run({ prompt: 'go', colour: 1, env: { PATH: scratch } })).toThrow(
      /`colour` is no option\. .*is not installed/,
    );
    expect(run({ prompt: 'go', record: aFile, runId: 'x', stream: 'no' })).toThrow(
      /`runId` is "x".*`stream` is "no".*the recording cannot be written to .*there is a file of that name/,
    );
    expect(run({ agent: 5 as never, prompt: 'go' })).toThrow(
      /^run\(\): `agent` is 5, but must be a non-empty string\.$/,
    );
  });

  it.each([
    [{ sandbox: 'readonly' }, 'Did you mean "read-only"?'],
    [{ approvalMode: 'promt' }, 'Did you mean "prompt"?'],
    [{ systemPrompt: 'x', systemPromptMode: 'apend' }, 'Did you mean "append"?'],
    [{ thinkingEffort: 'hihg' }, 'Did you mean "high"?'],
    [{ stream: 'Auto' }, 'Did you mean "auto"?'],
    [{ retryPolicy: { retryOn: ['RATE_LIMIT'] } }, 'Did you mean "RATE_LIMITED"?'],
    [{ mcpServers: [{ name: 'a', transport: 'studio', command: 'a' }] }, 'Did you mean "stdio"?'],
    [{ agent: 'tyo' }, 'There is no adapter for "tyo". Did you mean "toy"?'],
    [{ mode: 'tlak' }, 'toy has no mode "tlak". Did you mean "talk"?'],
  ])('says which value was meant by %j', (options, meant) => {
    expect(() => mux.run({ agent: 'toy', prompt: 'go', ...options } as RunOptions)).toThrow(meant);
  });

  it('refuses options that are no object', () => {
    expect(() => mux.run('go' as never)).toThrow(ValidationError);
  });

  it('refuses an unknown agent, and names those that it knows', () => {
    expect(() => mux.run({ agent: 'claud', prompt: 'go' })).toThrow(
      expect.objectContaining({ code: 'AGENT_NOT_FOUND', message: expect.stringContaining('toy') }),
    );
  });

  it('says how to install a CLI that is not on PATH', () => {
    expect(() => mux.run({ agent: 'toy', prompt: 'go', env: { PATH: scratch } })).toThrow(
      expect.objectContaining({ code: 'AGENT_NOT_INSTALLED', message: expect.stringContaining('npm install -g toy') }),
    );
  });

  it('names each mode and what it lacks', () => {
    const one = createClient({
      adapters: [
        toyAdapter({ steps: [], oneShot: true, capabilities: { supportsMultiTurn: false, approvalModes: ['yolo'] } }),
      ],
    });
    expect(() => one.run({ agent: 'toy', prompt: 'go', keepOpen: true })).toThrow(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        message: expect.stringMatching(
          /mode "oneshot" lacks approvalMode, keepOpen.* Mode "oneshot" cannot be asked; give `approvalMode: 'yolo'`\.$/,
        ),
      }),
    );
    expect(() => one.run({ agent: 'toy', prompt: 'go', mode: 'tty' })).toThrow(/no mode "tty"/);
  });

  it.each([
    { attachment: { url: 'https://example.org/a.png' }, lacks: 'urlAttachments' },
    { attachment: { base64: 'aGk=', mimeType: 'application/pdf' }, lacks: 'dataAttachments' },
  ])('drops no attachment in silence: $lacks', ({ attachment, lacks }) => {
    const capabilities = { supportsFileAttachments: true };
    expect(() => startToy([], { capabilities, run: { attachments: [attachment] } })).toThrow(lacks);
  });

  it.each([
    [{ thinkingEffort: 'high' }, {}, 'thinkingEffort'],
    [{ thinkingBudgetTokens: 2_000 }, {}, 'thinkingBudgetTokens'],
    [{ mcpServers: [{ name: 'a', transport: 'stdio', command: 'x' }] }, {}, 'mcp'],
    [{ skills: ['a'] }, {}, 'skills'],
    [{ agentsDoc: 'a' }, {}, 'agentsMd'],
    [{ attachments: [{ filePath: aFile }] }, {}, 'fileAttachments'],
    [{ attachments: [{ base64: 'aGk=', mimeType: 'image/png' }] }, { supportsImageInput: false }, 'imageInput'],
    [{ sessionId: 'a' }, { canResume: false }, 'sessionResume'],
    [{ forkSessionId: 'a' }, { canFork: false }, 'sessionFork'],
    [{ sessionId: 'a', checkpointId: 'c' }, { rewinds: ['fork'] }, 'checkpoint'],
    [{ forkSessionId: 'a', checkpointId: 'c' }, {}, 'checkpoint'],
    [{ noSession: true }, { supportsNoSession: false }, 'noSession'],
    [{ keepOpen: true }, { supportsMultiTurn: false }, 'keepOpen'],
    [{ approvalMode: 'deny' }, { approvalModes: ['prompt'] }, 'approvalMode'],
  ] as const)('refuses %j where the mode cannot', (options, capabilities, capability) => {
    expect(() => startToy([], { capabilities, run: options })).toThrow(
      expect.objectContaining({ code: 'CAPABILITY_ERROR', agent: 'toy', capability }),
    );
  });

  it('demands nothing for options that are empty', async () => {
    const run = { mcpServers: [], skills: [], attachments: [], thinkingEffort: 'low' } as const;
    await runToy([session, answers('x'), { do: 'read-all' }], { run });
  });

  it('demands text streaming only with stream: true', async () => {
    const capabilities = { supportsTextStreaming: false };
    expect(() => startToy([], { capabilities, run: { stream: true } })).toThrow(/textStreaming/);
    await runToy([session, answers('x'), { do: 'read-all' }], { capabilities });
  });

  it('says what a run would be refused for, and starts none', async () => {
    const toy = createClient({ adapters: [toyAdapter({ steps: [session, answers('x')] })] });
    expect(toy.check({ agent: 'toy', prompt: 'go', record: join(scratch, 'new') })).toBeUndefined();
    expect(readdirSync(scratch)).toEqual(['a.txt']);
    const wrong = { agent: 'tyo', timout: 1 } as never;
    expect(toy.check(wrong)).toMatchObject({ code: 'VALIDATION_ERROR', others: [{ code: 'AGENT_NOT_FOUND' }] });
    await toy.close();
    expect(toy.check({ agent: 'toy', prompt: 'go' })).toMatchObject({ code: 'RUN_NOT_ACTIVE' });
  });

  it('starts nothing and writes nothing when it refuses', () => {
    const before = readdirSync(scratch);
    expect(fieldsOf({ record: scratch, timeout: -1 })).toEqual(['timeout', 'record']);
    expect(() => startToy([], { run: { record: scratch } })).toThrow(/not empty/);
    expect(readdirSync(scratch)).toEqual(before);
  });
});

describe('defaults', () => {
  it('are those of the documentation', () => {
    const registry = createRegistry([toyAdapter({ steps: [] })], systemClock);
    const prepared = prepareRun(
      { agent: 'toy', prompt: 'go' },
      {
        registry,
        defaults: {},
        clock: systemClock,
        call: 'run()',
        place: rootPlace,
      },
    );
    expect(prepared).toMatchObject({
      highWaterMark: 1_000,
      settleMs: 2_000,
      gracePeriodMs: 5_000,
      interactionTimeoutMs: 300_000,
      timeout: 0,
      inactivityTimeout: 0,
      maxLineBytes: 64 * 1024 * 1024,
      maxTextBytes: 64 * 1024 * 1024,
      collectEvents: false,
      retryPolicy: undefined,
      record: undefined,
      debug: false,
      tags: [],
      options: {
        cwd: process.cwd(),
        keepOpen: false,
        includeSubagents: false,
        noSession: false,
        stream: 'auto',
        approvalMode: 'prompt',
        systemPromptMode: 'prepend',
      },
    });
    expect(prepared.runId).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe('what is undefined', () => {
  const failing = says(
    { type: 'turn_start' },
    { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
  );

  it('counts as not given, also within an option', async () => {
    const report: FakeAgentStep = { do: 'report', what: 'env', names: ['PATH', 'GIVEN'] };
    const folder = join(scratch, 'undefined');
    const result = await startToy([report, session, failing, { do: 'read-all' }], {
      run: {
        env: { PATH: undefined as never, GIVEN: 'yes' },
        retryPolicy: { maxAttempts: undefined as never, baseDelayMs: 1, maxDelayMs: 1 },
        record: folder,
        model: undefined as never,
      },
    });
    expect(result.attempts).toBe(4);
    const recorded = readFileSync(join(folder, 'cassette.jsonl'), 'utf8');
    expect([recorded.includes('GIVEN'), recorded.includes('PATH\\":null')]).toEqual([true, false]);
  });

  it('lets the policy of the client stand, field by field', async () => {
    const client = createClient({
      adapters: [toyAdapter({ steps: [session, failing, { do: 'read-all' }] })],
      retryPolicy: { maxAttempts: 1, baseDelayMs: 3, maxDelayMs: 9 },
    });
    const options = { agent: 'toy', prompt: 'go' } as const;
    expect((await client.run({ ...options, retryPolicy: { maxDelayMs: 5 } })).attempts).toBe(2);
    expect(() => client.run({ ...options, retryPolicy: { maxDelayMs: 2 } })).toThrow(/2 is below 3/);
    expect(() => createClient({ retryPolicy: { maxDelayMs: 5 } })).toThrow(/5 is below 1000/);
  });
});

describe('env', () => {
  it('wins over what the adapter sets, which wins over what is inherited', async () => {
    const names = ['OF_ALL', 'OF_ADAPTER', 'OF_HOST'];
    const toy = toyAdapter({
      steps: [{ do: 'report', what: 'env', names }, session, answers('x'), { do: 'read-all' }],
    });
    const modes = toy.modes.map((mode) => ({
      ...mode,
      command: (...given: Parameters<typeof mode.command>) => ({
        ...mode.command(...given),
        env: { OF_ALL: 'adapter', OF_ADAPTER: 'adapter' },
      }),
    }));
    const folder = join(scratch, 'env');
    const inherited = { OF_ALL: 'host', OF_ADAPTER: 'host', OF_HOST: 'host' };
    Object.assign(process.env, inherited);
    try {
      const env = { OF_ALL: 'user' };
      await createClient({ adapters: [{ ...toy, modes }] }).run({ agent: 'toy', prompt: 'go', env, record: folder });
    } finally {
      for (const name of names) {
        delete process.env[name];
      }
    }
    const seen = JSON.stringify(JSON.stringify({ OF_ALL: 'user', OF_ADAPTER: 'adapter', OF_HOST: 'host' })).slice(
      1,
      -1,
    );
    expect(readFileSync(join(folder, 'cassette.jsonl'), 'utf8')).toContain(seen);
  });
});

describe('runId', () => {
  it('belongs to one run at a time, whatever its client', async () => {
    const runId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const steps = [session, says({ type: 'turn_start' }, { type: 'step_start' }), { do: 'hang' }] as const;
    const first = startToy(steps, { run: { runId } });
    expect(() => startToy(steps, { run: { runId } })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(runId) }),
    );
    await first.abort();
    const second = startToy(steps, { run: { runId } });
    expect(second.runId).toBe(runId);
    await second.abort();
  });
});

describe('prompts', () => {
  it.each([
    ['one that begins with a dash', '--help'],
    ['one of 1 MB', 'x'.repeat(1_000_000)],
  ])('takes %s', async (_, prompt) => {
    const handle = startToy([{ do: 'read' }, session, answers('ok'), { do: 'read-all' }], { run: { prompt } });
    expect((await handle).text).toBe('ok');
  });

  it('joins an array by blank lines', async () => {
    const handle = startToy(
      [{ do: 'read', contains: String.raw`a\n\nb` }, session, answers('ok'), { do: 'read-all' }],
      { run: { prompt: ['a', 'b'] } },
    );
    expect((await handle).text).toBe('ok');
  });
});
