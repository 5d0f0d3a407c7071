/** Whole lives of runs, whose agents are shells: each starts an AgentProcess. */
import { existsSync } from 'node:fs';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import type { Command, EventDraft, Mode, ModeContext } from '../adapter/index.ts';
import { SteadyClock, systemClock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import type { RunHandle } from '../readers/index.ts';
import { createRunHandle } from './create-run-handle.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { Recorder } from './recorder.ts';
import { Run } from './run.ts';
import type { RunDeps } from './run-deps.ts';
import { createToyDeps, prepareToy, TOY_MODE } from './testing/bare-run.ts';
import { createScriptedDialect, type ScriptedDialect, saying, script } from './testing/scripted-dialect.ts';

const SESSION: EventDraft = { type: 'session_start', sessionId: 's' };
const TURN: readonly EventDraft[] = [{ type: 'turn_start' }, { type: 'step_start' }];
const text = (delta: string): EventDraft => ({ type: 'text_delta', delta });
/** The line of a shell that says this message. */
const line = (message: string): string => `printf '%s\\n' '${message}'`;
const BUSY = script({ state: { busy: true } });
const BEGIN = script({ drafts: [SESSION, ...TURN], state: { busy: true, turn: true } });
const END = script({
  drafts: [{ type: 'message_stop', text: 'Hello' }, { type: 'step_end' }, { type: 'turn_end' }],
  state: { busy: false, turn: false, clean: true },
});
/** It hears two lines, has one whole turn, and leaves when its input ends. */
const TALK = ['read -r open', 'read -r prompt', line(BEGIN), line(END), 'cat >/dev/null'].join('\n');
/** It begins a turn and never ends it. */
const HANGS = [line(BEGIN), 'exec sleep 60'].join('\n');

interface Setting {
  readonly shell: string | readonly string[];
  readonly command?: Partial<Command> | ((context: ModeContext) => Partial<Command>);
  readonly prepared?: Partial<PreparedRun>;
  readonly options?: Partial<PreparedRun['options']>;
  readonly deps?: Partial<RunDeps>;
  readonly mode?: Partial<Mode>;
  readonly change?: (dialect: ScriptedDialect) => void;
}

let count = 0;

/** Begins a run whose agent is a shell; of several shells, each attempt has its own. */
function begin({
  shell,
  command = {},
  prepared = {},
  options = {},
  deps = {},
  mode: more = {},
  change = () => {},
}: Setting) {
  const runId = `LIFE${process.pid}X${++count}`;
  const recorded: unknown[][] = [];
  const entries: JournalEntry[] = [];
  const dialects: ScriptedDialect[] = [];
  const contexts: ModeContext[] = [];
  const argvs: (readonly string[])[] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void recorded.push([what, ...given.filter((one) => one !== undefined)]);
  const recorder = Object.fromEntries(
    ['describe', 'out', 'in', 'host', 'exit', 'raw', 'onError'].map((name) => [name, note(name)]),
  );
  const base = prepareToy();
  const mode = {
    ...TOY_MODE,
    ...more,
    command: (_: unknown, context: ModeContext): Command => {
      contexts.push(context);
      const own = typeof command === 'function' ? command(context) : command;
      const spoken = typeof shell === 'string' ? shell : (shell[Math.max(0, dialects.length)] ?? '');
      return { file: 'sh', args: ['-c', spoken], env: { TOY: 'toy' }, cwd: '/', stdin: 'open', ...own };
    },
    dialect: (_: unknown, { argv = [] }: ModeContext) => {
      argvs.push(argv);
      const dialect = createScriptedDialect();
      dialect.prompt = () => ({ write: [BUSY] });
      dialect.close = () => ({ write: ['close'], endInput: true });
      change(dialect);
      dialects.push(dialect);
      return dialect;
    },
  };
  const toyDeps = createToyDeps({
    clock: new SteadyClock(systemClock),
    record: () => ({ ...recorder, finish: async () => '/path' }) as unknown as Recorder,
    ...deps,
  });
  const { append } = toyDeps.kin;
  toyDeps.kin.append = (entry) => {
    entries.push(entry);
    append(entry);
  };
  const run = new Run(
    prepareToy({ runId, mode, options: { ...base.options, keepOpen: false, ...options }, ...prepared }),
    toyDeps,
  );
  const handle = createRunHandle(run, {} as never);
  run.begin();
  const all = (name: string): unknown[][] => recorded.filter(([what]) => what === name).map(([, ...given]) => given);
  const events = (): string[] => entries.flatMap((entry) => ('type' in entry ? [entry.type] : []));
  return { run, handle, runId, recorded, entries, dialects, contexts, argvs, all, events, deps: toyDeps };
}

const heard = (handle: RunHandle, type: string): Promise<void> =>
  new Promise((resolve) => handle.once(type as 'text_delta', () => resolve()));

describe('the life of a run', () => {
  it('is recorded word by word', async () => {
    const { run, all, entries, dialects, argvs, runId, deps } = begin({ shell: TALK });
    const result = await run.result;
    expect(result).toMatchObject({ exitReason: 'completed', exitCode: 0, text: 'Hello', sessionId: 's', attempts: 1 });
    expect(result.turns).toMatchObject([{ text: 'Hello', outcome: 'completed' }]);
    expect(all('describe')).toEqual([[{ argv: ['sh', '-c', TALK] }]]);
    expect(all('in').map(([words]) => words)).toEqual(['open', BUSY, 'close']);
    expect(all('out').map((given) => given.slice(0, 3))).toEqual([
      [BEGIN, 'stdout', false],
      [END, 'stdout', false],
    ]);
    expect(all('host').map(([action]) => Reflect.get(action as object, 'action'))).toEqual([
      'prompt',
      'close',
      'end-input',
    ]);
    expect(all('exit')).toEqual([[{ code: 0, signal: null, asked: null, settled: true }]]);
    expect(all('onError')).toHaveLength(1);
    expect(Buffer.concat(all('raw').map(([, chunk]) => chunk as Buffer)).toString()).toBe(`${BEGIN}\n${END}\n`);
    expect(dialects[0]?.exits).toEqual([{ code: 0, signal: null, stderr: '' }]);
    expect(entries[0]).toMatchObject({ entry: 'open', header: { runId } });
    expect(entries[1]).toMatchObject({ entry: 'input', input: 'prompt', id: `${runId}-p1`, as: 'first' });
    expect(entries.at(-1)).toMatchObject({ entry: 'close', cause: 'completed' });
    expect(deps.done.map(([what]) => what)).toEqual(['endCalled', 'passOn', 'onEnd', 'leave']);
    expect(result.durationMs).toBeGreaterThanOrEqual(0);
    expect(argvs).toEqual([['sh', '-c', TALK]]);
    expect(run.life.isUp).toBe(false);
    expect(run.life.lastHeard).toBeGreaterThan(0);
    // Nothing is told of a run that is over.
    const told = entries.length;
    run.life.warn('late');
    expect(entries).toHaveLength(told);
  });

  it('has the variables, the folder, and the files of its command, which are gone in the end', async () => {
    const shell = [
      `printf '{"drafts":[{"type":"session_start","sessionId":"%s:%s:%s"}]}\\n' "$TOY" "$PWD" "$(cat "$DIR/a.txt" "$DIR/b.txt")"`,
      'echo on-stderr >&2',
    ].join('\n');
    const { run, contexts } = begin({
      shell,
      command: ({ dir }) => ({
        env: { TOY: 'toy', DIR: dir },
        cwd: '/tmp',
        files: { 'a.txt': 'one', 'b.txt': 'two' },
      }),
    });
    expect(await run.result).toMatchObject({ sessionId: 'toy:/tmp:onetwo' });
    expect(existsSync(contexts[0]?.dir ?? '/')).toBe(false);
  });

  it('has what stands on stderr, and a last line without its end', async () => {
    const last = script({ drafts: [{ type: 'turn_end' }], state: { busy: true, turn: false } });
    const shell = [line(BEGIN), 'printf err >&2', `printf '%s' '${last}'`, 'exit 3'].join('\n');
    const { run, all, dialects } = begin({
      shell,
      change: (dialect) => {
        dialect.last = [{ type: 'outcome', outcome: { type: 'crash', exitCode: 3, stderr: 'err' } }];
      },
    });
    expect(await run.result).toMatchObject({ exitReason: 'crashed', exitCode: 3, error: { stderr: 'err' } });
    expect(all('out').map((given) => given.slice(0, 3))).toEqual(
      expect.arrayContaining([
        ['err', 'stderr', true],
        [last, 'stdout', true],
      ]),
    );
    expect(dialects[0]?.read).toContainEqual(['stderr', 'err']);
    expect(dialects[0]?.read).toContainEqual(['stdout', last]);
    expect(dialects[0]?.exits).toEqual([{ code: 3, signal: null, stderr: 'err' }]);
    expect(all('exit')).toEqual([[{ code: 3, signal: null, asked: null }]]);
  });

  it('of an agent whose prompt travels with its command overhears the whole input', async () => {
    const input = script({ drafts: [{ type: 'debug', level: 'info', message: 'overheard' }] });
    const { run, all, entries, dialects } = begin({
      shell: `cat >/dev/null\n${line(BEGIN)}\n${line(END)}`,
      command: { stdin: { text: input } },
    });
    expect(await run.result).toMatchObject({ exitReason: 'completed', text: 'Hello' });
    expect(all('in').map(([words]) => words)[0]).toBe(input);
    expect(dialects[0]?.read[0]).toEqual(['stdin', input]);
    expect(entries).toContainEqual(expect.objectContaining({ type: 'debug', message: 'overheard' }));
    expect(all('host').map(([action]) => action)).toContainEqual({ action: 'end-input' });
  });

  it('of an agent without input says nothing to it', async () => {
    const { run, all } = begin({ shell: `${line(BEGIN)}\n${line(END)}`, command: { stdin: 'end' } });
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
    expect(
      all('host')
        .map(([action]) => Reflect.get(action as object, 'action'))
        .slice(0, 2),
    ).toEqual(['prompt', 'end-input']);
    expect(all('in').map(([words]) => words)).not.toContain(BUSY);
  });

  it('ends with the signal that is sent in it', async () => {
    const { run, handle, all } = begin({
      shell: HANGS,
      change: (dialect) => {
        dialect.interrupt = () => ({ write: [], signal: 'SIGINT' });
        dialect.exit = ({ asked }) => ({
          drafts: asked === 'interrupt' ? [{ type: 'outcome', outcome: { type: 'interrupted' } }] : [],
        });
      },
    });
    await heard(handle, 'step_start');
    expect(run.life.isUp).toBe(true);
    expect(run.life.attempt.isAtWork).toBe(true);
    run.interrupt();
    expect(await run.result).toMatchObject({ exitReason: 'interrupted', signal: 'SIGINT' });
    expect(all('host').map(([action]) => action)).toContainEqual({ action: 'signal', signal: 'SIGINT' });
    expect(all('exit')).toEqual([[{ code: null, signal: 'SIGINT', asked: 'interrupt' }]]);
  });

  it('ends with an abort, of which the exit knows', async () => {
    const { run, handle, all, events } = begin({ shell: HANGS });
    await heard(handle, 'step_start');
    const states: string[] = [];
    handle.once('aborted', () => states.push(handle.state));
    run.abort('dear');
    expect(await run.result).toMatchObject({ exitReason: 'aborted', error: { message: 'The run was aborted: dear' } });
    expect(all('exit')).toEqual([[{ code: null, signal: 'SIGTERM', asked: 'abort' }]]);
    expect([events().includes('aborted'), states]).toEqual([true, ['aborted']]);
  });
});

describe('a tool of the program', () => {
  it('is told when its agent is gone', async () => {
    const signals: AbortSignal[] = [];
    const run = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<string> => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const tools = [{ name: 'add', description: 'adds', inputSchema: {}, run }] as never;
    const call: EventDraft = { type: 'host_tool_call', key: 'h', toolCallId: 't', toolName: 'add', input: {} };
    const { run: started } = begin({ shell: [line(BEGIN), line(saying(call))].join('\n'), options: { tools } });
    await started.result;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});

describe('an agent that cannot be started', () => {
  it('has crashed, and says why', async () => {
    const { run, entries, all } = begin({ shell: '', command: { file: '/no/such/agent' } });
    const result = await run.result;
    expect(result).toMatchObject({ exitReason: 'crashed', exitCode: null, signal: null });
    expect(result.error).toMatchObject({ code: 'SPAWN_ERROR', recoverable: false });
    expect(result.error?.message).toMatch(/^toy could not be started: .*\/no\/such\/agent/);
    const crash = entries.find((entry) => 'type' in entry && entry.type === 'crash');
    expect(crash).toMatchObject({ stderr: expect.stringContaining('/no/such/agent') });
    expect(all('host').map(([action]) => action)).toContainEqual({
      action: 'draft',
      draft: { type: 'outcome', outcome: { type: 'crash', stderr: expect.stringContaining('/no/such/agent') } },
    });
    // There was no process, so nothing is known of its exit.
    expect(all('exit')).toEqual([]);
  });

  it('has crashed also where its files cannot be written', async () => {
    const { run, all } = begin({ shell: TALK, command: { files: { a: 'one', 'a/b': 'two' } } });
    const result = await run.result;
    expect(result.error).toMatchObject({ code: 'SPAWN_ERROR' });
    expect([result.exitCode, result.signal, result.error?.stderr, all('in')]).toEqual([null, null, '', []]);
  });
});

describe('a further attempt', () => {
  const LIMITED = script({
    drafts: [{ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } }],
    state: { busy: false, turn: false },
  });
  const fails = [line(BEGIN), line(LIMITED), 'exit 1'].join('\n');
  const retryPolicy = { maxAttempts: 3, baseDelayMs: 1, jitterFactor: 0 };

  it('follows one that failed before it did anything', async () => {
    const { run, entries, contexts, all } = begin({ shell: [fails, fails, TALK], prepared: { retryPolicy } });
    expect(await run.result).toMatchObject({ exitReason: 'completed', text: 'Hello', attempts: 3 });
    expect(contexts).toHaveLength(3);
    expect(new Set(contexts.map(({ newId }) => newId())).size).toBe(3);
    const retries = entries.filter((entry) => 'type' in entry && entry.type === 'retry');
    expect(retries).toMatchObject([
      { attempt: 1, maxAttempts: 3, reason: 'RATE_LIMITED', delayMs: 1 },
      { attempt: 2, maxAttempts: 3, reason: 'RATE_LIMITED', delayMs: 2 },
    ]);
    expect(all('host').filter(([action]) => Reflect.get(action as object, 'action') === 'retry')).toHaveLength(2);
    expect(entries.filter((entry) => 'entry' in entry && entry.entry === 'input')).toHaveLength(1);
  });

  it('does not follow one that had a tool ready', async () => {
    const call: EventDraft = { type: 'tool_call_start', toolCallId: 't', toolName: 'n', input: {} };
    const { run } = begin({
      shell: [[line(BEGIN), line(saying(call)), fails].join('\n'), TALK],
      prepared: { retryPolicy },
    });
    expect(await run.result).toMatchObject({ exitReason: 'failed', error: { code: 'RATE_LIMITED' }, attempts: 1 });
  });

  it('does not follow one that had an answer', async () => {
    const ask: EventDraft = { type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'low' };
    const shell = [line(BEGIN), line(saying(ask)), 'read -r a', 'read -r b', 'read -r c', fails].join('\n');
    const { run } = begin({
      shell: [shell, TALK],
      prepared: { retryPolicy, onApprovalRequest: () => 'allow' as never },
      change: (dialect) => {
        dialect.state.pending.set('k', { kind: 'approval', action: 'run', detail: 'rm', riskLevel: 'low' });
        dialect.respond = (key) => {
          dialect.state.pending.delete(key);
          return { write: ['answer'] };
        };
      },
    });
    expect((await run.result).attempts).toBe(1);
  });

  it('does not follow one that called a tool of the program', async () => {
    const call: EventDraft = { type: 'host_tool_call', key: 'h', toolCallId: 't', toolName: 'add', input: {} };
    const tools = [{ name: 'add', description: 'adds', inputSchema: {}, run: async () => '3' }] as never;
    const shell = [line(BEGIN), line(saying(call)), fails].join('\n');
    const { run } = begin({ shell: [shell, TALK], prepared: { retryPolicy }, options: { tools } });
    expect((await run.result).attempts).toBe(1);
  });

  it('is not ended by the limit of the one before, which was told to leave', async () => {
    const slow = ['read -r a', 'read -r b', line(BEGIN), 'sleep 0.6', line(END), 'cat >/dev/null'].join('\n');
    const { run } = begin({ shell: [fails, slow], prepared: { retryPolicy, settleMs: 400 } });
    expect(await run.result).toMatchObject({ text: 'Hello', attempts: 2 });
  });

  it('does not follow one of which a turn was over', async () => {
    const { run } = begin({
      shell: [[line(BEGIN), line(END), fails].join('\n'), TALK],
      prepared: { retryPolicy },
      options: { keepOpen: true },
    });
    expect((await run.result).attempts).toBe(1);
  });

  it.each([
    ['timeout', { timeout: 1_500 }],
    ['inactivity', { inactivityTimeout: 700 }],
  ] as const)('has the limits of its run, also after one that was told to leave: %s', async (exitReason, limit) => {
    const { run } = begin({ shell: [fails, HANGS], prepared: { retryPolicy, ...limit } });
    expect(await run.result).toMatchObject({ exitReason });
  });

  it('does not follow one into which words were said', async () => {
    const shell = [line(BEGIN), 'read -r a', 'read -r b', 'read -r c', fails].join('\n');
    const { run, handle } = begin({ shell: [shell, TALK], prepared: { retryPolicy } });
    await heard(handle, 'step_start');
    void run.followUp('steer', { text: 'hey' }, 'now');
    expect(await run.result).toMatchObject({ exitReason: 'failed', attempts: 1 });
  });

  it('does not follow one that was interrupted', async () => {
    const shell = [line(BEGIN), 'read -r a', 'read -r b', 'read -r c', fails].join('\n');
    const { run, handle } = begin({ shell: [shell, TALK], prepared: { retryPolicy } });
    await heard(handle, 'step_start');
    run.interrupt();
    expect((await run.result).attempts).toBe(1);
  });

  it('does not follow where the run is ended while it waits for that', async () => {
    const { run, handle, all } = begin({
      shell: [fails, TALK],
      prepared: { retryPolicy: { ...retryPolicy, baseDelayMs: 600_000, maxDelayMs: 600_000 } },
    });
    // Listeners hear of the end when the run is over.
    const states: string[] = [];
    handle.once('aborted', () => states.push(handle.state));
    await heard(handle, 'retry');
    expect(run.life.isUp).toBe(false);
    run.abort();
    expect(await run.result).toMatchObject({ exitReason: 'aborted', attempts: 1 });
    expect([states, all('exit')]).toEqual([['aborted'], [expect.anything()]]);
  });

  it('fails where the adapter does', async () => {
    let asked = 0;
    const { run, all } = begin({
      shell: [fails, TALK],
      prepared: { retryPolicy },
      command: () => {
        asked++;
        if (asked === 2) {
          throw new Error('boom');
        }
        return {};
      },
    });
    const result = await run.result;
    expect(result).toMatchObject({ exitReason: 'failed', attempts: 1, error: { code: 'INTERNAL' } });
    expect(result.error?.message).toMatch(/^The adapter failed: .*boom/);
    expect(all('exit')).toHaveLength(1);
  });
});

describe('what a run says by itself', () => {
  it('has what it cannot hand on of the environment, once for all attempts', async () => {
    process.env['AMUX_TEST_GRANT'] = 'all';
    const failing = [line(BEGIN), 'exit 1'].join('\n');
    const { run, entries } = begin({
      shell: [failing, TALK],
      prepared: { retryPolicy: { maxAttempts: 2, baseDelayMs: 1 } },
      mode: { reserved: { granting: { env: { AMUX_TEST_GRANT: 'grants' } } } } as never,
      change: (dialect) => {
        dialect.exit = ({ code }) => ({
          drafts: code === 0 ? [] : [{ type: 'outcome', outcome: { type: 'crash', stderr: '' } }],
        });
      },
    });
    expect(await run.result).toMatchObject({ attempts: 2 });
    delete process.env['AMUX_TEST_GRANT'];
    const told = entries.flatMap((entry) => ('type' in entry && entry.type === 'debug' ? [entry.message] : []));
    expect(told.filter((message) => message.startsWith('AMUX_TEST_GRANT'))).toEqual([
      "AMUX_TEST_GRANT of the environment is not handed on: with it toy would grant what `approvalMode: 'prompt'` denies.",
    ]);
  });

  it('has what was lost of the words of its agent', async () => {
    const { run, entries } = begin({
      shell: [line(BEGIN), `printf '%0500d\\n' 7`, line(END), 'cat >/dev/null'].join('\n'),
      prepared: { maxLineBytes: 400 },
    });
    await run.result;
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'error', message: expect.stringMatching(/^\d+ bytes of stdout were lost: /) }),
    );
  });

  it('has that its agent has closed its input', async () => {
    const { run, handle, entries } = begin({ shell: ['exec 0<&-', HANGS].join('\n') });
    await heard(handle, 'step_start');
    void run.followUp('steer', { text: 'hey' }, 'now');
    await expect
      .poll(() => entries)
      .toContainEqual(
        expect.objectContaining({ type: 'debug', message: expect.stringMatching(/^toy closed its input early: /) }),
      );
    run.abort();
    await run.result;
  });

  it('has what goes wrong with its recording', async () => {
    const { run, all, entries } = begin({ shell: TALK });
    await expect.poll(() => all('onError')).toHaveLength(1);
    const [[listener] = []] = all('onError');
    (listener as (error: Error) => void)(new Error('disk full'));
    await run.result;
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'debug', level: 'warn', message: expect.stringContaining('disk full') }),
    );
  });

  it('has what it leaves running on purpose', async () => {
    const { run, entries } = begin({
      shell: [line(BEGIN), 'sleep 60 >/dev/null 2>&1 </dev/null &', line(END), 'cat >/dev/null'].join('\n'),
      prepared: { leaveRunning: () => true },
    });
    const { leftRunning } = await run.result;
    expect(leftRunning).toHaveLength(1);
    const { pid } = leftRunning?.[0] ?? { pid: 0 };
    process.kill(pid, 'SIGKILL');
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: 'debug',
        level: 'info',
        message: expect.stringContaining(`Left running, as \`leaveRunning\` wished: process ${pid}, `),
      }),
    );
  });

  it('has an error of its adapter, which ends it', async () => {
    const { run } = begin({
      shell: TALK,
      change: (dialect) => {
        dialect.prompt = () => {
          throw new Error('boom');
        };
      },
    });
    expect(await run.result).toMatchObject({
      exitReason: 'failed',
      error: { code: 'INTERNAL', message: expect.stringContaining('boom') },
    });
  });
});

