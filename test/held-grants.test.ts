/**
 * From the moment that stops a run, interrupts its turn or takes it over its limit, nothing is granted and no tool of
 * the program is run, whatever it had to wait for: what the agent received says so.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type EventDraft, type RunHandle, type RunOptions, type RunStore } from '@agent-mux/core';
import { readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import { checkEntries, isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { says, saysAtOnce, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-held-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const ask = (detail: string): EventDraft => ({
  ...{ type: 'approval_request', key: 'a', action: 'Run a command', detail, riskLevel: 'high' },
});
const call = { toolCallId: 't', toolName: 'sweep', input: {} };
const callsTool: readonly EventDraft[] = [
  { type: 'tool_call_start', toolCallId: 't', toolName: 'sweep' },
  { type: 'tool_call_ready', ...call },
  { type: 'host_tool_call', key: 't', ...call },
];
const oneMoreRequest: readonly EventDraft[] = [{ type: 'step_end' }, { type: 'step_start' }];
const begin: readonly EventDraft[] = [{ type: 'turn_start' }, { type: 'step_start' }];
const interrupted = says({ type: 'step_end' }, { type: 'turn_end', outcome: { type: 'interrupted' } });
const hears = (word: string): FakeAgentStep => ({ do: 'read', contains: word });
const readAll: FakeAgentStep = { do: 'read-all' };

/** A store that has the first grant on its disk only when the test says so. */
class SlowStore implements RunStore {
  readonly holds: Promise<void>;
  release: () => void = () => {};
  #begin: () => void = () => {};
  #barriers = 0;

