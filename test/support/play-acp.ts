/** Runs the modes that speak the Agent Client Protocol with a program that says what a test wants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Adapter,
  createClient,
  type Mode,
  type RunHandle,
  type RunOptions,
  type RunResult,
} from '@agent-mux/core';
import { readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { encodeSteps, type FakeAgentStep, fakeAgentFile, normalizeEvents } from '@agent-mux/testkit';
import { afterAll, expect } from 'vitest';
import { askedAdapters } from './asked-adapters.ts';

/** The agents that have such a mode. */
export const speakers = askedAdapters.flatMap((adapter) => {
  const mode = adapter.modes.find(({ name }) => name === 'acp');
  return mode === undefined ? [] : [{ agent: adapter.agent, adapter, mode }];
});

let count = 0;
const tmp = mkdtempSync(join(tmpdir(), 'play-acp-'));
afterAll(() => rmSync(tmp, { recursive: true, force: true }));

export const OVER: FakeAgentStep = { do: 'read-all' };
export const reads = (contains: string): FakeAgentStep => ({ do: 'read', contains });
export const line = (message: object): FakeAgentStep => ({
  do: 'line',
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
/** Lines in one write, so that the second is there as soon as the first is, however busy the machine. */
export const together = (...lines: readonly FakeAgentStep[]): FakeAgentStep => ({
  do: 'line',
  text: lines.map((each) => ('text' in each ? each.text : '')).join('\n'),
});
export const end = (id: number): FakeAgentStep => line({ id, result: { stopReason: 'end_turn' } });
export const content = (text: string) => ({ type: 'content', content: { type: 'text', text } });
export const update = (fields: object): FakeAgentStep =>
  line({ method: 'session/update', params: { sessionId: 's-1', update: fields } });
export const chunk = (messageId: string, text: string): FakeAgentStep =>
  update({ sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });

export interface Played {
  readonly result: RunResult;
  readonly events: readonly AgentEvent[];
  /** What was written to the program. */
  readonly written: readonly string[];
}

export interface Playing {
  readonly followUp?: string;
  /** Called once the agent has said `2.`, which it says after the end of its turn. */
  readonly act?: (handle: RunHandle) => unknown;
  readonly run?: Partial<RunOptions>;
}

/**
 * Runs the mode with a program that opens a session and then does these steps; `id` is that of the first prompt. The recording of the run
 * replays to the same events.
 */
export async function playAcp(
  adapter: Adapter,
  mode: Mode,
  steps: (id: number) => readonly FakeAgentStep[],
  { followUp, act, run }: Playing = {},
): Promise<Played> {
  const { handshake, id } = openingOf(adapter, mode, run?.approvalMode ?? 'yolo');
  const dir = join(tmp, String(count++));
  const handle = createClient({ adapters: [adapter] }).run({
    agent: adapter.agent,
    mode: mode.name,
    prompt: 'go',
    approvalMode: 'yolo',
    binary: fakeAgentFile(),
    env: { FAKE_AGENT_STEPS: encodeSteps([...handshake, ...steps(id)]) },
    record: { dir },
    ...run,
  });
  const heard: AgentEvent[] = [];
  const reading = (async () => {
    for await (const event of handle) {
      heard.push(event);
      if (event.type === 'text_delta' && event.delta === '2.') {
        // What the agent said is done by then.
        setImmediate(() => act?.(handle));
      }
    }
  })();
  if (followUp !== undefined) {
    await handle.queue(followUp);
  }
  const result = await handle;
  await reading;
  const cassette = await readCassette(join(dir, 'cassette.jsonl'));
  const again = replayCassette(cassette, adapter);
  expect(normalizeEvents(again.events)).toEqual(normalizeEvents(heard));
  expect(again.unmatched).toEqual([]);
  const written = cassette.entries.flatMap((entry) => (entry.dir === 'in' ? [readText(entry)] : []));
  return { result, events: heard, written };
}

/** The steps up to the first prompt, from what the mode writes. */
function openingOf(
  adapter: Adapter,
  mode: Mode,
  approvalMode: RunOptions['approvalMode'] & string,
): { readonly handshake: readonly FakeAgentStep[]; readonly id: number } {
  const options = {
    prompt: 'go',
    cwd: '/',
    approvalMode,
    stream: 'auto',
    noSession: false,
    keepOpen: false,
  } as const;
  const dialect = mode.dialect({ ...options, includeSubagents: false, systemPromptMode: 'prepend' }, CONTEXT(adapter));
  const handshake: FakeAgentStep[] = [];
  const waiting = [...dialect.open().write, ...dialect.prompt({ text: 'go' }).write];
  for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
    waiting.push(...dialect.parseEvent(message, { source: 'stdin' }).write);
    const { id, method } = JSON.parse(message);
    handshake.push(reads(`"method":"${method}"`));
    if (method === 'session/prompt') {
      return { handshake, id };
    }
    const result = method === 'session/new' ? { sessionId: 's-1' } : { protocolVersion: 1, agentCapabilities: {} };
    const answer = { jsonrpc: '2.0', id, result };
    handshake.push(line(answer));
    waiting.push(...dialect.parseEvent(JSON.stringify(answer), { source: 'stdout' }).write);
  }
  throw new Error(`${adapter.agent} wrote no prompt.`);
}

const CONTEXT = ({ agent }: Adapter) => ({
  runId: 'r',
  dir: '/run',
  binary: `/bin/${agent}`,
  argv: [agent],
  newId: () => '00000000-0000-4000-8000-000000000000',
  input: { text: 'go' },
});
