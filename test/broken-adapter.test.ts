/** Adapters come from outside: what goes wrong in one is the end of its run at most, never of the host. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, createClient, type Dialect, defineAdapter, type Mode, ValidationError } from '@agent-mux/core';
import { createClient as createFullClient } from 'agent-mux';
import { afterAll, describe, expect, it } from 'vitest';
import { changedDialect } from './support/changed-dialect.ts';
import { processesOf } from './support/listing.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-broken-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const steps = [session, answers('one'), { do: 'read-all' }] as const;
const fails = (): never => {
  throw new Error('out of order');
};

const loop: unknown[] = [];
loop.push(loop);

function toyWith(
  change: (mode: Mode) => Partial<Mode>,
  toySteps: Parameters<typeof toyAdapter>[0]['steps'] = steps,
): Adapter {
  const toy = toyAdapter({ steps: toySteps });
  return { ...toy, modes: toy.modes.map((mode) => ({ ...mode, ...change(mode) })) };
}

const toyWithDialect = (change: (dialect: Dialect) => Partial<Dialect>): Adapter =>
  toyWith((mode) => ({
    dialect(options, context) {
      const dialect = mode.dialect(options, context);
      return changedDialect(dialect, change(dialect));
    },
  }));

const run = (adapter: Adapter, options: object = {}) =>
  createClient({ adapters: [adapter] }).run({
    agent: 'toy',
    prompt: 'go',
    gracePeriodMs: 300,
    settleMs: 500,
    timeout: 10_000,
    ...options,
  });

describe('an adapter that fails', () => {
  it.each(['open', 'prompt', 'close', 'exit'] as const)('in %s() ends its run with what it said', async (method) => {
    const handle = run(toyWithDialect(() => ({ [method]: fails })));
    const { exitReason, error } = await handle;
    expect([exitReason, error?.code, error?.message]).toEqual([
      'failed',
      'INTERNAL',
      `The adapter failed in ${method}(): out of order`,
    ]);
    expect(processesOf(handle.runId)).toEqual([]);
  });

  it.each(['interrupt', 'steer'] as const)('in %s() ends its run with what it said', async (method) => {
    const adapter = toyWithDialect(() => ({ [method]: fails }));
    const [mode] = adapter.modes;
    const talking = toyAdapter({
      steps: [session, says({ type: 'turn_start' }, { type: 'step_start' }), { do: 'hang' }],
    });
    const [talk] = talking.modes;
    if (mode === undefined || talk === undefined) {
      expect.unreachable();
    }
    const handle = run({ ...adapter, modes: [{ ...mode, command: talk.command }] });
    await next(handle, 'step_start');
    if (method === 'interrupt') {
      await handle.interrupt();
    } else {
      await expect(handle.steer('left')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    }
    expect((await handle).error).toMatchObject({ code: 'INTERNAL' });
  });

  it('to read a message loses that message, and says so', async () => {
    const { error, exitReason, ...result } = await run(
      toyWithDialect((dialect) => ({
        parseEvent: (line, context) => (line.includes('unreadable') ? fails() : dialect.parseEvent(line, context)),
      })),
      { prompt: 'unreadable', collectEvents: true, mode: 'talk' },
    );
    expect([exitReason, result.text]).toEqual(['completed', 'one']);
    expect(result.events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'PARSE_ERROR', recoverable: true, message: expect.stringContaining('out of order') },
    ]);
  });

  it('with its files could not be started', async () => {
    const adapter = toyWith((mode) => ({
      command: (options, context) => ({ ...mode.command(options, context), files: { '../outside': 'x' } }),
    }));
    const handle = run(adapter);
    const { exitReason, error } = await handle;
    expect([exitReason, error?.code]).toEqual(['crashed', 'SPAWN_ERROR']);
    expect(readdirSync(tmpdir()).filter((name) => name.includes(handle.runId))).toEqual([]);
  });

  it('in the middle of a retry ends the run', async () => {
    let count = 0;
    const failing = says(
      { type: 'turn_start' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
    );
    const adapter = toyWith(
      (mode) => ({
        command: (options, context) => (count++ === 0 ? mode.command(options, context) : fails()),
      }),
      [session, failing, { do: 'read-all' }],
    );
    const result = await run(adapter, { retryPolicy: { baseDelayMs: 10, maxDelayMs: 10 } });
    expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'INTERNAL' }, attempts: 1 });
  });

  it('before anything has started throws, and leaves no timer, no file and no run behind', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const client = createClient({ adapters: [toyWith(() => ({ command: fails }))] });
    const folder = join(scratch, 'recording');
    const before = timers();
    const options = { agent: 'toy', prompt: 'go', timeout: 60_000, inactivityTimeout: 60_000, record: folder } as const;
    expect(() => client.run(options)).toThrow('out of order');
    expect([timers(), existsSync(folder)]).toEqual([before, false]);
    await client.close();
  });
});

describe('an adapter of a wrong shape', () => {
  const toy = toyAdapter({ steps });
  const [mode] = toy.modes;
  const inMode = (change: object): object => ({ modes: [{ ...mode, ...change }] });
  const can = (change: object): object => inMode({ capabilities: { ...mode?.capabilities, ...change } });

  it.each<[string, string, object]>([
    ['another version', 'specVersion', { specVersion: 0 }],
    ['no version', 'specVersion', { specVersion: undefined }],
    ['a name that is no folder', 'agent', { agent: '../toy' }],
    ['no name to show', 'displayName', { displayName: '' }],
    ['an empty command', 'cliCommand', { cliCommand: '' }],
    ['versions that are no list', 'testedVersions', { testedVersions: '1.0.0' }],
    ['a marker that is no variable', 'hostMarkers[1]', { hostMarkers: ['TOY', 'TOY=1'] }],
    ['no mode', 'modes', { modes: [] }],
    ['a mode that is none', 'modes[0]', { modes: [null] }],
    ['a mode without command()', 'modes[0].command', inMode({ command: undefined })],
    ['a mode whose dialect is no function', 'modes[0].dialect', inMode({ dialect: {} })],
    ['an unknown transport', 'modes[0].transport', inMode({ transport: 'http' })],
    ['two modes of one name', 'modes[1].name', { modes: [mode, mode] }],
    ['no capabilities', 'modes[0].capabilities', inMode({ capabilities: undefined })],
    ['a capability that is no claim', 'modes[0].capabilities.canFork', can({ canFork: 'yes' })],
    ['whether it asks left out', 'modes[0].capabilities.approvalModes', can({ approvalModes: undefined })],
    ['what it shows left out', 'modes[0].capabilities.events', can({ events: undefined })],
    ['an approval mode that is none', 'modes[0].capabilities.approvalModes[0]', can({ approvalModes: ['ask'] })],
    ['an event type that is none', 'modes[0].capabilities.events[0]', can({ events: ['text'] })],
    ['a way to install it without a command', 'install[0].command', { install: [{ platform: 'all', type: 'npm' }] }],
    ['guidance that is no text', 'authGuidance', { authGuidance: 1 }],
    ['a login outside of the home', 'auth.files[0].path', { auth: { variables: [], files: [{ path: '../x' }] } }],
  ])('(%s) is refused, and the error names the adapter and %s', (_, field, change) => {
    const broken = { ...toy, ...change } as never;
    for (const attempt of [
      () => defineAdapter(broken),
      () => createClient({ adapters: [broken] }),
      () => createFullClient({ adapters: [broken] }),
      () => createClient().adapters.register(broken),
    ]) {
      const error = errorOf(attempt);
      expect(error).toBeInstanceOf(ValidationError);
      expect(error).toMatchObject({ code: 'VALIDATION_ERROR', fields: expect.arrayContaining([]) });
      expect((error as ValidationError).fields.map((each) => each.field)).toEqual([field]);
      expect(String(error)).toMatch(/adapter "(toy|\.\.\/toy)"/);
    }
  });

  it.each([undefined, null, 'toy', 1, () => toy, []])('(%j) is no adapter at all', (value) => {
    expect(errorOf(() => createFullClient({ adapters: [value as never] }))).toBeInstanceOf(ValidationError);
    expect(errorOf(() => defineAdapter(value as never))).toBeInstanceOf(ValidationError);
  });

  it('is told all that is wrong at once', () => {
    const error = errorOf(() => defineAdapter({ specVersion: 1, agent: 'toy', install: 1, modes: [{}] } as never));
    const fields = ['name', 'capabilities', 'command', 'dialect'].map((name) => `modes[0].${name}`);
    expect((error as ValidationError).fields.map(({ field }) => field)).toEqual([...fields, 'install']);
  });

  it('gets what it leaves out: what is not claimed cannot be done', () => {
    const { command, dialect } = mode as NonNullable<typeof mode>;
    const capabilities = { approvalModes: ['yolo'], events: ['text_delta'] } as const;
    const written = {
      specVersion: 1,
      agent: 'toy',
      modes: [{ name: 'talk', capabilities, command, dialect }],
    } as const;
    const whole = defineAdapter(written);
    expect(whole).toMatchObject({
      displayName: 'toy',
      cliCommand: 'toy',
      testedVersions: [],
      hostMarkers: [],
      install: [],
      authGuidance: 'Log in as the makers of toy say.',
      modes: [
        { name: 'talk', transport: 'lines', capabilities: { canFork: false, interrupt: 'signal', ...capabilities } },
      ],
    });
    expect(Object.values(whole.modes[0]?.capabilities ?? {}).filter((value) => value === true)).toEqual([]);
    expect(createFullClient({ adapters: [written as never] }).adapters.get('toy')).toEqual(whole);
  });

  it('has its methods from its class where it is an instance of one', async () => {
    const { capabilities, command, dialect } = mode as NonNullable<typeof mode>;
    class Talk {
      readonly name = 'talk';
      get capabilities() {
        return { approvalModes: capabilities.approvalModes, events: capabilities.events };
      }
      command(...given: Parameters<Mode['command']>) {
        return command(...given);
      }
      dialect(...given: Parameters<Mode['dialect']>) {
        return dialect(...given);
      }
    }
    class Toy {
      readonly specVersion = 1;
      readonly agent = 'toy';
      readonly cliCommand = toy.cliCommand;
      get modes() {
        return [new Talk()];
      }
    }
    const { text, exitReason } = await run(defineAdapter(new Toy() as never));
    expect([exitReason, text]).toEqual(['completed', 'one']);
  });

  it('that leaves nothing out is taken as it is', () => {
    expect(defineAdapter(toy)).toBe(toy);
  });

  it('is refused where another has its name, unless that one is built in', () => {
    expect(() => createFullClient({ adapters: [toy, toy] })).toThrow('`adapters` has two for "toy"');
    const mine = { ...toy, agent: 'claude', displayName: 'Mine' };
    const { adapters } = createFullClient({ adapters: [mine, toy] });
    expect(adapters.get('claude').displayName).toBe('Mine');
    expect(adapters.list().map(({ agent }) => agent)).toContain('toy');
  });
});

describe('what an adapter gives', () => {
  it.each<[string, (mode: Mode) => object, string]>([
    ['no command', () => ({ command: () => undefined }), 'command() of mode "talk" gave something else'],
    ['a command without arguments', changed({ args: undefined }), '`args` is missing'],
    ['arguments that are no strings', changed({ args: ['-n', 5] }), '`args` is an array'],
    ['an empty program', changed({ file: '' }), '`file` is ""'],
    ['an unknown stdin', changed({ stdin: 'pipe' }), '`stdin` is "pipe"'],
    ['an environment of numbers', changed({ env: { PORT: 5 } }), '`env.PORT` is 5'],
    [
      'no dialect',
      () => ({ dialect: () => null }),
      'dialect() of mode "talk" gave something else: It must be an object',
    ],
    ['half a dialect', () => ({ dialect: () => ({ open: fails }) }), 'close() is missing. interrupt() is missing.'],
    ['a dialect that fails', () => ({ dialect: fails }), 'dialect() of mode "talk" failed: out of order'],
    ['notes that are none', () => ({ notes: () => [{}] }), 'notes() of mode "talk" gave something else'],
  ])('(%s) is checked before anything starts', (_, change, message) => {
    const error = errorOf(() => run(toyWith(change)));
    expect(error).toMatchObject({ code: 'INTERNAL' });
    expect(String(error)).toContain('The adapter "toy"');
    expect(String(error)).toContain(message);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'parseEvent() gave no { drafts, write }'],
    ['drafts that are no list', { drafts: {}, write: [] }, 'parseEvent() gave no { drafts, write }'],
    ['no writes', { drafts: [] }, 'parseEvent() gave no { drafts, write }'],
    ['a write that is no text', { drafts: [], write: [{ id: 1 }] }, 'a write that is no string'],
    ['a draft that is no object', { drafts: ['text'], write: [] }, 'expected an object with a type, got "text"'],
    ['an unknown draft', { drafts: [{ type: 'text' }], write: [] }, 'type: expected the type of a draft, got "text"'],
    ['a derived event', { drafts: [{ type: 'session_end' }], write: [] }, 'type: expected the type of a draft'],
    [
      'a draft without its field',
      { drafts: [{ type: 'text_delta' }], write: [] },
      'text_delta: delta: expected a string',
    ],
    [
      'a wrong field',
      { drafts: [{ type: 'debug', level: 'loud', message: '' }], write: [] },
      'debug: level: expected one of',
    ],
    [
      'an outcome that is none',
      { drafts: [{ type: 'turn_end', outcome: { type: 'sad' } }], write: [] },
      'turn_end: outcome',
    ],
    [
      'a field that throws',
      { drafts: [Object.defineProperty({ type: 'debug' }, 'level', { get: fails })], write: [] },
      'The adapter gave a draft that is none: out of order',
    ],
    [
      'an input that no JSON can hold',
      { drafts: [{ type: 'tool_call_start', toolCallId: 'a', toolName: 'b', input: { n: 1n } }], write: [] },
      'tool_call_start: input: expected what JSON can say',
    ],
    [
      'an output that holds itself',
      { drafts: [{ type: 'tool_result', toolCallId: 'a', output: loop }], write: [] },
      'tool_result: output: expected what JSON can say',
    ],
    [
      'a lane that is none',
      { drafts: [{ type: 'step_end', lane: 5 }], write: [] },
      'step_end: lane: expected a string',
    ],
  ])('(%s) for a message is lost, is said, and ends nothing', async (_, parsed, message) => {
    const adapter = toyWithDialect((dialect) => ({
      parseEvent: (line, context) =>
        line.includes('unreadable') ? (parsed as never) : dialect.parseEvent(line, context),
    }));
    const { exitReason, text, events } = await run(adapter, { prompt: 'unreadable', collectEvents: true });
    expect([exitReason, text]).toEqual(['completed', 'one']);
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'PARSE_ERROR', recoverable: true, message: expect.stringContaining(message) },
    ]);
  });

  it.each<[string, (dialect: Dialect) => object, string]>([
    ['open() without writes', () => ({ open: () => undefined }), 'open(): it gave no { write: string[] }'],
    ['prompt() with bytes', () => ({ prompt: () => ({ write: [new Uint8Array(1)] }) }), 'prompt(): it gave no'],
    [
      'close() with SIGKILL',
      () => ({ close: () => ({ write: [], signal: 'SIGKILL' }) }),
      'close(): it gave the signal SIGKILL',
    ],
    ['exit() without drafts', () => ({ exit: () => ({}) }), 'exit(): it gave no list of drafts'],
    ['no state', () => ({ state: undefined }), 'state: it must have'],
    ['streams that throw', () => Object.defineProperty({}, 'streams', { get: fails }), 'streams: out of order'],
    [
      'exit() with what cannot be put into words',
      () => ({
        exit: () => {
          throw Object.create(null);
        },
      }),
      'exit(): something that cannot be told in words',
    ],
    ['a state without questions', ({ state }) => ({ state: { ...state, pending: [] } }), 'state: it must have'],
  ])('(%s) ends the run with what is wrong', async (_, change, message) => {
    const handle = run(toyWithDialect(change as never));
    expect(await handle).toMatchObject({ exitReason: 'failed', error: { code: 'INTERNAL' } });
    expect((await handle).error?.message).toContain(`The adapter failed in ${message}`);
    expect(processesOf(handle.runId)).toEqual([]);
  });

  it('(no answer to a question) rejects, and the question stays open', async () => {
    const asks = says(
      { type: 'turn_start' },
      { type: 'approval_request', key: 'q', action: 'run', detail: 'ls', riskLevel: 'low' },
    );
    const adapter = toyWith(
      (mode) => ({
        dialect: (options, context) => Object.assign(mode.dialect(options, context), { respond: () => ({}) }),
      }),
      [session, asks, { do: 'hang' }],
    );
    const handle = run(adapter);
    const { interactionId } = await next(handle, 'approval_request');
    await expect(handle.interaction.respond(interactionId, { type: 'approve' })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    expect(handle.interaction.pending.map(({ id }) => id)).toEqual([interactionId]);
    await handle.abort();
  });
});

function changed(change: object): (mode: Mode) => object {
  return (mode) => ({
    command: (options: never, context: never) => ({ ...mode.command(options, context), ...change }),
  });
}

function errorOf(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return undefined;
}
