/** The journal of a run on a real process: what was asked, said and published stands at its place among the events. */
import type { RunHandle } from '@agent-mux/core';
import {
  checkEntries,
  createEntryDecoder,
  encodeEntry,
  isEventEntry,
  type JournalEntry,
} from '@agent-mux/events/journal';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { answers, says, session } from './support/toy-adapter.ts';
import { next, startToy, type ToyRunOptions } from './support/toy-run.ts';

const turnStart = says({ type: 'turn_start' }, { type: 'step_start' });
const turnEnd = says({ type: 'step_end' }, { type: 'turn_end' });
const approval = says({ type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'high' });
const question = says({ type: 'input_required', key: 'q', question: 'Which?', source: 'agent' });
const heard: FakeAgentStep = { do: 'read' };
const asking = [session, turnStart, approval, heard, heard, turnEnd, { do: 'read-all' }] as const;

interface Kept {
  readonly entries: readonly JournalEntry[];
  /** Each entry is one word: the type of an event, or what else an entry is. */
  readonly words: readonly string[];
}

/** Plays it to its end. Each journal must be in order, and be the same read back from its lines. */
async function keep(
  steps: readonly FakeAgentStep[],
  act: (handle: RunHandle) => unknown = () => {},
  options: ToyRunOptions = {},
): Promise<Kept> {
  const handle = startToy(steps, options);
  const done = act(handle);
  const entries: JournalEntry[] = [];
  for await (const entry of handle.entries()) {
    entries.push(entry);
  }
  await done;
  const result = await handle;
  expect(checkEntries(entries)).toEqual([]);
  expect(entries.filter(isEventEntry)).toEqual(result.events);
  const lines = entries.map(encodeEntry);
  const decoder = createEntryDecoder();
  expect(lines.map((line) => encodeEntry(decoder.decode(line)))).toEqual(lines);
  return { entries, words: entries.map(wordOf) };
}

function wordOf(entry: JournalEntry): string {
  if (isEventEntry(entry)) {
    return entry.type;
  }
  switch (entry.entry) {
    case 'input':
      switch (entry.input) {
        case 'prompt':
          return `> ${entry.text} (${entry.as})`;
        case 'answer':
          return `> ${entry.response.type} (${entry.by.kind === 'policy' ? entry.by.rule : entry.by.kind})`;
        default:
          return `> ${entry.action}`;
      }
    case 'delivered':
      return `delivered ${entry.id.replace(/^.*-/, '')}: ${entry.delivered}`;
    case 'close':
      return `close: ${entry.cause}`;
    default:
      return entry.entry;
  }
}

const TURN = ['turn_start', 'step_start', 'message_start', 'text_delta', 'message_stop', 'step_end', 'turn_end'];