describe('a run', () => {
  it('without a recording is like any other', async () => {
    const { run } = begin({ shell: TALK, deps: { record: () => undefined } });
    expect(await run.result).toMatchObject({ exitReason: 'completed', text: 'Hello' });
  });

  it('that never begins has a journal of its plan and its end', async () => {
    const deps = createToyDeps();
    const entries: JournalEntry[] = [];
    deps.kin.append = (entry) => entries.push(entry);
    const run = new Run(prepareToy(), deps);
    run.forgo('Not now.');
    expect(await run.result).toMatchObject({ exitReason: 'aborted', attempts: 0, error: { message: 'Not now.' } });
    expect(entries).toMatchObject([
      { entry: 'open', header: { runId: 'run-1' } },
      { entry: 'close', cause: 'aborted' },
    ]);
  });

  it('has its plan and its first words in its journal before anything else can happen', () => {
    const deps = createToyDeps();
    const entries: JournalEntry[] = [];
    deps.kin.append = (entry) => entries.push(entry);
    const run = new Run(prepareToy(), deps);
    run.begin();
    expect(entries).toMatchObject([{ entry: 'open' }, { entry: 'input', input: 'prompt', text: 'go' }]);
    expect(run.life.isUp).toBe(false);
  });

  it('is stopped when it has used more than it may', async () => {
    const used = { type: 'token_usage', inputTokens: 10, outputTokens: 1 } as unknown as EventDraft;
    const { run } = begin({
      shell: [line(BEGIN), line(saying(used)), 'exec sleep 60'].join('\n'),
      options: { maxTokens: 5 },
    });
    expect(await run.result).toMatchObject({ exitReason: 'budget' });
  });

  it('has words said into its turn when the message is over for which they waited', async () => {
    const stop = saying({ type: 'message_stop', text: 'Hello' });
    const shell = [
      'read -r a',
      'read -r b',
      line(BEGIN),
      'read -r go',
      line(stop),
      'read -r hey',
      line(END),
      'cat >/dev/null',
    ];
    const { run, handle, all, entries } = begin({ shell: shell.join('\n') });
    await heard(handle, 'step_start');
    const waiting = run.followUp('steer', { text: 'hey' }, 'after-response');
    await run.followUp('steer', { text: 'go' }, 'now');
    expect(await waiting).toMatchObject({ delivered: 'steered' });
    await run.result;
    expect(all('in').map(([words]) => words)).toEqual(['open', BUSY, 'steer go', 'steer hey', 'close']);
    expect(
      entries.flatMap((entry) => ('entry' in entry && entry.entry === 'input' && 'text' in entry ? [entry.text] : [])),
    ).toEqual(['go', 'go', 'hey']);
  });

  it('that is kept open is idle after its turn, which is told', async () => {
    const { run, handle } = begin({ shell: TALK, options: { keepOpen: true } });
    const heardOf: string[] = [];
    run.life.parts.turns.activity.on(({ activity }) => heardOf.push(activity));
    await expect.poll(() => heardOf.at(-1)).toBe('idle');
    expect(handle.activity).toBe('idle');
    run.end();
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
    expect(handle.activity).toBe('over');
  });

  it('that has waited does not count that time', async () => {
    const deps = createToyDeps();
    const run = new Run(prepareToy(), deps);
    deps.manual.pass(5_000);
    run.begin();
    expect(await run.result).toMatchObject({ exitReason: 'crashed', durationMs: 0 });
  });

  it('has its limit of time', async () => {
    const { run } = begin({ shell: HANGS, prepared: { timeout: 300 } });
    expect(await run.result).toMatchObject({ exitReason: 'timeout' });
  });

  it('fails where its last answer does not fit', async () => {
    const { run } = begin({ shell: TALK, prepared: { outputSchema: { type: 'number' } as never } });
    expect((await run.result).exitReason).toBe('failed');
  });

  it('whose work is done elsewhere tells its agent to stop, and waits until that is passed on', async () => {
    for (const isPaused of [false, true]) {
      const stopped = script({ drafts: [{ type: 'turn_end' }], state: { busy: true, turn: false } });
      const shell = ['read -r a', 'read -r b', line(BEGIN), 'read -r stop', line(stopped), 'exec sleep 60'].join('\n');
      const { run, handle, all } = begin({
        shell,
        mode: { worksElsewhere: true },
        prepared: { gracePeriodMs: 60_000 },
        change: (dialect) => {
          dialect.interrupt = () => ({ write: ['stop'] });
        },
      });
      await heard(handle, 'step_start');
      if (isPaused) {
        run.pause();
      }
      run.abort();
      expect(await run.result).toMatchObject({ exitReason: 'aborted', signal: 'SIGTERM' });
      expect(all('in').at(-1)).toEqual(['stop']);
      expect(all('out').map(([words]) => words)).toContain(stopped);
    }
  });
});

