import { describe, expect, it } from 'vitest';
import type { Adapter, Mode, ModeContext } from '../adapter/adapter.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { AgentMuxError } from '../errors.ts';
import { toyAdapter } from '../recording/testing/toy-agent.ts';
import { createCommand, createDialect, readNotes } from './guarded-mode.ts';

const options: ResolvedOptions = {
  prompt: 'go',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'append',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};
const context: ModeContext = { runId: 'r', dir: '/dir', binary: '/bin/toy', newId: () => 'id', input: { text: 'go' } };
const [talk, oneshot] = toyAdapter.modes as readonly [Mode, Mode];
const asks = (change: Partial<Record<keyof Mode, unknown>>, more: Partial<ResolvedOptions> = {}) => {
  const mode = { ...talk, ...change } as Mode;
  const adapter: Adapter = { ...toyAdapter, modes: [mode, oneshot] };
  return { adapter, mode, options: { ...options, ...more } };
};
const boom = (): never => {
  throw new Error('boom');
};
const ours = new AgentMuxError('VALIDATION_ERROR', 'not with these options');
const refuses = (): never => {
  throw ours;
};
const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return `${AgentMuxError.isInstance(error) ? error.code : ''}: ${(error as Error).message}`;
  }
  return 'nothing was thrown';
};

describe('a command', () => {
  const COMMAND = { file: '/bin/toy', args: ['-p'], env: { A: 'b' }, cwd: '/work', stdin: 'open', files: { a: 'b' } };
  const create = (command: unknown) => createCommand(asks({ command: () => command }), context);

  it.each<[string, object]>([
    ['as a whole', {}],
    ['without files', { files: undefined }],
    ['with its input closed', { stdin: 'end' }],
    ['with its whole input', { stdin: { text: '' } }],
  ])('is taken %s', (_how, change) => {
    const command = { ...COMMAND, ...change };
    expect(create(command)).toBe(command);
  });

  it.each<[string, unknown, string]>([
    ['file', '', '`file` is "", but must be a non-empty string.'],
    ['file', undefined, '`file` is missing; it must be a non-empty string.'],
    ['args', 'a', '`args` is "a", but must be an array of strings.'],
    ['args', ['a', 1], '`args` is an array, but must be an array of strings.'],
    ['args', undefined, '`args` is missing; it must be an array of strings.'],
    ['env', { A: 1 }, '`env.A` is 1, but must be a string.'],
    ['env', undefined, '`env` is missing; it must be an object of strings.'],
    ['cwd', '', '`cwd` is "", but must be a non-empty string.'],
    ['cwd', undefined, '`cwd` is missing; it must be a non-empty string.'],
    ...(['shut', null, {}, { text: 1 }, ['open']].map((stdin) => [
      'stdin',
      stdin,
      'but must be "open", "end" or { text: string }.',
    ]) as [string, unknown, string][]),
    ['stdin', undefined, '`stdin` is missing; it must be "open", "end" or { text: string }.'],
    ['files', { a: 1 }, '`files.a` is 1, but must be a string.'],
    ['files', null, '`files` is null, but must be an object of strings.'],
  ])('is INTERNAL with what is wrong with it: %s %j', (name, value, problem) => {
    const message = messageOf(() => create({ ...COMMAND, [name]: value }));
    expect(message).toContain('INTERNAL: The adapter "toy": command() of mode "talk" gave something else: ');
    expect(message).toContain(problem);
  });

  it('names all that is wrong', () => {
    expect(messageOf(() => create({ ...COMMAND, file: '', cwd: '' }))).toContain('string. `cwd` is');
  });

  it.each([[undefined], [null], ['toy'], [[]]])('is an object, and not %j', (command) => {
    expect(messageOf(() => create(command))).toBe(
      'INTERNAL: The adapter "toy": command() of mode "talk" gave something else: It must be an object.',
    );
  });

  it('of a mode that throws is INTERNAL with what it threw, and what is ours as it is', () => {
    expect(messageOf(() => createCommand(asks({ command: boom }), context))).toBe(
      'INTERNAL: The adapter "toy": command() of mode "talk" failed: boom',
    );
    expect(() => createCommand(asks({ command: refuses }), context)).toThrow(ours);
    try {
      createCommand(asks({ command: boom }), context);
    } catch (error) {
      expect((error as Error).cause).toMatchObject({ message: 'boom' });
    }
  });

  it('that is too long for the system names the modes that could be started, and none that refuses', () => {
    const words = 'x'.repeat(200_000);
    const command: Mode['command'] = (_options, { binary }) => ({
      file: binary,
      args: ['--prompt', words],
      env: {},
      cwd: '/work',
      stdin: 'open',
    });
    const long = asks({ command }, { prompt: words });
    expect(messageOf(() => createCommand(long, context))).toContain('or use mode "oneshot".');
    const broken = { ...long, adapter: { ...long.adapter, modes: [long.mode, { ...oneshot, command: boom }] } };
    expect(messageOf(() => createCommand(broken, context))).toContain('Shorten it.');
    // The other mode can only take one prompt, which is less than the options ask for.
    const open = { ...long, options: { ...long.options, keepOpen: true } };
    expect(messageOf(() => createCommand(open, context))).toContain('Shorten it.');
  });
});