describe('the journal of a run', () => {
  it('says what the run is, its first words, what happens and how it ends', async () => {
    const { entries, words } = await keep([session, answers('one'), { do: 'read-all' }], undefined, {
      run: { name: 'scout', tags: ['x'], contextId: 'c1', env: { SECRET: 'none of it' }, maxTurns: 9 },
    });
    expect(words).toEqual([
      'open',
      '> go (first)',
      'session_start',
      'delivered p1: new-turn',
      ...TURN,
      'session_end',
      'close: completed',
    ]);
    const [open] = entries;
    expect(open).toMatchObject({
      header: {
        format: 1,
        name: 'scout',
        agent: 'toy',
        mode: 'talk',
        prompt: 'go',
        cwd: process.cwd(),
        approvalMode: 'prompt',
        tags: ['x'],
        contextId: 'c1',
        root: open?.runId,
        taskId: open?.runId,
        depth: 0,
        path: ['scout'],
        initiator: 'user',
        options: { maxTurns: 9, keepOpen: false },
      },
    });
    expect(JSON.stringify(open)).not.toContain('none of it');
    const textOf = entries.find((entry) => 'type' in entry && entry.type === 'message_stop');
    expect(entries.at(-1)).toMatchObject({
      facts: {
        exitCode: 0,
        attempts: 1,
        sessionId: 'toy-session',
        textOf: (textOf as { seq: number }).seq,
        stderr: '',
      },
    });
  });

  it('has what a question offers right behind it, and the answer before the grant, with who gave it', async () => {
    const { entries, words } = await keep(asking, async (handle) => {
      const { interactionId } = await next(handle, 'approval_request');
      await handle.interaction.respond(interactionId, { type: 'approve' }, { by: { kind: 'user', id: 'ada' } });
    });
    const from = words.indexOf('approval_request');
    expect(words.slice(from, from + 4)).toEqual(['approval_request', 'asked', '> approve (user)', 'approval_granted']);
    expect(entries[from + 1]).toMatchObject({ scopes: ['once'], acceptsUpdatedInput: false, input: { command: 'ls' } });
    expect(entries[from + 2]).toMatchObject({ by: { kind: 'user', id: 'ada' }, response: { type: 'approve' } });
  });

  it.each([
    { what: 'the approval mode', run: { approvalMode: 'deny' }, rule: 'approval-mode' },
    { what: 'the time', run: { interactionTimeoutMs: 10 }, rule: 'timeout' },
  ] as const)('names $what where that answers', async ({ run, rule }) => {
    const { words } = await keep(asking, undefined, {
      run,
    });
    const from = words.indexOf('asked');
    expect(words.slice(from, from + 3)).toEqual(['asked', `> deny (${rule})`, 'approval_denied']);
  });

  it('has no word of what nobody was shown', async () => {
    const { words } = await keep(asking, undefined, {
      run: { approvalMode: 'yolo' },
    });
    expect(words.filter((word) => /asked|approve|approval/.test(word))).toEqual([]);
  });

  it('has a question in words with its answer', async () => {
    const { words } = await keep(
      [session, turnStart, question, heard, heard, turnEnd, { do: 'read-all' }],
      async (handle) => {
        await next(handle, 'input_required');
        await handle.send('blue');
      },
    );
    const from = words.indexOf('input_required');
    expect(words.slice(from, from + 3)).toEqual(['input_required', 'asked', '> text (program)']);
  });

  it('has prompts where they are handed over, and where the turn of each begins', async () => {
    const { words } = await keep(
      [session, answers('one'), heard, heard, answers('two'), { do: 'read-all' }],
      (handle) => handle.queue('more'),
    );
    const from = words.indexOf('> more (new-turn)');
    expect(words.slice(from, from + 3)).toEqual(['> more (new-turn)', 'delivered p2: new-turn', 'turn_start']);
    expect(words.slice(0, from)).toEqual([
      'open',
      '> go (first)',
      'session_start',
      'delivered p1: new-turn',
      ...TURN,
      'turn',
    ]);
  });

  it.each([
    { tells: 'nothing', settled: [], delivered: 'steered', tellsSteering: false },
    { tells: 'that it took it', settled: ['steered'], delivered: 'steered', tellsSteering: true },
    { tells: 'that it made a turn of it', settled: ['new-turn'], delivered: 'new-turn', tellsSteering: true },
  ] as const)('has words for the running turn, of which the CLI tells $tells', async (how) => {
    const { tellsSteering, settled, delivered } = how;
    const { words } = await keep(
      [
        session,
        turnStart,
        heard,
        heard,
        ...settled.map((told) => says({ type: 'steer_settled', key: 'left', delivered: told })),
        turnEnd,
        { do: 'read-all' },
      ],
      async (handle) => {
        await next(handle, 'step_start');
        await handle.steer('left');
      },
      { tellsSteering },
    );
    const from = words.indexOf('> left (steer)');
    expect(words.slice(from, from + 2)).toEqual(['> left (steer)', `delivered p2: ${delivered}`]);
  });

  it('has words once that the CLI refused for its turn, and that became the next one', async () => {
    const refused = says({ type: 'steer_settled', key: 'left', delivered: 'refused' });
    const { words } = await keep(
      [session, turnStart, heard, heard, refused, turnEnd, heard, answers('two'), { do: 'read-all' }],
      async (handle) => {
        await next(handle, 'step_start');
        await handle.steer('left');
      },
      { tellsSteering: true },
    );
    expect(words.filter((word) => word.includes('left'))).toEqual(['> left (steer)']);
    const from = words.indexOf('delivered p2: new-turn');
    expect(words.slice(from - 2, from + 2)).toEqual(['turn_end', 'turn', 'delivered p2: new-turn', 'turn_start']);
  });

  it('has what the program did to the run before what came of it', async () => {
    const { words } = await keep([session, turnStart, { do: 'hang' }], async (handle) => {
      await next(handle, 'step_start');
      await handle.pause();
      await handle.resume();
      await handle.pause();
      await handle.abort();
    });
    const from = words.indexOf('> pause');
    expect(words.slice(from)).toEqual([
      '> pause',
      'paused',
      '> resume',
      'resumed',
      '> pause',
      'paused',
      '> abort',
      'resumed',
      'step_end',
      'turn_end',
      'aborted',
      'session_end',
      'close: aborted',
    ]);
  });

  it('has an interrupt before all that it denies', async () => {
    const { words } = await keep(asking, async (handle) => {
      await next(handle, 'approval_request');
      await handle.interrupt();
    });
    const from = words.indexOf('> interrupt');
    expect(words.slice(from - 1, from + 2)).toEqual(['asked', '> interrupt', 'approval_denied']);
  });

  it('has the first words once, however many attempts were made', async () => {
    const { entries, words } = await keep([session, turnStart, { do: 'exit', code: 3 }], undefined, {
      run: { retryPolicy: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1, retryOn: ['AGENT_CRASH'] } },
    });
    expect(words.filter((word) => word.startsWith('>'))).toEqual(['> go (first)']);
    expect(words.filter((word) => word === 'retry')).toHaveLength(2);
    expect(entries.at(-1)).toMatchObject({ cause: 'crash', facts: { attempts: 3, error: { code: 'AGENT_CRASH' } } });
  });

  it('ends where nothing began', async () => {
    const { words } = await keep([{ do: 'hang' }], undefined, { run: { signal: AbortSignal.abort() } });
    expect(words).toEqual(['open', '> go (first)', '> abort', 'aborted', 'close: aborted']);
  });
});