  constructor() {
    this.holds = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  open(): ReturnType<RunStore['open']> {
    return { append: () => {}, barrier: () => this.#barrier(), isBehind: false, finish: async () => 'whole' };
  }

  // The first barrier is that of the start.
  #barrier(): Promise<'stored'> | undefined {
    this.#barriers++;
    if (this.#barriers !== 2) {
      return undefined;
    }
    this.#begin();
    return new Promise((resolve) => {
      this.release = () => resolve('stored');
    });
  }
}

/** What comes while a grant waits. */
interface Coming {
  readonly name: string;
  readonly run?: Partial<RunOptions>;
  /** What the agent does then. */
  readonly steps: readonly FakeAgentStep[];
  readonly come: (handle: RunHandle) => unknown;
  /** What has then happened; a stop has happened as soon as it was called. */
  readonly hasCome?: AgentEvent['type'];
}

const INTERRUPT: Coming = {
  name: 'interrupt()',
  steps: [hears('interrupt'), interrupted, readAll],
  come: (handle) => handle.interrupt(),
};

const INTERRUPT_AND_TURN: Coming = {
  name: 'interrupt(), and the same key in the next turn',
  steps: [
    hears('interrupt'),
    interrupted,
    says(...begin, ask('rm -rf ~')),
    hears('answer'),
    says({ type: 'turn_end' }),
    readAll,
  ],
  come: (handle) => handle.interrupt(),
  hasCome: 'approval_request',
};

const ABORT: Coming = {
  name: 'abort()',
  steps: [{ do: 'hang' }],
  come: (handle) => void handle.abort(),
};

const TIMEOUT: Coming = {
  name: 'the end of its time',
  run: { timeout: 4_000 },
  steps: [{ do: 'hang' }],
  come: () => {},
  hasCome: 'approval_denied',
};

const MAX_TURNS: Coming = {
  name: 'a limit of model requests',
  run: { maxTurns: 1 },
  steps: [hears('steer'), says(...oneMoreRequest), { do: 'hang' }],
  come: (handle) => handle.steer('go on'),
  hasCome: 'approval_denied',
};

const SAME_KEY: Coming = {
  name: 'a question under the same key',
  steps: [hears('steer'), says(ask('rm -rf ~')), hears('answer'), says({ type: 'turn_end' }), readAll],
  come: (handle) => handle.steer('go on'),
  hasCome: 'approval_request',
};

let count = 0;

interface Play {
  readonly said: readonly FakeAgentStep[];
  readonly run: Partial<RunOptions>;
  readonly store?: SlowStore;
  readonly work: (handle: RunHandle) => Promise<void>;
}

/** Plays it to its end, and checks that the agent was granted nothing and that a replay tells the same. */
async function play({ said, run, store, work }: Play): Promise<{ received: string[]; entries: JournalEntry[] }> {
  const number = count++;
  const [file, record] = [join(scratch, `received-${number}`), join(scratch, `recording-${number}`)];
  const ran: unknown[] = [];
  const sweep = { name: 'sweep', description: 'Sweeps.', inputSchema: { type: 'object' }, run: () => sweeps(ran) };
  const adapter = toyAdapter({
    steps: [{ do: 'log-input', file }, session, ...said],
    capabilities: { supportsMaxTokens: true, maxCost: 'told' },
  });
  const client = createClient({ adapters: [adapter], ...(store && { store }) });
  const handle = client.run({
    ...{ agent: 'toy', prompt: 'go', tools: [sweep], record, collectEvents: true },
    ...{ gracePeriodMs: 1_000, settleMs: 1_000, keepOpen: true },
    ...run,
  });
  const entries: JournalEntry[] = [];
  const gathered = (async () => {
    for await (const entry of handle.entries({ observes: true })) {
      entries.push(entry);
    }
  })();
  await work(handle);
  await handle.end();
  await gathered;
  const received = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  expect(ran, 'tools that ran').toEqual([]);
  expect(received.join('\n'), 'what the agent heard').not.toMatch(/"approve"|"output"/);
  const events = entries.filter(isEventEntry);
  expect(checkEntries(entries)).toEqual([]);
  expect(checkStream(events)).toEqual([]);
  const replayed = replayCassette(await readCassette(join(record, 'cassette.jsonl')), adapter);
  expect(replayed.events.map(withoutTime)).toEqual(events.map(withoutTime));
  return { received, entries };
}

function sweeps(ran: unknown[]): string {
  ran.push('sweep');
  return 'swept';
}

const withoutTime = (event: AgentEvent): unknown => ({ ...event, timestamp: 0 });

/** Denies whatever is asked later than the first question, so that the agent goes on. */
function denyLater(handle: RunHandle): void {
  handle.on('approval_request', ({ interactionId, detail }) => {
    if (detail !== 'ls') {
      // It answers after what waits was let go: who grants must have had the time.
      setTimeout(() => void handle.interaction.respond(interactionId, { type: 'deny' }).catch(() => {}), 200);
    }
  });
}

/** An interrupt comes before the denials: an agent that first hears of a denial goes on and asks its model. */
function expectInterruptFirst(received: readonly string[]): void {
  const replies = received.filter((line) => /"interrupt"|"answer"|"result"/.test(line));
  expect(replies[0] ?? '').toContain('"interrupt"');
}

describe('a grant that the store does not have yet', () => {
  const GIVERS: readonly { name: string; run?: Partial<RunOptions>; give(handle: RunHandle): Promise<unknown> }[] = [
    { name: 'approve()', give: (handle) => handle.approve() },
    { name: 'approveAll()', give: (handle) => handle.interaction.approveAll() },
    {
      name: 'onApprovalRequest',
      run: { onApprovalRequest: ({ detail }) => (detail === 'ls' ? 'approve' : 'deny') },
      give: async () => {},
    },
  ];

  const COMING = [INTERRUPT, INTERRUPT_AND_TURN, ABORT, TIMEOUT, MAX_TURNS, SAME_KEY];
  const ROWS = COMING.flatMap((coming) =>
    GIVERS.map((giver) => ({ coming, giver, name: coming.name, by: giver.name })),
  );

  it.concurrent.each(ROWS)('by $by is not given after $name', async ({ coming, giver }) => {
    const store = new SlowStore();
    const codes: unknown[] = [];
    const { entries } = await play({
      said: [says(...begin, ask('ls')), ...coming.steps],
      run: { ...coming.run, ...giver.run },
      store,
      work: async (handle) => {
        denyLater(handle);
        await next(handle, 'approval_request');
        const given = giver.give(handle).then(
          () => codes.push('given'),
          ({ code }) => codes.push(code),
        );
        await store.holds;
        const hasCome = coming.hasCome === undefined ? undefined : next(handle, coming.hasCome);
        await coming.come(handle);
        await hasCome;
        store.release();
        await given;
      },
    });
    // `approveAll()` leaves out what is gone, and a callback has nobody to tell.
    expect(codes).toEqual([giver.name === 'approve()' ? 'NO_PENDING_INTERACTION' : 'given']);
    const answers = entries.flatMap((entry) =>
      'entry' in entry && entry.entry === 'input' && entry.input === 'answer' && entry.interactionId.endsWith('-i0')
        ? [[entry.response.type, entry.by.kind]]
        : [],
    );
    expect(answers).toEqual([
      ['approve', 'program'],
      ['deny', 'policy'],
    ]);
  });
});

/** What the agent asks for, and who would grant it at once. */
const WANTED: readonly {
  name: string;
  drafts: readonly EventDraft[];
  run?: Partial<RunOptions>;
  attend(handle: RunHandle): void;
}[] = [
  {
    name: 'a grant by a listener',
    drafts: [ask('ls')],
    attend: (handle) => {
      handle.on('approval_request', ({ detail }) => void (detail === 'ls' && handle.approve().catch(() => {})));
    },
  },
  {
    name: 'a grant by onPending()',
    drafts: [ask('ls')],
    attend: ({ interaction }) => {
      interaction.onPending(({ id, input }) => {
        if (JSON.stringify(input).includes('"ls"')) {
          void interaction.respond(id, { type: 'approve' }).catch(() => {});
        }
      });
    },
  },
  {
    name: 'a grant by onApprovalRequest',
    drafts: [ask('ls')],
    run: { onApprovalRequest: ({ detail }) => (detail === 'ls' ? 'approve' : 'deny') },
    attend: () => {},
  },
  { name: 'a grant of yolo mode', drafts: [ask('ls')], run: { approvalMode: 'yolo' }, attend: () => {} },
  { name: 'a tool of the program', drafts: callsTool, attend: () => {} },
];

const ROWS_OF_WANTED = (coming: readonly Coming[]) =>
  coming.flatMap((one) => WANTED.map((wanted) => ({ coming: one, wanted, name: one.name, what: wanted.name })));

describe('what waits in a pause', () => {
  const RESUME: Coming = {
    name: 'a limit that the agent had gone over before it',
    run: { maxTurns: 1 },
    steps: [{ do: 'hang' }],
    come: (handle) => handle.resume(),
  };

  it.concurrent.each(ROWS_OF_WANTED([INTERRUPT, ABORT, TIMEOUT, RESUME]))(
    '$what is not given after $name',
    async ({ coming, wanted }) => {
      const over = coming === RESUME ? oneMoreRequest : [];
      // The agent says it in one piece, so that the pause comes in the middle of it.
      const chunk = says(...begin, { type: 'text_delta', delta: 'x' }, ...over, ...wanted.drafts);
      const { received } = await play({
        said: [chunk, ...coming.steps],
        run: { ...coming.run, ...wanted.run },
        work: async (handle) => {
          wanted.attend(handle);
          handle.once('text_delta', () => void handle.pause());
          await next(handle, 'paused');
          await coming.come(handle);
        },
      });
      if (coming === INTERRUPT) {
        expectInterruptFirst(received);
      }
    },
  );
});

describe('what stands in the rest of a chunk', () => {
  it.concurrent.each(ROWS_OF_WANTED([INTERRUPT, ABORT]))(
    '$what is not given after $name',
    async ({ coming, wanted }) => {
      const chunk = says(...begin, { type: 'text_delta', delta: 'x' }, ...wanted.drafts);
      const { received } = await play({
        said: [chunk, ...coming.steps],
        run: { ...coming.run, ...wanted.run },
        work: async (handle) => {
          wanted.attend(handle);
          await new Promise<void>((resolve) => {
            handle.once('text_delta', () => resolve(void coming.come(handle)));
          });
        },
      });
      if (coming === INTERRUPT) {
        expectInterruptFirst(received);
      }
    },
  );
});

describe('what stands in the message that goes over a limit', () => {
  const usage: EventDraft = { type: 'token_usage', inputTokens: 8, outputTokens: 2, model: 'mock' };
  const LIMITS: readonly { limit: string; run: Partial<RunOptions>; over: readonly EventDraft[] }[] = [
    { limit: 'maxTurns', run: { maxTurns: 1 }, over: oneMoreRequest },
    { limit: 'maxTokens', run: { maxTokens: 5 }, over: [usage] },
    {
      limit: 'maxTokens, by what was seen early',
      run: { maxTokens: 5 },
      over: [{ type: 'tokens_seen', inputTokens: 8, outputTokens: 2 }],
    },
  ];
  const ROWS = LIMITS.flatMap((limit) =>
    WANTED.flatMap((wanted) =>
      (['before', 'behind'] as const).map((place) => ({ ...limit, wanted, place, what: wanted.name })),
    ),
  );

  it.concurrent.each(ROWS)('$what is not given, $place what goes over $limit', async ({ run, over, wanted, place }) => {
    const drafts = place === 'before' ? [...wanted.drafts, ...over] : [...over, ...wanted.drafts];
    await play({
      said: [{ do: 'ignore', signals: ['SIGTERM'] }, says(...begin), saysAtOnce(...drafts), { do: 'hang' }],
      run: { gracePeriodMs: 300, ...run, ...wanted.run },
      work: async (handle) => {
        wanted.attend(handle);
      },
    });
  });
});
