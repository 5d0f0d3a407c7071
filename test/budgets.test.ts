/** What a run may use and cost: kept to by its CLI or by us, and refused where neither can. */
import { readFileSync } from 'node:fs';
import { builtInAdapters } from '@agent-mux/adapters';
import {
  type AgentMuxClient,
  type Capabilities,
  CapabilityError,
  type ClientOptions,
  createClient,
  type EventDraft,
  type Mode,
  type RunOptions,
  type RunResult,
  ValidationError,
} from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { exitCodeOfResult } from 'agent-mux';
import { describe, expect, it } from 'vitest';
import { says, saysAtOnce, session, toyAdapter } from './support/toy-adapter.ts';
import { USAGE_FACTS } from './usage/facts.ts';

interface Toy {
  readonly run: Partial<RunOptions>;
  readonly client?: Partial<ClientOptions>;
  readonly capabilities?: Partial<Capabilities>;
}

const BY_US: Partial<Capabilities> = { supportsMaxTokens: true, maxCost: 'told' };
const PRICES = { mock: { inputPerMillion: 10_000, outputPerMillion: 0 } };

function clientOf(steps: readonly FakeAgentStep[], { client, capabilities = BY_US }: Omit<Toy, 'run'>): AgentMuxClient {
  return createClient({ adapters: [toyAdapter({ steps, capabilities })], ...client });
}

async function play(steps: readonly FakeAgentStep[], { run, ...toy }: Toy): Promise<RunResult> {
  return clientOf(steps, toy).run({
    agent: 'toy',
    prompt: 'go',
    collectEvents: true,
    gracePeriodMs: 300,
    ...run,
  });
}

/** One model request of ten tokens, told as CLIs do: what it used at its end, in one line. */
const request = (text: string, lane?: string): FakeAgentStep => {
  const of = lane === undefined ? {} : { lane };
  const tokens = { inputTokens: 8, outputTokens: 2 };
  const drafts: EventDraft[] = [
    ...(lane === undefined ? ([{ type: 'step_start' }] as const) : []),
    { type: 'text_delta', delta: text, ...of },
    { type: 'message_stop', ...of },
    { type: 'token_usage', ...tokens, model: 'mock', ...of },
    { type: 'cost', mode: 'add', cost: { totalUsd: 0, priced: false, ...tokens }, ...of },
    ...(lane === undefined ? ([{ type: 'step_end' }] as const) : []),
  ];
  return saysAtOnce(...drafts);
};
const begin = says({ type: 'turn_start' });
const end = [says({ type: 'turn_end' }), { do: 'read-all' }] as const;
/** What the agent does between two requests. */
const works: FakeAgentStep = { do: 'wait', ms: 400 };

function turnOf(count: number, between = works): readonly FakeAgentStep[] {
  const requests = Array.from({ length: count }, (_, index) => [request(`answer ${index + 1}`), between]);
  return [session, begin, ...requests.flat(), ...end];
}

