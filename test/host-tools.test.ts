/** Functions of the program's that the agent calls as tools. */
import type { EventDraft, HostTool } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { next, runToy, startToy, typesOf } from './support/toy-run.ts';

const call = (key: string, toolName = 'lookup'): readonly EventDraft[] => [
  { type: 'tool_call_start', toolCallId: `call-${key}`, toolName, input: { key } },
  { type: 'host_tool_call', key, toolCallId: `call-${key}`, toolName, input: { key } },
];
const begin = says({ type: 'turn_start' });
const end = [says({ type: 'turn_end' }), { do: 'read-all' }] as const;
const lookup = (run: HostTool['run']): HostTool => ({
  name: 'lookup',
  description: 'Looks it up.',
  inputSchema: { type: 'object', properties: {} },
  run,
});
const calls = (toolName?: string) =>
  [session, begin, says(...call('a', toolName)), { do: 'read', contains: '"result"' }, ...end] as const;
const warnings = (events: readonly { type: string; message?: unknown }[]): unknown[] =>
  events.flatMap((event) => (event.type === 'debug' ? [event.message] : []));

describe('a tool of the program', () => {
  it('is given the input and the id of the call, and its text goes back', async () => {
    const seen: unknown[] = [];
    const { events } = await runToy(
      [
        session,
        begin,
        says(...call('a')),
        { do: 'read', contains: '"key":"a","type":"output","text":"found a"' },
        ...end,
      ],
      {
        run: {
          tools: [
            lookup((input, { toolCallId, signal }) => {
              seen.push(input, toolCallId, signal.aborted);
              return `found ${(input as { key: string }).key}`;
            }),
          ],
        },
      },
    );
    const [start] = events.filter(({ type }) => type === 'tool_call_start');
    expect(seen).toEqual([{ key: 'a' }, (start as { toolCallId?: string }).toolCallId, false]);
    expect(warnings(events)).toEqual([]);
  });

  it('is told the id that the events carry, where a CLI gives one twice', async () => {
    const seen: string[] = [];
    const once: readonly EventDraft[] = [...call('a'), { type: 'tool_result', toolCallId: 'call-a', output: 'found' }];
    const read = { do: 'read', contains: '"result"' } as const;
    const { events } = await runToy([session, begin, says(...once), read, says(...once), read, ...end], {
      run: { tools: [lookup((_input, { toolCallId }) => `${seen.push(toolCallId)}`)] },
    });
    const starts = events.flatMap((event) => (event.type === 'tool_call_start' ? [event.toolCallId] : []));
    expect(new Set(starts).size).toBe(2);
    expect(seen).toEqual(starts);
  });

  it.each<[string, HostTool['run'], string]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
      '"type":"error","message":"broken"',
    ],
    [
      'rejects',
      async () => {
        throw new Error('later');
      },
      '"type":"error","message":"later"',
    ],
    [
      'throws what cannot be put into words',
      () => {
        throw Object.create(null);
      },
      '"type":"error","message":"something that cannot be told in words"',
    ],
    ['returns no text', (() => 7) as never, '"type":"error","message":"The tool \\"lookup\\" gave no text."'],
  ])('that %s fails its call', async (_what, run, answer) => {
    const { exitReason } = await runToy(
      [session, begin, says(...call('a')), { do: 'read', contains: answer }, ...end],
      { run: { tools: [lookup(run)], timeout: 10_000 } },
    );
    expect(exitReason).toBe('completed');
  });

  it('that is not offered is refused, and said so', async () => {
    const { events, exitReason } = await runToy(calls('other'), {
      run: { tools: [lookup(() => '')], timeout: 10_000 },
    });
    expect([exitReason, warnings(events)]).toEqual([
      'completed',
      ['The agent called "other", a tool of its client that this run does not offer; it was told so.'],
    ]);
  });

  it('runs beside another one', async () => {
    const order: string[] = [];
    let free: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      free = resolve;
    });
    await runToy(
      [
        session,
        begin,
        says(...call('a'), ...call('b')),
        { do: 'read', contains: '"key":"b"' },
        { do: 'read', contains: '"key":"a"' },
        ...end,
      ],
      {
        run: {
          tools: [
            lookup(async (input) => {
              const { key } = input as { key: string };
              if (key === 'a') {
                await first;
              } else {
                free();
              }
              order.push(key);
              return key;
            }),
          ],
        },
      },
    );
    expect(order).toEqual(['b', 'a']);
  });

  it.each(['an abort', 'a withdrawal'] as const)('hears of %s, and its late result reaches nobody', async (how) => {
    let heard: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const settled = says({ type: 'host_tool_settled', key: 'a' }, { type: 'turn_end' });
    const handle = startToy(
      [
        session,
        begin,
        says(...call('a')),
        ...(how === 'an abort' ? [{ do: 'hang' } as const] : [settled, { do: 'read-all' } as const]),
      ],
      {
        run: {
          tools: [
            lookup(async (_input, { signal }) => {
              await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
              heard?.();
              return 'too late';
            }),
          ],
        },
      },
    );
    if (how === 'an abort') {
      await next(handle, 'tool_call_ready');
      await handle.abort();
    }
    await aborted;
    expect((await handle).exitReason).toBe(how === 'an abort' ? 'aborted' : 'completed');
  });

  it('may take longer than the agent may be silent', async () => {
    const { exitReason } = await runToy(calls(), {
      run: {
        inactivityTimeout: 1_500,
        tools: [lookup(() => new Promise((resolve) => setTimeout(() => resolve('slow'), 2_200)))],
      },
    });
    expect(exitReason).toBe('completed');
  });

  it('is not run again for an attempt that failed after it', async () => {
    let runs = 0;
    // No events of the call: whether one was ready is what tells of the others.
    const asks = says({ type: 'host_tool_call', key: 'a', toolCallId: 'call-a', toolName: 'lookup', input: {} });
    const limited = says({ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'Slow down.' } });
    const { exitReason } = await runToy(
      [session, begin, asks, { do: 'read', contains: '"result"' }, limited, { do: 'read-all' }],
      { run: { retryPolicy: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 }, tools: [lookup(() => `${++runs}`)] } },
    );
    expect([runs, exitReason]).toEqual([1, 'failed']);
  });

  it('leaves nothing of its own in the stream', async () => {
    const { events } = await runToy(calls(), { run: { tools: [lookup(() => 'x')] } });
    expect(typesOf(events).filter((type) => type.includes('host'))).toEqual([]);
  });
});

