/** Pitfalls of such a runtime in its adapters: lines that are no messages, ids of two directions, types nobody knows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claude } from '@agent-mux/adapters';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { isAlive } from './support/listing.ts';
import { answers, says, session } from './support/toy-adapter.ts';
import { runToy, startToy, typesOf } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-pitfalls-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const begin = says({ type: 'turn_start' });
const end = says({ type: 'message_stop' }, { type: 'turn_end' });
const waits: FakeAgentStep = { do: 'read-all' };

const dialectOfClaude = (mode = 0) => {
  const options = {
    prompt: 'go',
    cwd: scratch,
    stream: 'auto',
    approvalMode: 'prompt',
    systemPromptMode: 'append',
    noSession: false,
    includeSubagents: false,
    keepOpen: false,
  } as const;
  const found = claude.modes[mode];
  if (found === undefined) {
    throw new Error(`claude has no mode ${mode}`);
  }
  return found.dialect(options, {
    runId: 'r',
    dir: scratch,
    binary: '/claude',
    newId: () => 'id',
    input: { text: 'go' },
  });
};

describe('adapters', () => {
  it('20: makes nothing but log of what a CLI says on stderr, and loses no line that is not of the protocol', async () => {
    const dialect = dialectOfClaude();
    const noise = 'Error: running tool Bash: I will now write the file';
    expect(dialect.parseEvent(noise, { source: 'stderr' }).drafts).toEqual([
      { type: 'log', source: 'stderr', line: noise },
    ]);
    const { drafts } = dialect.parseEvent('Warning: not json', { source: 'stdout' });
    expect(drafts).toHaveLength(1);
    expect(JSON.stringify(drafts)).toContain('Warning: not json');
  });

  it('22: keeps the request ids of the two directions apart', () => {
    const dialect = dialectOfClaude();
    const [ours] = [...dialect.open().write].map((line) => JSON.parse(line) as { request_id?: string });
    const id = ours?.request_id ?? '1';
    for (const line of dialect.open().write) {
      dialect.parseEvent(line, { source: 'stdin' });
    }
    // The CLI numbers a question of its own as we numbered ours (a shape modelled on a recording).
    const question = {
      type: 'control_request',
      request_id: id,
      request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' }, tool_use_id: 'toolu_1' },
    };
    dialect.parseEvent(JSON.stringify(question), { source: 'stdout' });
    expect(dialect.state.pending.size).toBe(1);
    dialect.parseEvent(
      JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id: id, response: {} } }),
      { source: 'stdout' },
    );
    expect(dialect.state.pending.size).toBe(1);
  });

  it('23: closes stdin for a CLI that reads it to its end', async () => {
    const result = await startToy([{ do: 'read-all' }, session, answers('x')], {
      oneShot: true,
      run: { timeout: 10_000 },
    });
    expect(result.text).toBe('x');
    expect(
      claude.modes
        .find(({ name }) => name === 'oneshot')
        ?.command(
          {
            prompt: 'go',
            cwd: scratch,
            stream: 'auto',
            approvalMode: 'deny',
            systemPromptMode: 'append',
            noSession: false,
            includeSubagents: false,
            keepOpen: false,
          },
          { runId: 'r', dir: scratch, binary: '/claude', newId: () => 'id', input: { text: 'go' } },
        ).stdin,
    ).not.toBe('open');
  });

  it('24: shows native types that it does not know, and counts them', async () => {
    const { drafts } = dialectOfClaude().parseEvent(JSON.stringify({ type: 'brand_new_thing', session_id: 's' }), {
      source: 'stdout',
    });
    expect(drafts).toContainEqual(
      expect.objectContaining({ type: 'unknown_native', name: expect.stringContaining('brand_new_thing') }),
    );
    const unknown = says({ type: 'unknown_native', name: 'brand_new_thing' });
    const result = await runToy([session, unknown, unknown, answers('x'), waits]);
    expect(result.diagnostics.unknownNative).toEqual({ brand_new_thing: 2 });
    expect(result.events.filter(({ type }) => type === 'debug').length).toBeGreaterThan(0);
    expect(result.exitReason).toBe('completed');
  });

  it('25: never waits for an answer that nobody can give, and never grants because time ran out', async () => {
    const asks = [
      session,
      begin,
      says({ type: 'approval_request', key: 'a', action: 'Run', detail: 'rm', riskLevel: 'high' }),
      { do: 'read', contains: 'answer' },
      end,
      waits,
    ] as const;
    const alone = await runToy(asks);
    const handle = startToy(asks, { run: { interactionTimeoutMs: 100 } });
    handle.interaction.onPending(() => {});
    for (const { events } of [alone, await handle]) {
      expect(typesOf(events).filter((type) => type.startsWith('approval_'))).toEqual([
        'approval_request',
        'approval_denied',
      ]);
    }
    expect(isAlive(handle.pid ?? 0)).toBe(false);
  });
});