describe('a run that is paused', () => {
  it('hears nothing until it goes on, and then all of it in its order', async () => {
    const both = `printf '%s\\n%s\\n%s\\n' '${saying(text('one'))}' '${saying(text('two'))}' '${saying(text('three'))}'`;
    const { run, handle, events, entries } = begin({ shell: [line(BEGIN), both, 'exec sleep 60'].join('\n') });
    handle.once('text_delta', () => run.pause());
    await heard(handle, 'paused');
    expect(run.life.attempt.isSuspended).toBe(true);
    const stood = run.life.parts.time.now();
    // The other two came with the first, and wait.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(events().filter((type) => type === 'text_delta')).toHaveLength(1);
    expect(run.life.parts.time.now()).toBe(stood);
    run.resume();
    expect(run.life.attempt.isSuspended).toBe(false);
    await expect
      .poll(() => entries.flatMap((entry) => ('delta' in entry ? [entry.delta] : [])))
      .toEqual(['one', 'two', 'three']);
    run.abort();
    expect(await run.result).toMatchObject({ exitReason: 'aborted' });
  });

  it('before its process exists goes on later, and completes', async () => {
    const { run } = begin({ shell: TALK });
    run.pause();
    await new Promise((resolve) => setTimeout(resolve, 30));
    run.resume();
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
  });

  it('hears what has waited also where it is ended', async () => {
    const both = `printf '%s\\n%s\\n' '${saying(text('one'))}' '${saying(text('two'))}'`;
    const { run, handle, all } = begin({ shell: [line(BEGIN), both, 'exec sleep 60'].join('\n') });
    handle.once('text_delta', () => run.pause());
    await heard(handle, 'paused');
    run.abort();
    await run.result;
    expect(all('out').map(([words]) => words)).toContain(saying(text('two')));
  });
});

