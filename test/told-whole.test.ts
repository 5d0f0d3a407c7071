/** What a CLI says of an action reaches the stream: why it asks, what would change, what was written. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type Cassette, readText } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';

interface Played {
  readonly where: string;
  readonly messages: readonly Native[];
  readonly events: readonly AgentEvent[];
}

interface Native {
  readonly method?: string;
  readonly params?: {
    readonly reason?: string | null;
    readonly toolCall?: Call;
    readonly update?: Call;
  };
}

interface Call {
  readonly sessionUpdate?: string;
  readonly toolCallId?: string;
  readonly status?: string;
  readonly content?: unknown;
}

interface Diff {
  readonly type?: string;
  readonly newText?: string;
  readonly oldText?: string;
}

it('the reason for which Codex asks', { timeout: 120_000 }, async () => {
  const found: string[] = [];
  for (const { where, messages, events } of await play('codex')) {
    for (const { method = '', params } of messages) {
      if (!method.endsWith('/requestApproval') || typeof params?.reason !== 'string') {
        continue;
      }
      found.push(where);
      const contexts = events.flatMap((event) => (event.type === 'approval_request' ? (event.context ?? '') : []));
      expect(contexts, where).toContain(params.reason);
    }
  }
  expect(new Set(found).size).toBeGreaterThan(3);
});

const OVER_ACP = ['gemini', 'copilot', 'opencode'];

it.each(OVER_ACP)(
  'what a call of %s over ACP is asked for, and what it has written',
  { timeout: 120_000 },
  async (agent) => {
    const changes: (Change & { readonly where: string; readonly isTold: boolean })[] = [];
    for (const { where, messages, events } of await play(agent)) {
      for (const change of messages.flatMap(changesIn)) {
        const texts = events
          .filter((event) => 'toolCallId' in event && event.toolCallId === change.toolCallId)
          .filter(({ type }) => (change.isAsked ? BEFORE : AFTER).includes(type))
          .flatMap(textsIn);
        const isTold = change.lines.every((line) => texts.some((text) => text.includes(line)));
        changes.push({ ...change, where, isTold });
      }
    }
    expect(changes.filter(({ isTold }) => !isTold)).toEqual([]);
    expect(changes.some(({ isAsked }) => !isAsked)).toBe(true);
    // The others were not recorded with such a question.
    expect(changes.some(({ isAsked }) => isAsked) || agent !== 'gemini').toBe(true);
  },
);

const BEFORE = ['approval_request', 'tool_call_ready'];
const AFTER = ['tool_call_ready', 'file_create', 'file_write', 'file_patch'];

interface Change {
  readonly toolCallId: string | undefined;
  /** It waits for leave. */
  readonly isAsked: boolean;
  /** Those that are new. */
  readonly lines: readonly string[];
}

/** What the message says that a call changes, or has changed. */
function changesIn({ method, params }: Native): readonly Change[] {
  const isAsked = method === 'session/request_permission';
  const call = isAsked ? params?.toolCall : params?.update;
  const isDone = call?.sessionUpdate === 'tool_call_update' && call.status === 'completed';
  if (!(isAsked || isDone) || !Array.isArray(call?.content)) {
    return [];
  }
  return call.content.flatMap(({ type, newText, oldText }: Diff) => {
    if (type !== 'diff' || newText === undefined) {
      return [];
    }
    const before = oldText?.split('\n') ?? [];
    const lines = newText.split('\n').filter((line) => !before.includes(line));
    return { toolCallId: call.toolCallId, isAsked, lines };
  });
}

/** All texts of an event. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

async function play(agent: string): Promise<readonly Played[]> {
  const adapter = builtInAdapters.find((each) => each.agent === agent);
  if (adapter === undefined) {
    throw new Error(`There is no adapter for ${agent}.`);
  }
  const fixtures = await fixturesOf(adapter);
  return Promise.all(
    fixtures.map(async (fixture) => {
      const { cassette } = await fixture.load();
      const { events } = await fixture.replay();
      return { where: `${fixture.version}/${fixture.scenario}`, messages: messagesIn(cassette), events };
    }),
  );
}

function messagesIn({ entries }: Cassette): readonly Native[] {
  return entries.flatMap((entry) => {
    const text = entry.dir === 'out' ? readText(entry) : '';
    if (!text.startsWith('{')) {
      return [];
    }
    try {
      return [JSON.parse(text)];
    } catch {
      // Because the line was cut.
      return [];
    }
  });
}
