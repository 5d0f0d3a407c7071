import { describe, expect, it } from 'vitest';
import type { Dialect, HostToolOutcome } from '../adapter/dialect.ts';
import type { HostTool } from '../adapter/options.ts';
import { HostTools } from './host-tools.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const call = (toolName: string, key = 'k') =>
  ({ type: 'host_tool_call', key, toolCallId: `t-${key}`, toolName, input: { a: 1 } }) as const;

function setUp(run: HostTool['run'], more: { refusal?: string; reply?: unknown; fault?: boolean } = {}) {
  const log: unknown[] = [];
  const tool = { name: 'lookup', description: 'd', inputSchema: {}, run };
  const tools = new HostTools({
    runId: 'r',
    tools: [{ ...tool, name: 'other', run: () => 'of another' }, tool],
    dialect: () =>
      ({
        returnHostTool: 'reply' in more ? () => more.reply : (key: string) => ({ write: [`back ${key}`] }),
      }) as unknown as Dialect,
    say: ({ write }) => {
      if (more.fault) {
        throw new Error('no pipe');
      }
      log.push(...write);
    },
    onResult: (key: string, outcome: HostToolOutcome) => log.push({ key, ...outcome }),
    refusal: () => more.refusal,
    publicId: (toolCallId) => `${toolCallId}#2`,
    onWarning: (message) => log.push(`warn ${message}`),
    onFault: (error) => log.push(`fault ${(error as Error).message}`),
  });
  return { tools, log };
}

describe('a tool of the program', () => {
  it('is run with its input, and its text goes back', async () => {
    const given: unknown[] = [];
    const { tools, log } = setUp((input, context) => {
      given.push(input, { ...context, signal: context.signal.aborted });
      return 'found';
    });
    expect([tools.isRunning, tools.wasCalled]).toEqual([false, false]);
    tools.call(call('lookup'));
    expect([tools.isRunning, tools.wasCalled]).toEqual([true, true]);
    await settle();
    expect(given).toEqual([{ a: 1 }, { runId: 'r', toolCallId: 't-k#2', signal: false }]);
    expect(log).toEqual([{ key: 'k', type: 'output', text: 'found' }, 'back k']);
    expect([tools.isRunning, tools.wasCalled]).toEqual([false, true]);
  });

  it.each<[string, HostTool['run'], string, readonly string[]]>([
    [
      'throws',
      () => {
        throw new Error('not today');
      },
      'not today',
      [],
    ],
    [
      'gives no text',
      () => 5 as never,
      'The tool "lookup" gave no text.',
      ['warn The tool "lookup" returned 5 and not a string: its call has failed.'],
    ],
  ])('that %s has failed', async (_what, run, message, warnings) => {
    const { tools, log } = setUp(run);
    tools.call(call('lookup'));
    await settle();
    expect(log).toEqual([...warnings, { key: 'k', type: 'error', message }, 'back k']);
  });

  it('that is not offered is refused', async () => {
    const { tools, log } = setUp(() => '');
    tools.call(call('unknown'));
    await settle();
    expect(log).toEqual([
      'warn The agent called "unknown", a tool of its client that this run does not offer; it was told so.',
      { key: 'k', type: 'error', message: 'This client offers no tool "unknown".' },
      'back k',
    ]);
  });

  it('is not run while nothing is granted', async () => {
    const { tools, log } = setUp(() => 'found', { refusal: 'the turn was interrupted' });
    tools.call(call('lookup'));
    await settle();
    expect(log).toEqual([
      { key: 'k', type: 'error', message: 'The tool was not run: the turn was interrupted.' },
      'back k',
    ]);
    expect([tools.isRunning, tools.wasCalled]).toEqual([false, false]);
  });

  it.each([['gone'], [undefined]])('says nothing where its call is %s', async (reply) => {
    const { tools, log } = setUp(() => 'found', { reply });
    tools.call(call('lookup'));
    await settle();
    expect(log).toEqual([]);
  });

  it('is a fault where its result cannot be handed back', async () => {
    const { tools, log } = setUp(() => 'found', { fault: true });
    tools.call(call('lookup'));
    await settle();
    expect(log.at(-1)).toBe('fault no pipe');
  });
});

describe('a call that nobody waits for any more', () => {
  function slow() {
    const ends: ((text: string) => void)[] = [];
    const signals: AbortSignal[] = [];
    const made = setUp((_input, { signal }) => {
      signals.push(signal);
      return new Promise<string>((resolve) => ends.push(resolve));
    });
    return { ...made, ends, signals };
  }

  it('is told so, and what it gives goes nowhere', async () => {
    const { tools, log, ends, signals } = slow();
    tools.call(call('lookup'));
    await settle();
    tools.settle('other');
    expect([tools.isRunning, signals[0]?.aborted]).toEqual([true, false]);
    tools.settle('k');
    expect([tools.isRunning, signals[0]?.aborted]).toEqual([false, true]);
    ends[0]?.('late');
    await settle();
    expect(log).toEqual([]);
  });

  it('does not answer another one under its key', async () => {
    const { tools, log, ends } = slow();
    tools.call(call('lookup'));
    tools.settle('k');
    tools.call(call('lookup'));
    await settle();
    ends[0]?.('late');
    await settle();
    expect([log, tools.isRunning]).toEqual([[], true]);
    ends[1]?.('in time');
    await settle();
    expect(log).toEqual([{ key: 'k', type: 'output', text: 'in time' }, 'back k']);
  });

  it('is the one whose key the CLI uses again', async () => {
    const { tools, log, ends, signals } = slow();
    tools.call(call('lookup'));
    tools.call(call('lookup'));
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    ends[0]?.('late');
    ends[1]?.('in time');
    await settle();
    expect(log).toEqual([{ key: 'k', type: 'output', text: 'in time' }, 'back k']);
  });

  it('is each one when the attempt is over', async () => {
    const { tools, signals } = slow();
    tools.call(call('lookup', 'a'));
    tools.call(call('lookup', 'b'));
    await settle();
    tools.close();
    expect([tools.isRunning, signals.map(({ aborted }) => aborted)]).toEqual([false, [true, true]]);
  });
});