describe('readers that are behind', () => {
  it('hold the agent back, and stop it where its requests are counted, until its turn is interrupted', async () => {
    for (const maxTokens of [undefined, 1_000]) {
      const { run, handle, deps } = begin({ shell: HANGS, options: maxTokens === undefined ? {} : { maxTokens } });
      await heard(handle, 'step_start');
      const { life } = run;
      expect(life.attempt.isSuspended).toBe(false);
      Object.assign(deps.kin, { isFull: true });
      life.steerReading();
      expect(life.attempt.isSuspended).toBe(maxTokens !== undefined);
      const stood = life.parts.time.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(life.parts.time.now()).toBe(stood);
      run.interrupt();
      expect(life.attempt.isSuspended).toBe(false);
      run.abort();
      await run.result;
    }
  });
});

describe('an agent whose own reader is behind', () => {
  it('stands until the run is ended', async () => {
    const flood = `i=0; while [ $i -lt 50 ]; do ${line(saying(text('x'), { type: 'message_stop', text: 'x' }))}; i=$((i+1)); done`;
    const { run, handle } = begin({
      shell: [line(BEGIN), flood, 'exec sleep 60'].join('\n'),
      prepared: { highWaterMark: 2 },
      options: { maxTokens: 1_000 },
    });
    const reader = handle.entries()[Symbol.asyncIterator]();
    await reader.next();
    await expect.poll(() => run.life.attempt.isSuspended).toBe(true);
    run.abort();
    expect(await run.result).toMatchObject({ exitReason: 'aborted' });
    expect(run.life.attempt.isSuspended).toBe(false);
  });
});

