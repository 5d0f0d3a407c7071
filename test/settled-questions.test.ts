/** What was denied in the stream is granted to nobody, and what the CLI still asks is denied by nothing that merely goes on beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Adapter,
  createClient,
  type EventDraft,
  type Mode,
  type PendingInteraction,
  type RunHandle,
  type RunOptions,
  type RunResult,
} from '@agent-mux/core';
import { readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import { type FakeAgentStep, normalizeEvents } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { content, end, line, playAcp, OVER as READS_ALL, reads, speakers, update } from './support/play-acp.ts';
import { says, saysAtOnce, session, type ToyOptions, toyAdapter } from './support/toy-adapter.ts';
import { startToy } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-settled-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const begin: readonly EventDraft[] = [{ type: 'turn_start' }, { type: 'step_start' }];
const call = (id: string): EventDraft => ({ type: 'tool_call_start', toolCallId: id, toolName: 'Bash', input: {} });
const ask = (key: string, more: Partial<EventDraft> = {}): EventDraft =>
  ({ type: 'approval_request', key, action: 'Run', detail: key, riskLevel: 'high', ...more }) as EventDraft;
const hears = (word: string): FakeAgentStep => ({ do: 'read', contains: word });
const OVER: FakeAgentStep = { do: 'read-all' };
const done: FakeAgentStep = says({ type: 'turn_end' });

let count = 0;

interface Played {
  readonly result: RunResult;
  /** What became of the question, and of the answers to it. */
  readonly log: readonly string[];
  /** The answers that were written to the agent. */
  readonly written: readonly string[];
}

/** Plays the steps to their end. The first question is granted at the event of this type; a replay of the recording has the same events. */
async function play(
  steps: readonly FakeAgentStep[],
  when: 'debug' | 'turn_end',
  toy: Partial<ToyOptions> = {},
  run: Partial<RunOptions> = {},
): Promise<Played> {
  const dir = join(scratch, String(count++));
  const log: string[] = [];
  const all = [session, ...steps];
  const handle: RunHandle = startToy(all, { ...toy, run: { record: { dir }, ...run } });
  const asked: PendingInteraction[] = [];
  handle.interaction.onPending((interaction) => void asked.push(interaction));
  handle.on('approval_denied', ({ reason }) => log.push(`denied: ${reason}`));
  handle.on('approval_granted', () => log.push('granted'));
  handle.once(when, async () => {
    log.push(`open: ${handle.interaction.pending.length}`);
    const [question] = asked;
    await handle.interaction.respond(question?.id ?? '', { type: 'approve' }).then(
      () => log.push('approved'),
      ({ code }) => log.push(code),
    );
  });
  const result = await handle;
  expect(checkStream(result.events)).toEqual([]);
  const cassette = await readCassette(join(dir, 'cassette.jsonl'));
  const again = replayCassette(cassette, toyAdapter({ ...toy, steps: all }));
  expect(normalizeEvents(again.events)).toEqual(normalizeEvents(result.events));
  expect(again.unmatched.filter((deed) => !deed.startsWith('the command line'))).toEqual([]);
  const written = cassette.entries.flatMap((entry) => (entry.dir === 'in' ? [readText(entry)] : []));
  return { result, log, written: written.filter((text) => text.includes('"answer"')) };
}

/** The agent says this when the question should be looked at. */
const look: EventDraft = { type: 'debug', level: 'info', message: 'look' };

describe('a question that is over in the stream, and that the CLI still asks', () => {
  const ENDED: readonly EventDraft[] = [{ type: 'tool_error', toolCallId: 't', error: 'rejected' }];
  const asked: readonly EventDraft[] = [...begin, call('t'), ask('q', { toolCallId: 't' })];

  it.each<[string, readonly FakeAgentStep[]]>([
    ['of a call that has failed', [saysAtOnce(...asked), saysAtOnce(...ENDED, look)]],
    ['in one message with the end of its call', [saysAtOnce(...asked, ...ENDED, look)]],
    [
      'of a subagent that has ended',
      [
        saysAtOnce(...begin, { type: 'subagent_spawn', subagentId: 'a' }, ask('q', { lane: 'a' })),
        saysAtOnce({ type: 'subagent_error', subagentId: 'a', error: 'It has failed.' }, look),
      ],
    ],
    [
      'of a subagent for which its turn had to wait',
      [
        saysAtOnce(...begin, { type: 'subagent_spawn', subagentId: 'a' }),
        saysAtOnce({ type: 'subagent_spawn', subagentId: 'b', lane: 'a' }, ask('q', { lane: 'b' })),
        saysAtOnce({ type: 'turn_end' }, look),
      ],
    ],
    ['of the turn before', [saysAtOnce(...begin, ask('q')), saysAtOnce(...begin, look)]],
  ])('%s is granted to nobody, and refused', async (_what, steps) => {
    const { result, log, written } = await play([...steps, hears('"q"'), done, OVER], 'debug');
    expect(log).toEqual([expect.stringMatching(/^denied: /), 'open: 0', 'NO_PENDING_INTERACTION']);
    expect(written.map((text) => JSON.parse(text).answer.type)).toEqual(['deny']);
    expect(result.exitReason).toBe('completed');
  });

  it('does not keep a run from its limit of silence, where the agent takes no denial', async () => {
    const steps = [saysAtOnce(...asked), saysAtOnce(...ENDED, look), { do: 'hang' } as const];
    const run = { inactivityTimeout: 3_000, interactionTimeoutMs: 0, timeout: 30_000 };
    const { result, log, written } = await play(steps, 'debug', { refuses: ['deny'] }, run);
    expect(log).toContain('NO_PENDING_INTERACTION');
    expect(written).toEqual([]);
    expect(result.exitReason).toBe('inactivity');
  });
});

