/** A command that was kept from running has no shell, over all recordings: denied by somebody, by a mode, or by a hook of the project. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { NormalEvent } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { readProofs } from '../tools/support/read-proofs.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const EXECUTION = /^(shell_|file_)/;

const TOLD_BEFORE = [
  // Where nobody is asked, nothing tells that a command runs before its result, and one that runs for long must be seen, or an
  // interrupt would hide it. So it is told when it is ready, also where a hook of the project then keeps it from running. Where somebody is
  // asked, no shell is told before the hooks have let the command pass: test/real/blocked-by-hooks.test.ts.
  'claude/2.1.329/hooks',
  'claude/2.1.329/hooks.oneshot',
  'copilot/1.0.102/hooks.jsonl',
  'gemini/0.61.0/hooks.stream-json',
  // The command runs; what is asked about, and denied, is the network.
  'codex/0.169.0/approval-fetch',
  'codex/0.169.0/approval-network',
];

describe.each(builtInAdapters.map((adapter) => [adapter.agent, adapter] as const))('%s', (agent, adapter) => {
  it('shows no shell and no file of a call that was kept from running', async () => {
    const proofs = await readProofs(ROOT, adapter);
    const found = proofs.flatMap(({ fixture, events }) => {
      const blocked = new Set([...deniedIn(events), ...hookedIn(events)]);
      return events.some(({ type, toolCallId }) => EXECUTION.test(String(type)) && blocked.has(toolCallId))
        ? [fixture.dir.slice(ROOT.length + 1)]
        : [];
    });
    expect(found.sort()).toEqual(TOLD_BEFORE.filter((name) => name.startsWith(`${agent}/`)));
  });
});

/** Calls that were denied and failed. One whose command ran already was asked about for something more. */
function deniedIn(events: readonly NormalEvent[]): readonly unknown[] {
  const ids = (wanted: string): readonly unknown[] =>
    events.flatMap(({ type, toolCallId }) => (type === wanted ? [toolCallId] : []));
  const failed = new Set([...ids('tool_error'), ...ids('mcp_tool_error')]);
  const finished = new Set(
    events.flatMap(({ type, toolCallId, exitCodeKnown }) =>
      type === 'shell_exit' && exitCodeKnown !== false ? [toolCallId] : [],
    ),
  );
  return ids('approval_denied').filter((id) => failed.has(id) && !finished.has(id));
}

function hookedIn(events: readonly NormalEvent[]): readonly unknown[] {
  return events.flatMap(({ type, error, toolCallId }) =>
    type === 'tool_error' && /\bhook\b/i.test(String(error)) ? [toolCallId] : [],
  );
}