describe('an agent that starts while readers are behind', () => {
  it('stands until they have caught up', async () => {
    const { run, deps } = begin({ shell: TALK, options: { maxTokens: 1_000 } });
    Object.assign(deps.kin, { isFull: true });
    await expect.poll(() => run.life.attempt.isSuspended).toBe(true);
    Object.assign(deps.kin, { isFull: false });
    run.life.steerReading();
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
  });
});

describe('an agent that is read though its readers are behind', () => {
  it('because its turn was interrupted, is held back again once it begins the next one by itself', async () => {
    const between = script({ state: { busy: true, turn: false } });
    const shell = ['read -r a', 'read -r b', line(BEGIN), 'read -r stop', line(between), line(BEGIN), 'exec sleep 60'];
    const { run, handle, deps } = begin({ shell: shell.join('\n'), options: { maxTokens: 1_000 } });
    await heard(handle, 'step_start');
    Object.assign(deps.kin, { isFull: true });
    run.interrupt();
    expect(run.life.attempt.isSuspended).toBe(false);
    await expect.poll(() => run.life.attempt.isSuspended).toBe(true);
    run.abort();
    await run.result;
  });
});

describe('the session that a run goes on with', () => {
  const prior = { turnCount: 4, path: '/session' } as never;

  it('is read before its agent starts, and its mode knows of it', async () => {
    const { run, contexts, all, entries } = begin({ shell: TALK, deps: { readPrior: async () => prior } });
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
    expect(contexts.map((context) => context.prior)).toEqual([undefined, prior]);
    expect(all('describe')[0]).toEqual([{ argv: ['sh', '-c', expect.any(String)], prior }]);
    expect(entries).toContainEqual(expect.objectContaining({ type: 'session_start' }));
  });

  it('ends the run where it is wrong', async () => {
    const { run, all } = begin({
      shell: TALK,
      deps: {
        readPrior: async () => {
          throw new Error('no such session');
        },
      },
    });
    expect(await run.result).toMatchObject({
      exitReason: 'failed',
      error: { code: 'INTERNAL', message: 'no such session' },
    });
    expect(all('in')).toEqual([]);
  });
});