describe('a dialect', () => {
  const METHODS = ['open', 'close', 'interrupt', 'parseEvent', 'prompt', 'steer', 'respond', 'exit'];
  const dialect = talk.dialect(options, context);
  const create = (given: unknown, hasTools = false) =>
    createDialect(
      asks({ dialect: () => given, capabilities: { ...talk.capabilities, supportsHostTools: hasTools } }),
      context,
    );

  it('is taken with all its methods', () => {
    expect(create(dialect)).toBe(dialect);
    const withTools = { ...dialect, returnHostTool: () => 'gone' };
    expect(create(withTools, true)).toBe(withTools);
  });

  it.each(METHODS)('is INTERNAL without %s()', (name) => {
    expect(messageOf(() => create({ ...dialect, [name]: undefined }))).toBe(
      `INTERNAL: The adapter "toy": dialect() of mode "talk" gave something else: ${name}() is missing.`,
    );
  });

  it('names all that are missing, and what only tools of the program need', () => {
    expect(messageOf(() => create({}))).toContain(METHODS.map((name) => `${name}() is missing.`).join(' '));
    expect(messageOf(() => create(dialect, true))).toContain('else: returnHostTool() is missing.');
  });

  it.each([[undefined], [null], ['dialect']])('is an object, and not %j', (given) => {
    expect(messageOf(() => create(given))).toContain(
      'dialect() of mode "talk" gave something else: It must be an object.',
    );
  });

  it('of a mode that throws is INTERNAL with what it threw', () => {
    expect(messageOf(() => createDialect(asks({ dialect: boom }), context))).toContain(
      'dialect() of mode "talk" failed: boom',
    );
  });
});

describe('notes', () => {
  const NO_PLACE = 'systemPrompt: mode "talk" names no place for it; it is ignored.';
  const read = (notes: unknown, more: Partial<ResolvedOptions> = {}, places: readonly string[] = []) =>
    readNotes(
      asks(
        {
          ...(notes === undefined ? {} : { notes: () => notes }),
          capabilities: { ...talk.capabilities, systemPromptModes: places as never },
        },
        more,
      ),
    );

  it('are those of the mode', () => {
    expect([read(undefined), read([]), read(['a', 'b'])]).toEqual([[], [], ['a', 'b']]);
  });

  it('say that a system prompt is ignored where there is no place for it and nobody has said so', () => {
    const given = { systemPrompt: 'be brief' };
    expect(read(['a'], given)).toEqual(['a', NO_PLACE]);
    expect(read(['systemPrompt: it is put before the prompt.'], given)).toHaveLength(1);
    expect(read([], given, ['append'])).toEqual([]);
    expect(read([])).toEqual([]);
  });

  it.each([['a'], [[1]], [{}]])('are a list of texts, and not %j', (notes) => {
    expect(messageOf(() => read(notes))).toBe(
      'INTERNAL: The adapter "toy": notes() of mode "talk" gave something else: It must be an array of strings.',
    );
  });

  it('of a mode that throws are INTERNAL with what it threw', () => {
    expect(messageOf(() => readNotes(asks({ notes: boom })))).toContain('notes() of mode "talk" failed: boom');
  });
});
