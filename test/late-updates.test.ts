/** What an agent says of a turn after the end of that turn still belongs to it: all agents that speak the Agent Client Protocol. */

import { fileURLToPath } from 'node:url';
import type { RunResult } from '@agent-mux/core';
import { type Cassette, type CassetteEntry, readCassette, readText, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { type FakeAgentStep, listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import {
  chunk,
  content,
  end,
  line,
  OVER,
  type Playing,
  playAcp,
  reads,
  speakers,
  together,
  update,
} from './support/play-acp.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const MOST_LATE = 5;
const CALL = { toolCallId: 'c1', title: 'look', kind: 'read' };
const ASKS = line({
  id: 7777,
  method: 'session/request_permission',
  params: {
    sessionId: 's-1',
    toolCall: CALL,
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  },
});

interface Line {
  readonly entry: CassetteEntry;
  readonly method: string;
  readonly id: unknown;
  readonly update: string;
}

function read(entry: CassetteEntry): Line {
  if (entry.dir === 'in' || entry.dir === 'out') {
    try {
      const { method = '', id, params } = JSON.parse(readText(entry));
      return { entry, method, id, update: params?.update?.sessionUpdate ?? '' };
    } catch {
      // A line that is no JSON is none of those that are looked for.
    }
  }
  return { entry, method: '', id: undefined, update: '' };
}

/** The recording with the end of each turn that was not stopped before its last `count` updates, as far as these follow each other. */
function withEarlyEnds(
  { header, entries }: Cassette,
  count: number,
): { readonly cassette: Cassette; readonly moved: number } {
  const lines = entries.map(read);
  let moved = 0;
  for (const prompt of lines.filter(({ entry, method }) => entry.dir === 'in' && method === 'session/prompt')) {
    const at = lines.findIndex(({ entry, method, id }) => entry.dir === 'out' && method === '' && id === prompt.id);
    const said = lines.slice(lines.indexOf(prompt), at);
    if (at < 0 || said.some(({ method }) => method === 'session/cancel')) {
      continue;
    }
    let to = at;
    for (let left = count; left > 0 && (lines[to - 1]?.update ?? '') !== ''; left--) {
      to--;
    }
    const [end] = lines.splice(at, 1) as [Line];
    const t = lines[to]?.entry.t;
    lines.splice(to, 0, to === at || t === undefined ? end : { ...end, entry: { ...end.entry, t } });
    moved += at - to;
  }
  return { cassette: { header, entries: lines.map(({ entry }) => entry) }, moved };
}

/** What was said and done, without where exactly among the events. */
function factsOf(
  events: readonly AgentEvent[],
  { text, turnCount, exitReason, turns, diagnostics }: RunResult,
): unknown {
  const results = events.flatMap((event) =>
    event.type === 'tool_result' || event.type === 'mcp_tool_result'
      ? [event.output]
      : event.type === 'tool_error' || event.type === 'mcp_tool_error'
        ? [event.error]
        : [],
  );
  return {
    text,
    turnCount,
    exitReason,
    turns: turns.map((turn) => turn.text),
    repaired: diagnostics.repaired,
    results,
  };
}

describe.each(speakers)('$agent', ({ agent, adapter, mode }) => {
  it('is told the same wherever the answer to a prompt stands among the last updates', async () => {
    const fixtures = (await listFixtures(ROOT)).filter((fixture) => fixture.agent === agent);
    let tried = 0;
    for (const fixture of fixtures) {
      const cassette = await readCassette(fixture.cassette);
      if (cassette.header.mode !== mode.name) {
        continue;
      }
      const expected = replayCassette(cassette, adapter);
      for (let count = 1; count <= MOST_LATE; count++) {
        const changed = withEarlyEnds(cassette, count);
        tried += changed.moved;
        const { events, result } = replayCassette(changed.cassette, adapter);
        const what = `${fixture.scenario}, ${count} updates late`;
        expect([what, factsOf(events, result)]).toEqual([what, factsOf(expected.events, expected.result)]);
      }
    }
    expect(tried).toBeGreaterThan(0);
  });

  // The lines are hand-written after the reports of opencode's users (issues 17505 and 25421).
  it('in one turn is told as one, however late its end comes', async () => {
    const { result } = await playAcp(adapter, mode, (id) => [
      chunk('m1', 'The answer is 4'),
      together(end(id), chunk('m1', '2.')),
      OVER,
    ]);
    expect(result).toMatchObject({ exitReason: 'completed', text: 'The answer is 42.', turnCount: 1 });
    expect(result.diagnostics.repaired).toBe(0);
  });

  it('waits with the next prompt for what is still said', async () => {
    const { result } = await playAcp(
      adapter,
      mode,
      (id) => [
        ...[chunk('m1', 'The answer is 4'), together(end(id), chunk('m1', '2.')), reads('again')],
        ...[chunk('m2', 'Still 4'), together(end(id + 1), chunk('m2', '2.')), OVER],
      ],
      { followUp: 'again' },
    );
    expect(result.turns.map(({ text }) => text)).toEqual(['The answer is 42.', 'Still 42.']);
    expect(result.diagnostics.repaired).toBe(0);
  });

  it('has the result of a call that ends after its turn', async () => {
    const { result, events } = await playAcp(adapter, mode, (id) => [
      update({ sessionUpdate: 'tool_call', status: 'in_progress', rawInput: { path: '/a' }, ...CALL }),
      together(
        end(id),
        update({ sessionUpdate: 'tool_call_update', status: 'completed', ...CALL, content: [content('found')] }),
      ),
      chunk('m1', 'It is there.'),
      OVER,
    ]);
    expect(result).toMatchObject({ exitReason: 'completed', text: 'It is there.', turnCount: 1 });
    expect(events.filter(({ type }) => /^tool_(result|error)$/.test(type))).toMatchObject([{ type: 'tool_result' }]);
  });

  it('hands over the answer to a question that is asked after the end, and waits for what follows it', async () => {
    // It takes longer than an agent may be silent.
    const onApprovalRequest = () => new Promise<'approve'>((resolve) => setTimeout(resolve, 150, 'approve'));
    const { result, events, written } = await playAcp(
      adapter,
      mode,
      (id) => [chunk('m1', 'The answer is 4'), end(id), ASKS, reads('7777'), chunk('m1', '2.'), OVER],
      { run: { approvalMode: 'prompt', onApprovalRequest } },
    );
    expect(written.filter((text) => text.includes('7777')).join()).toContain('"yes"');
    expect(events.map(({ type }) => type)).toContain('approval_granted');
    expect(result.text).toContain('2.');
    expect(result.turnCount).toBe(1);
  });

  it('hears a call out that is granted after the end of its turn', async () => {
    const { result, events, written } = await playAcp(
      adapter,
      mode,
      (id) => [
        update({ sessionUpdate: 'tool_call', status: 'pending', rawInput: { path: '/a' }, ...CALL }),
        end(id),
        ...[ASKS, reads('7777')],
        update({ sessionUpdate: 'tool_call_update', status: 'completed', ...CALL, content: [content('found')] }),
        ...[chunk('m1', 'It is there.'), OVER],
      ],
      { run: { approvalMode: 'prompt', onApprovalRequest: () => 'approve' } },
    );
    expect(written.filter((text) => text.includes('7777')).join()).toContain('"yes"');
    expect(result).toMatchObject({ exitReason: 'completed', text: 'It is there.', turnCount: 1 });
    expect(result.diagnostics.repaired).toBe(0);
    expect(events.filter(({ type }) => /^tool_(result|error)$/.test(type))).toMatchObject([{ type: 'tool_result' }]);
  });

  it.each<[string, string, FakeAgentStep, Playing]>([
    ['the agent leaves', 'completed', { do: 'exit' }, {}],
    ['the run is aborted', 'aborted', { do: 'hang' }, { act: (handle) => handle.abort() }],
    ['the turn is interrupted', 'completed', OVER, { act: (handle) => handle.interrupt() }],
  ])('is not awaited where %s', async (_what, exitReason, last, playing) => {
    const said = (id: number) => [chunk('m1', 'The answer is 4'), together(end(id), chunk('m1', '2.')), last];
    const { result, events } = await playAcp(adapter, mode, said, playing);
    expect(result).toMatchObject({ exitReason, text: 'The answer is 42.', turnCount: 1 });
    expect(events.filter(({ type }) => type === 'turn_end')).toHaveLength(1);
  });

  it.each<[string, readonly FakeAgentStep[], string, number]>([
    ['is late', [chunk('m1', ' Late.'), chunk('m2', 'Two.'), chunk('m1', ' Later.')], 'Two.', 2],
    ['is counted anew', [chunk('m1', 'Counted '), chunk('m1', 'anew.')], 'Counted anew.', 0],
  ])(
    'of a turn that was stopped is told apart from the next turn: what is named alike %s',
    async (_, said, text, late) => {
      const { result } = await playAcp(
        adapter,
        mode,
        (id) => [
          ...[chunk('m1', 'The answer is 4'), chunk('m1', '2.'), reads('session/cancel')],
          ...[line({ id, result: { stopReason: 'cancelled' } }), reads('again'), ...said, end(id + 1), OVER],
        ],
        { followUp: 'again', act: (handle) => handle.interrupt() },
      );
      expect(result.turns.map((turn) => turn.text)).toEqual(['The answer is 42.', text]);
      expect(result).toMatchObject({ exitReason: 'completed', text, diagnostics: { repaired: late } });
    },
  );

  it('tells what comes later still, and makes neither a turn nor a text of it', async () => {
    const { result, events } = await playAcp(
      adapter,
      mode,
      (id) => [
        ...[chunk('m1', 'One.'), end(id), reads('again'), chunk('m2', 'Two.'), chunk('m1', ' Late.')],
        ...[end(id + 1), OVER, chunk('m2', ' Later.')],
      ],
      { followUp: 'again' },
    );
    expect(result.turns.map(({ text }) => text)).toEqual(['One.', 'Two.']);
    expect(result.diagnostics.repaired).toBe(2);
    const warnings = events.flatMap((event) =>
      event.type === 'debug' && event.level === 'warn' ? [event.message] : [],
    );
    expect(warnings.filter((message) => /after the end of its turn.* Later?\./.test(message))).toHaveLength(2);
  });
});