it('does not keep the end of its turn held back, where the agent takes no denial', async () => {
  const adapter = holdingEnd(
    toyAdapter({
      steps: [
        session,
        saysAtOnce(...begin, call('t'), ask('q', { toolCallId: 't' })),
        saysAtOnce({ type: 'tool_error', toolCallId: 't', error: 'rejected' }, { type: 'turn_end' }),
        OVER,
      ],
      refuses: ['deny'],
    }),
  );
  const run = { interactionTimeoutMs: 0, inactivityTimeout: 3_000, collectEvents: true };
  const handle = createClient({ adapters: [adapter] }).run({ agent: 'toy', prompt: 'go', ...run });
  const endsOfTurn: boolean[] = [];
  // At the end of the run everything is told.
  handle.on('turn_end', () => endsOfTurn.push(handle.state === 'running'));
  const result = await handle;
  expect(checkStream(result.events)).toEqual([]);
  expect([endsOfTurn, result.exitReason]).toEqual([[true], 'inactivity']);
});

/** The adapter whose agent may still add to a turn after its end, as agents over ACP do. */
function holdingEnd(adapter: Adapter): Adapter {
  const [mode] = adapter.modes;
  const dialect: Mode['dialect'] = (...parts) => {
    const toy = (mode as Mode).dialect(...parts);
    let held: readonly EventDraft[] = [];
    return {
      get state() {
        return { ...toy.state, holdsEnd: held.length > 0 };
      },
      parseEvent(line, context) {
        const parsed = toy.parseEvent(line, context);
        held = [...held, ...parsed.drafts.filter(({ type }) => type === 'turn_end')];
        return { ...parsed, drafts: parsed.drafts.filter(({ type }) => type !== 'turn_end') };
      },
      settle() {
        const drafts = held;
        held = [];
        return { drafts };
      },
      streams: toy.streams,
      open: () => toy.open(),
      close: () => toy.close(),
      interrupt: () => toy.interrupt(),
      prompt: (input) => toy.prompt(input),
      steer: (input) => toy.steer(input),
      respond: (key, answer) => toy.respond(key, answer),
      returnHostTool: (key, outcome) => toy.returnHostTool?.(key, outcome) ?? 'gone',
      exit: (info) => toy.exit(info),
    };
  };
  return { ...adapter, modes: [{ ...(mode as Mode), dialect }] };
}

describe('a question that the CLI still asks', () => {
  it.each<[string, readonly FakeAgentStep[], 'debug' | 'turn_end']>([
    [
      'while something looks like the next model request',
      [
        saysAtOnce(...begin, call('t'), ask('q', { toolCallId: 't' })),
        saysAtOnce({ type: 'step_start' }, call('u'), look),
      ],
      'debug',
    ],
    [
      'for a subagent that nobody announced, after the turn of the main agent',
      [saysAtOnce(...begin, ask('q', { lane: 'a' })), saysAtOnce({ type: 'turn_end' }, look)],
      'turn_end',
    ],
  ])('%s stays open, and can be granted', async (_what, steps, when) => {
    const { result, log, written } = await play([...steps, hears('"q"'), done, OVER], when);
    expect(log).toEqual(['open: 1', 'granted', 'approved']);
    expect(written.map((text) => JSON.parse(text).answer.type)).toEqual(['approve']);
    expect(result.exitReason).toBe('completed');
  });
});

it('keeps nothing open at the end of the run', async () => {
  const { log, written } = await play([saysAtOnce(...begin, ask('q', { lane: 'a' })), done, { do: 'exit' }], 'debug');
  expect([log, written]).toEqual([[expect.stringMatching(/^denied: /)], []]);
});

const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
/** An agent asks about both at once, and gives up both where one is denied. */
const twoCalls = ['c1', 'c2'].map((toolCallId) => ({ toolCallId, title: `look ${toolCallId}`, kind: 'read' }));

describe.each(speakers)('$agent', ({ adapter, mode }) => {
  it('refuses the question about a call that has failed, and grants it to nobody', async () => {
    const denied: string[] = [];
    const { written, events } = await playAcp(
      adapter,
      mode,
      (id) => [
        ...twoCalls.flatMap((call, at) => [
          update({ sessionUpdate: 'tool_call', status: 'pending', rawInput: { path: '/a' }, ...call }),
          line({
            id: 7770 + at,
            method: 'session/request_permission',
            params: { sessionId: 's-1', toolCall: call, options },
          }),
        ]),
        reads('7770'),
        ...twoCalls.map((call) =>
          update({ sessionUpdate: 'tool_call_update', status: 'failed', ...call, content: [content('rejected')] }),
        ),
        ...[reads('7771'), end(id), READS_ALL],
      ],
      {
        run: {
          approvalMode: 'prompt',
          onApprovalRequest: ({ interactionId }) => {
            denied.push(interactionId);
            return denied.length === 1 ? 'deny' : new Promise((resolve) => setTimeout(resolve, 700, 'approve'));
          },
        },
      },
    );
    expect(written.filter((text) => text.includes('7771'))).toEqual([expect.not.stringContaining('"yes"')]);
    const types = events.map(({ type }) => type).filter((type) => type.startsWith('approval_'));
    expect(types.sort()).toEqual(['approval_denied', 'approval_denied', 'approval_request', 'approval_request']);
  });
});