describe('a run that uses more than it may', () => {
  it.each([
    ['tokens', { run: { maxTokens: 25 } }, /has used 30 tokens, and may use 25/],
    ['tokens, where output comes whole', { run: { maxTokens: 25, stream: false } }, /has used 30 tokens/],
    ['money', { run: { maxCostUsd: 0.2 }, client: { prices: PRICES } }, /has cost \$0\.24, and may cost \$0\.2 /],
  ] as const)('ends by its budget of %s after the request that went over it', async (_what, toy, message) => {
    // A busy host hears of a request late, and the agent must not have begun the next one by then.
    const result = await play(turnOf(9, { do: 'wait', ms: 2_000 }), toy);
    const events = result.events.filter(({ type }) => ['step_start', 'error', 'session_end'].includes(type));
    expect(events.map(({ type }) => type)).toEqual(['step_start', 'step_start', 'step_start', 'error', 'session_end']);
    expect(events.at(-2)).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      message: expect.stringMatching(message),
      recoverable: false,
    });
    expect(result).toMatchObject({
      exitReason: 'budget',
      error: { code: 'BUDGET_EXCEEDED', recoverable: false },
      // What was paid for is not lost.
      text: 'answer 3',
      tokenUsage: { totalTokens: 30 },
      turns: [{ outcome: 'budget' }],
    });
    expect(exitCodeOfResult(result)).toBe(18);
  });

  it.each([{ maxTokens: 30 }, { maxCostUsd: 0.24 }])(
    'completes where it uses all of it and no more: %j',
    async (run) => {
      const result = await play(turnOf(3), { run, client: { prices: PRICES } });
      expect(result).toMatchObject({ exitReason: 'completed', error: null });
    },
  );

  it('uses at most one request more for each agent that works at once', async () => {
    const kids = ['a', 'b', 'c'];
    const steps = [
      session,
      begin,
      request('I send three.'),
      says(
        ...kids.map((kid): EventDraft => ({ type: 'subagent_spawn', subagentId: kid, agentName: kid, prompt: 'x' })),
      ),
      ...Array.from({ length: 5 }, () => [...kids.map((kid) => request('I look.', kid)), works]).flat(),
      ...end,
    ];
    const { exitReason, tokenUsage } = await play(steps, { run: { maxTokens: 25 } });
    expect(exitReason).toBe('budget');
    const over = (tokenUsage?.totalTokens ?? 0) - 25;
    expect(over).toBeGreaterThan(0);
    expect(over).toBeLessThanOrEqual(10 * (kids.length + 1));
  });

  it('counts what is seen of a request before its use is told, and that once', async () => {
    const seen = (inputTokens: number): EventDraft => ({
      type: 'tokens_seen',
      inputTokens,
      outputTokens: 0,
      lane: 'a',
    });
    const spawn: EventDraft = { type: 'subagent_spawn', subagentId: 'a', agentName: 'a', prompt: 'x' };
    const steps = [
      session,
      begin,
      says(spawn),
      request('one'),
      says(seen(8)),
      request('told', 'a'),
      says(seen(8)),
      works,
    ];
    const few = await play([...steps, ...end], { run: { maxTokens: 28 } });
    expect(few).toMatchObject({ exitReason: 'completed', tokenUsage: { totalTokens: 20 } });
    const many = await play([...steps, says(seen(1)), works, ...end], { run: { maxTokens: 28 } });
    expect(many).toMatchObject({
      exitReason: 'budget',
      error: { message: expect.stringContaining('has used 29 tokens') },
    });
  });

  it('ends also where it waits for another prompt, and takes none', async () => {
    const handle = clientOf([session, begin, request('one'), ...end], {}).run({
      agent: 'toy',
      prompt: 'go',
      keepOpen: true,
      maxTokens: 5,
    });
    const { exitReason } = await handle;
    expect(exitReason).toBe('budget');
    await expect(handle.continue('more')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
  });

  it('counts the attempts that were given up: they were paid', async () => {
    const fails = says({ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } });
    const result = await play([session, begin, request('half'), fails, { do: 'read-all' }], {
      run: { maxTokens: 15, retryPolicy: { maxAttempts: 5, baseDelayMs: 1 } },
    });
    expect(result).toMatchObject({ exitReason: 'budget', attempts: 2, tokenUsage: { totalTokens: 20 } });
  });

  it('ends at the first request that has no price, and says what to give', async () => {
    const prices = { other: { inputPerMillion: 1, outputPerMillion: 1 } };
    const result = await play(turnOf(5), { run: { maxCostUsd: 5 }, client: { prices } });
    expect(result).toMatchObject({
      exitReason: 'failed',
      error: {
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(/toy has asked the model "mock".*`prices` with \{ "mock": .*there are "other"/),
      },
      tokenUsage: { totalTokens: 10 },
    });
  });
});

