/** A command that ran and failed is a call that failed, on every agent, in every mode, live as in a recording. */
import { builtInAdapters } from '@agent-mux/adapters';
import { expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';
import { WRITTEN_BY_HAND } from './uniformity/compare.ts';

/** What the wire tells of commands that end with another code than 0. */
const NO_EXIT_CODE = new Map([
  ['gemini.acp', 'Gemini CLI tells a code only of a command that printed nothing'],
  ['gemini.stream-json', 'Gemini CLI tells none there'],
  ['openclaw.exec', 'OpenClaw tells no call'],
]);

const cases = (
  await Promise.all(
    builtInAdapters.map(async (adapter) =>
      (
        await fixturesOf(adapter)
      ).map((fixture) => ({
        where: `${adapter.agent}.${fixture.mode ?? adapter.modes[0]?.name ?? ''}`,
        adapter,
        fixture,
      })),
    ),
  )
).flat();

it.each(builtInAdapters)(
  '$agent: the outcome of a call says what the exit code of its command says',
  {
    timeout: 120_000,
  },
  async ({ agent }) => {
    const wrong: string[] = [];
    for (const { fixture } of cases.filter((each) => each.adapter.agent === agent)) {
      const { events } = await fixture.replay();
      for (const exit of events) {
        if (exit.type !== 'shell_exit' || exit.exitCodeKnown === false || exit.toolCallId === undefined) {
          continue;
        }
        const end = events.find(
          (event) =>
            (event.type === 'tool_result' || event.type === 'tool_error') && event.toolCallId === exit.toolCallId,
        );
        if (end !== undefined && (end.type === 'tool_error') !== (exit.exitCode !== 0)) {
          wrong.push(`${fixture.scenario} ${fixture.version}: exit code ${exit.exitCode}, and ${end.type}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);

it.each(cases.filter(({ fixture }) => fixture.scenario === 'tool-shell-fail'))(
  '$where ($fixture.version): exit code 3 is told, and is a tool_error with the output',
  async ({ where, adapter, fixture }) => {
    const { events } = await fixture.replay();
    const codes = events.flatMap((event) => (event.type === 'shell_exit' ? [event.exitCode] : []));
    const errors = events.flatMap((event) => (event.type === 'tool_error' ? [event.error] : []));
    if (NO_EXIT_CODE.has(where)) {
      expect([codes.filter((code) => code === 3), errors]).toEqual([[], []]);
      return;
    }
    expect(codes).toEqual([3]);
    // Those that are written by hand were not played with our script.
    expect(errors).toEqual([expect.stringMatching(WRITTEN_BY_HAND.has(adapter.agent) ? /\b3\b/ : /before the end/)]);
  },
);

/** The second one reads the lines of `oneshot`. */
const NOT_PLAYED = new Set(['cursor.acp', 'claude.oneshot-whole']);

it('each mode that tells commands was recorded with one that fails', () => {
  const recorded = new Set(cases.flatMap((each) => (each.fixture.scenario === 'tool-shell-fail' ? each.where : [])));
  const telling = builtInAdapters.flatMap(({ agent, modes }) =>
    modes.flatMap(({ name, capabilities: { events } }) =>
      events.includes('shell_exit') && !NOT_PLAYED.has(`${agent}.${name}`) ? [`${agent}.${name}`] : [],
    ),
  );
  expect(telling.filter((mode) => !recorded.has(mode))).toEqual([]);
});