describe('a store', () => {
  const logOf = (changes: object = {}) => {
    const kept: unknown[] = [];
    const hooks: { onBroken?: (error: Error) => void } = {};
    const openLog: RunDeps['openLog'] = (header, callbacks, command) => {
      kept.push([header.runId, command.file]);
      Object.assign(hooks, callbacks);
      return {
        append: (entry: JournalEntry) => kept.push(entry),
        barrier: () => undefined,
        isBehind: false,
        finish: async () => 'whole',
        ...changes,
      } as never;
    };
    return { openLog, kept, hooks };
  };

  it('has all entries of the run', async () => {
    const { openLog, kept } = logOf();
    const { run, runId, entries } = begin({ shell: TALK, deps: { openLog } });
    expect(await run.result).toMatchObject({ stored: 'whole' });
    expect(kept).toEqual([[runId, 'sh'], ...entries]);
  });

  it('keeps the header before the agent starts', async () => {
    let keep: () => void = () => {};
    const barrier = () => new Promise<'stored'>((resolve) => (keep = () => resolve('stored')));
    let isFirst = true;
    const { openLog } = logOf({
      barrier: () => {
        const asked = isFirst ? barrier() : undefined;
        isFirst = false;
        return asked;
      },
    });
    const { run } = begin({ shell: TALK, deps: { openLog } });
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(run.life.attempt.isReachable).toBe(false);
    keep();
    expect(await run.result).toMatchObject({ exitReason: 'completed' });
  });

  it.each([
    [true, 'failed'],
    [false, 'completed'],
  ])('that breaks ends only a run that must be kept: %s', async (storeRequired, exitReason) => {
    const { openLog, hooks } = logOf();
    const { run, entries } = begin({ shell: TALK, deps: { openLog }, prepared: { storeRequired } });
    hooks.onBroken?.(new Error('disk full'));
    const { error, ...result } = await run.result;
    expect(result).toMatchObject({ exitReason, stored: 'partial' });
    expect(error?.code).toBe(storeRequired ? 'STORE_ERROR' : undefined);
    const told = entries.filter((entry) => 'type' in entry && entry.type === 'debug');
    expect(told.length).toBe(storeRequired ? 0 : 1);
    if (!storeRequired) {
      expect(told).toMatchObject([{ level: 'warn', message: 'The store does not keep this run any more: disk full.' }]);
    }
  });
});