describe('a budget that the CLI keeps to itself', () => {
  const capabilities = { maxCost: 'native' } as const;
  const spent = { type: 'error', code: 'BUDGET_EXCEEDED', message: 'Reached maximum budget ($1)' } as const;
  const over = [session, begin, says({ type: 'turn_end', outcome: spent }), { do: 'read-all' }] as const;

  it.each([{}, { keepOpen: true }])('ends the run as ours does, with %j', async (more) => {
    const result = await play(over, { run: { maxCostUsd: 1, ...more }, capabilities });
    const { code, message } = spent;
    expect(result).toMatchObject({ exitReason: 'budget', error: { code, message } });
    expect(exitCodeOfResult(result)).toBe(18);
  });

  it('is for each further attempt what those before it have left', async () => {
    const costs: EventDraft = { type: 'cost', mode: 'total', cost: { totalUsd: 0.3, inputTokens: 1, outputTokens: 1 } };
    const fails = says({ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } });
    const toy = toyAdapter({ steps: [session, begin, says(costs), fails, { do: 'read-all' }], capabilities });
    const given: unknown[] = [];
    const modes = toy.modes.map((mode): Mode => {
      const command: Mode['command'] = (options, context) => {
        given.push(options.maxCostUsd);
        return mode.command(options, context);
      };
      return { ...mode, command };
    });
    await using client = createClient({ adapters: [{ ...toy, modes }] });
    const retryPolicy = { maxAttempts: 9, baseDelayMs: 1 };
    const result = await client.run({ agent: 'toy', prompt: 'go', maxCostUsd: 1, retryPolicy });
    expect(given).toEqual([1, 0.7, 0.4, 0.1]);
    expect(result).toMatchObject({ exitReason: 'budget', attempts: 4, cost: { totalUsd: 1.2 } });
  });

  it('takes no further prompt: it would be asked for nothing', async () => {
    const handle = clientOf(over, { capabilities }).run({ agent: 'toy', prompt: 'go', maxCostUsd: 1 });
    const next = handle.continue('more');
    await expect(next).rejects.toMatchObject({ message: expect.stringContaining('has used up its budget') });
    expect((await handle).exitReason).toBe('budget');
  });
});