describe('the option', () => {
  const start =
    (tools: unknown, capabilities = {}) =>
    () =>
      startToy([session], { capabilities, run: { tools: tools as never } });

  it.each([
    ['a name with blanks', [{ ...lookup(() => ''), name: 'look up' }], 'tools[0].name'],
    ['a schema of no object', [{ ...lookup(() => ''), inputSchema: { type: 'string' } }], 'tools[0].inputSchema'],
    ['no function', [{ ...lookup(() => ''), run: undefined }], 'tools[0].run'],
    ['a name twice', [lookup(() => ''), lookup(() => '')], 'tools'],
    ['a hole', new Array(1), 'tools[0]'],
  ])('refuses %s', (_what, tools, field) => {
    expect(start(tools)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', fields: [expect.objectContaining({ field })] }),
    );
  });

  it('is refused beside an MCP server of the name under which tools are offered', () => {
    const server = { name: 'agent-mux', transport: 'stdio', command: 'mine' } as const;
    const run = (tools: readonly HostTool[]) => () =>
      startToy([session, ...end], { capabilities: { supportsMCP: true }, run: { mcpServers: [server], tools } });
    expect(run([lookup(() => '')])).toThrow('Rename the server.');
    expect(run([])).not.toThrow();
  });

  it('is refused where the CLI lets no client offer tools', () => {
    expect(start([lookup(() => '')], { supportsHostTools: false })).toThrow(
      expect.objectContaining({ code: 'CAPABILITY_ERROR', message: expect.stringContaining('hostTools') }),
    );
  });
});
