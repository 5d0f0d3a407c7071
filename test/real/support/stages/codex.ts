/** Codex on the stage. */
import { codex } from '@agent-mux/adapters';
import type { NormalEvent } from '@agent-mux/testkit';
import { prepareCodex } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import type { AgentStage } from '../stage.ts';
import { APP_SERVER, APP_SERVER_DIFFERENCES, APP_SERVER_RACES } from './codex-app-server.ts';
import { EXEC, EXEC_DIFFERENCES, EXEC_RACES } from './codex-exec.ts';

export const codexStage: AgentStage = {
  adapter: codex,
  version: '0.169.0',
  binary: (version) => agentBinary('codex', version),
  prepare: prepareCodex,
  scenarios: { 'app-server': APP_SERVER, exec: EXEC },
  differences: [...EXEC_DIFFERENCES, ...APP_SERVER_DIFFERENCES],
  races: [
    {
      in: ['tools-parallel'],
      why: 'the calls of one answer begin and end side by side, and exec numbers them as they begin',
      settle: callsByInput,
    },
    ...EXEC_RACES,
    ...APP_SERVER_RACES,
  ],
  // It cannot read half of a surrogate pair, and drops the delta that it comes in (0.169.0).
  repaired: { unicode: { 'app-server': 1 } },
  words: { compact: '/compact' },
};

/** What is said of the calls in one place, one call after the other, under names that do not tell which began first. */
function callsByInput(events: readonly NormalEvent[]): readonly NormalEvent[] {
  const inputs = new Map(
    events
      .filter(({ type }) => type === 'tool_call_start')
      .map(({ toolCallId, inputAccumulated }) => [toolCallId, String(inputAccumulated)]),
  );
  const calls = [...inputs]
    .sort(([, one], [, other]) => one.localeCompare(other))
    .flatMap(([id], place) =>
      events.filter(({ toolCallId }) => toolCallId === id).map((event) => ({ ...event, toolCallId: `call ${place}` })),
    );
  const first = events.findIndex(({ toolCallId }) => toolCallId !== undefined);
  const others = events.filter(({ toolCallId }) => !inputs.has(toolCallId));
  return [...others.slice(0, first), ...calls, ...others.slice(first)];
}