describe('what nobody could keep to is refused before anything starts', () => {
  const refusal = (toy: Omit<Toy, 'run'>, run: object): unknown => {
    try {
      clientOf([], toy).run({ agent: 'toy', prompt: 'go', ...run });
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it.each([
    ['maxTokens', { maxTokens: 5 }],
    ['maxCostUsd', { maxCostUsd: 5 }],
  ])('%s, where usage is told too late', (name, run) => {
    const error = refusal({ capabilities: {} }, run);
    expect(error).toBeInstanceOf(CapabilityError);
    expect(String(error)).toContain(`lacks ${name}`);
  });

  it.each([
    ['no prices', {}, {}, /`maxCostUsd` needs prices, for toy tells tokens and no money: give the client `prices`/],
    [
      'no price of the model',
      { prices: PRICES },
      { model: 'new' },
      /needs a price of the model "new".*there are "mock"/,
    ],
    ['a default model without one', { prices: PRICES, defaultModel: 'new' }, {}, /needs a price of the model "new"/],
  ])('maxCostUsd with %s, where the CLI tells no money', (_what, client, run, message) => {
    const capabilities = { ...BY_US, maxCost: 'priced' } as const;
    const error = refusal({ client, capabilities }, { maxCostUsd: 5, ...run });
    expect(error).toBeInstanceOf(ValidationError);
    expect(String(error)).toMatch(message);
    expect(refusal({ client: { prices: PRICES }, capabilities }, { maxCostUsd: 5, model: 'x/mock' })).toBeUndefined();
  });

  it('bad values, all at once, with the nearest right names', () => {
    const error = refusal({}, { maxTokens: 0.5, maxCostUsd: 0, maxCostUSD: 1, maxToken: 5 });
    expect((error as ValidationError).fields.map(({ message }) => message)).toEqual([
      '`maxTokens` is 0.5, but must be an integer of at least 1.',
      '`maxCostUsd` is 0, but must be a number of US dollars above 0.',
      '`maxCostUSD` is no option; did you mean `maxCostUsd`?',
      '`maxToken` is no option; did you mean `maxTokens`?',
    ]);
    for (const maxCostUsd of [-1, Number.NaN, Number.POSITIVE_INFINITY, '1', null]) {
      expect(refusal({}, { maxCostUsd }), String(maxCostUsd)).toBeInstanceOf(ValidationError);
    }
  });

  it('bad prices, all at once', () => {
    const prices = {
      a: { inputPerMillion: -1, outputPerMillon: 2 },
      b: 5,
      '': { inputPerMillion: 1, outputPerMillion: 1 },
    } as never;
    const give = () => createClient({ prices });
    expect(give).toThrow(ValidationError);
    expect(give).toThrow('`prices["a"].inputPerMillion` is -1, but must be a number of at least 0.');
    expect(give).toThrow('`prices["a"].outputPerMillon` is no option; did you mean `outputPerMillion`?');
    expect(give).toThrow('`prices["a"].outputPerMillion` is missing');
    expect(give).toThrow('`prices["b"]` is 5, but must be an object.');
    expect(give).toThrow('`prices[""]` is "", but must be a non-empty string.');
    expect(() => createClient({ prices: [] as never })).toThrow('`prices` is an array');
  });
});

describe('each mode of each agent', () => {
  const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => ({ agent, mode, name: mode.name })));

  it.each(MODES)('$agent, $name: keeps to a budget, or refuses it with a reason', ({ mode }) => {
    const { capabilities, refusals = {} } = mode;
    expect(capabilities.supportsMaxTokens === true).toBe(refusals.maxTokens === undefined);
    expect(capabilities.maxCost !== undefined).toBe(refusals.maxCostUsd === undefined);
  });

  // The facts are held against all recordings in test/usage.test.ts.
  it.each(MODES)('$agent, $name: claims what its recordings show', ({ agent, mode: { name, capabilities } }) => {
    const facts = USAGE_FACTS.find((each) => each.agent === agent && each.mode === name);
    const byRequest = facts?.per === 'request';
    const { supportsMaxTokens = false, maxCost } = capabilities;
    expect(supportsMaxTokens).toBe(byRequest);
    if (maxCost === 'native') {
      expect(facts?.money).toBe('own prices');
    } else if (maxCost === 'told') {
      expect([byRequest, facts?.money]).not.toContain('none');
    } else if (maxCost === 'priced') {
      expect([byRequest, facts?.models.includes('usage')]).toEqual([true, true]);
    } else {
      expect(byRequest).toBe(false);
    }
  });
});

it('docs/budgets.md says who can be kept to one', () => {
  const page = readFileSync(new URL('../docs/budgets.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| agent \| mode \| `maxTokens` \| `maxCostUsd` \|\n\|[-|]+\n((?:\|.*\n)+)/.exec(page) ?? [];
  const rows = table.split('\n').filter(Boolean);
  const told = rows.flatMap((row) => {
    const [agent = '', modes = '', tokens, money] = row.slice(2, -2).split(' | ');
    return modes.split(', ').map((mode) => [agent, mode, tokens, money]);
  });
  const MONEY = { native: 'by the CLI', told: 'by us', priced: 'by us, with `prices`' };
  const kept = builtInAdapters.flatMap(({ agent, modes }) =>
    modes.flatMap(({ name, capabilities: { supportsMaxTokens = false, maxCost } }) =>
      maxCost === undefined ? [] : [[agent, name, supportsMaxTokens ? 'by us' : 'refused', MONEY[maxCost]]],
    ),
  );
  expect(told.sort()).toEqual(kept.sort());
});
