/** What every recording of `opencode run` would mean if it had ended early, or if a failed call had not said why. */
import { fileURLToPath } from 'node:url';
import { type CassetteEntry, readText, replayCassette } from '@agent-mux/core/cassette';
import { loadFixtures } from '@agent-mux/testkit/conformance';
import { expect, it } from 'vitest';
import { opencode } from '../index.ts';

const ROOT = fileURLToPath(new URL('../../../../fixtures', import.meta.url));

const recordings = (
  await Promise.all((await loadFixtures(ROOT, opencode)).map(async ({ title, load }) => ({ title, ...(await load()) })))
).filter(({ cassette }) => cassette.header.mode === 'run');

interface Line {
  readonly type?: string;
  readonly part?: {
    readonly callID?: string;
    readonly reason?: string;
    readonly state?: { status?: string; error?: unknown };
  };
}

function read(entry: CassetteEntry): Line | undefined {
  const text = entry.dir === 'out' ? readText(entry) : '';
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

it('an end with code 0 before the model has seen the results of its calls is none', () => {
  const ends = recordings.flatMap(({ title, cassette: { header, entries } }) =>
    entries.flatMap((entry, index) => {
      const isCut = read(entry)?.part?.reason === 'tool-calls';
      const isLast = !entries.slice(index + 1).some((later) => read(later)?.type === 'step_start');
      if (!isCut || isLast) {
        return [];
      }
      const exit: CassetteEntry = { dir: 'exit', code: 0, signal: null };
      const cut = [...entries.slice(0, index + 1), exit];
      return { title, exitReason: replayCassette({ header, entries: cut }, opencode).result.exitReason };
    }),
  );
  expect(ends.filter(({ exitReason }) => exitReason === 'completed')).toEqual([]);
  expect(ends.length).toBeGreaterThan(10);
});

it.each([{ error: undefined }, { error: null }, { error: { name: 'UnknownError' } }])(
  'a call that failed has no result, though it says only %j',
  (reason) => {
    let failed = 0;
    const results = recordings.flatMap(({ title, cassette: { header, entries } }) => {
      const ids: unknown[] = [];
      const changed = entries.map((entry): CassetteEntry => {
        const line = read(entry);
        if (line?.part?.state?.status !== 'error' || entry.dir !== 'out') {
          return entry;
        }
        ids.push(line.part.callID);
        const part = { ...line.part, state: { ...line.part.state, ...reason } };
        const { base64: _, ...rest } = entry;
        return { ...rest, text: JSON.stringify({ ...line, part }) };
      });
      failed += ids.length;
      const { events } = replayCassette({ header, entries: changed }, opencode);
      const ended = events.filter((event) => /^(?:mcp_)?tool_result$|^subagent_result$/.test(event.type));
      return ended.flatMap((event) =>
        ids.includes('toolCallId' in event ? event.toolCallId : 'subagentId' in event && event.subagentId) ? title : [],
      );
    });
    expect(results).toEqual([]);
    expect(failed).toBeGreaterThan(3);
  },
);