describe('a note', () => {
  it('stands where it was published, as it was then', async () => {
    const data = { title: 'A title', parts: [1] };
    const { entries } = await keep([session, turnStart, turnEnd, { do: 'read-all' }], (handle) => {
      handle.on('step_start', () => {
        handle.publish('title', data);
        data.parts.push(2);
        handle.publish('lane', null, { lane: 'sub' });
      });
    });
    const from = entries.findIndex((entry) => 'type' in entry && entry.type === 'step_start');
    expect(entries.slice(from + 1).filter((entry) => 'entry' in entry && entry.entry === 'note')).toMatchObject([
      { kind: 'title', data: { title: 'A title', parts: [1] } },
      { kind: 'lane', lane: 'sub', data: null },
    ]);
  });

  it('is refused where it is no JSON or too long, and once the run is over', async () => {
    const handle = startToy([session, answers('one'), { do: 'read-all' }]);
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    const publish = (kind: unknown, data: unknown, options?: unknown) => () =>
      handle.publish(kind as never, data as never, options as never);
    for (const [call, words] of [
      [publish('', 1), '`kind` is "", but must be a string that is not empty.'],
      [publish(undefined, 1), '`kind` is missing; it must be a string that is not empty.'],
      [publish('k', undefined), '`data` is missing; it must be JSON'],
      [publish('k', { f: () => 1 }), 'but must be JSON: texts'],
      [publish('k', [Number.NaN]), 'but must be JSON: texts'],
      [publish('k', new Date()), 'but must be JSON: texts'],
      [publish('k', cyclic), 'but must be JSON: texts'],
      [publish('k', 'é'.repeat(524_288)), '`data` may have 1048576 bytes as JSON, and has 1048578'],
      [publish('k', 1, { lane: 7 }), '`lane` is 7, but must be the id of a subagent.'],
      [publish('k', 1, 'lane'), '`options` is a string of 4 characters, but must be an object.'],
      [publish('k'.repeat(1_025), 1), '`kind` may have 1024 characters, and has 1025'],
      [publish('k', 1, { lane: 'l'.repeat(1_025) }), '`lane` may have 1024 characters, and has 1025'],
      [publish('k', 1, { lan: 'sub' }), '`lan` is no option; did you mean `lane`?'],
    ] as const) {
      expect(call).toThrow(
        expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining(words) }),
      );
    }
    publish('k'.repeat(1_024), 'é'.repeat(524_287))();
    await handle;
    expect(publish('k', 1)).toThrow(expect.objectContaining({ code: 'RUN_NOT_ACTIVE' }));
  });
});

it('refuses who answers where that is nobody', async () => {
  const handle = startToy(asking);
  const { interactionId } = await next(handle, 'approval_request');
  for (const by of [null, 'ada', {}, { kind: 'user' }, { kind: 'user', id: '' }, { kind: 'policy', rule: 'timeout' }]) {
    await expect(
      handle.interaction.respond(interactionId, { type: 'approve' }, { by: by as never }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/`by(\.kind)?` is .+, but must be /),
    });
  }
  await expect(
    handle.interaction.respond(interactionId, { type: 'approve' }, { from: { kind: 'user', id: 'ada' } } as never),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('`from` is no option') });
  await handle.interaction.respond(interactionId, { type: 'deny' }, { by: { kind: 'agent', id: 'other' } });
  await handle;
});

it.each([
  ['abort', (handle: RunHandle) => void handle.abort()],
  ['interrupt', (handle: RunHandle) => void handle.interrupt()],
  ['publish', (handle: RunHandle) => handle.publish('mark', { n: 1 })],
  ['end', (handle: RunHandle) => void handle.end()],
  ['pause', (handle: RunHandle) => void handle.pause().then(() => handle.abort())],
])('a journal begins with what the run is, also where %s() is called at once', async (_name, act) => {
  const { words } = await keep([session, turnStart, turnEnd, { do: 'read-all' }], act);
  expect(words.slice(0, 2)).toEqual(['open', '> go (first)']);
});