describe('a store that has a run with this id', () => {
  it('ends the run', async () => {
    const hooks: { onBroken?: (error: Error) => void } = {};
    const openLog: RunDeps['openLog'] = (_, callbacks) => {
      Object.assign(hooks, callbacks);
      return { append: () => {}, barrier: () => undefined, isBehind: false, finish: async () => 'partial' } as never;
    };
    const { run } = begin({ shell: TALK, deps: { openLog } });
    hooks.onBroken?.(new AgentMuxError('VALIDATION_ERROR', 'The store has it.'));
    expect(await run.result).toMatchObject({
      exitReason: 'failed',
      error: { code: 'VALIDATION_ERROR', message: 'The store has it.' },
    });
  });
});

describe('a fault of our own', () => {
  it('ends the run and its agent, and says where it was', async () => {
    const { run } = begin({
      shell: TALK,
      deps: {
        random: () => {
          throw new Error('boom');
        },
      },
    });
    const result = await run.result;
    expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'INTERNAL' } });
    expect(result.error?.message).toBe('agent-mux failed to lead the run: boom. The run was ended; other runs go on.');
  });

  it('in the middle of a run ends an agent that would go on for ever', async () => {
    const { run, handle } = begin({ shell: HANGS });
    await heard(handle, 'step_start');
    run.life.faults.report('do it', new Error('boom'));
    const result = await run.result;
    expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'INTERNAL' }, signal: 'SIGTERM' });
    expect(result.error?.message).toBe('agent-mux failed to do it: boom. The run was ended; other runs go on.');
  });
});
