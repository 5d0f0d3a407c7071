/** What a mode claims to stream, its dialect streams and its recordings show; what it does not, comes whole, and a fallback says so. */
import { builtInAdapters } from '@agent-mux/adapters';
import { prepareReplay } from '@agent-mux/core/cassette';
import type { AgentEvent, StreamCapability } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';

const CAPABILITIES: readonly StreamCapability[] = ['text', 'thinking', 'tool_calls'];

/** What all recordings of a mode showed that were to stream. */
interface Shown {
  /** Blocks or calls. */
  outputs: number;
  /** Deltas beyond the first of a block, and those of inputs. */
  pieces: number;
}

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  describe.each(adapter.modes)(`${adapter.agent} $name`, ({ name, capabilities }) => {
    const claims = {
      text: capabilities.supportsTextStreaming,
      thinking: capabilities.supportsThinkingStreaming,
      tool_calls: capabilities.supportsToolCallStreaming,
    };
    const shown = new Map(CAPABILITIES.map((capability) => [capability, { outputs: 0, pieces: 0 }]));
    let recorded = 0;

    it.each(fixtures.filter(({ modeName }) => modeName === name))('$title', async (fixture) => {
      const { cassette } = await fixture.load();
      const { mode, options } = prepareReplay(cassette.header, adapter);
      if (options.stream === false) {
        return;
      }
      recorded += cassette.header.handWritten === undefined ? 1 : 0;
      const { streams } = mode.dialect(options, {
        runId: cassette.header.runId ?? '',
        dir: '<run>',
        binary: adapter.agent,
        newId: () => '',
        input: { text: '', images: [] },
        argv: cassette.header.argv,
      });
      expect({ text: streams.text, thinking: streams.thinking, tool_calls: streams.toolInput }).toEqual(claims);

      const { events } = await fixture.replay();
      const needed = CAPABILITIES.filter((capability) => {
        const { outputs, pieces } = countOf(events, capability);
        const sum = shown.get(capability);
        if (sum !== undefined) {
          sum.outputs += outputs;
          sum.pieces += pieces;
        }
        return outputs > 0 && !claims[capability];
      });
      const told = events.flatMap((event) => (event.type === 'stream_fallback' ? [event.capability] : []));
      expect(told.sort()).toEqual([...needed].sort());
    });

    it('has a recording that shows each claim', () => {
      const unproven = CAPABILITIES.filter((capability) => claims[capability] && shown.get(capability)?.pieces === 0);
      // What was written by hand proves nothing.
      expect(recorded === 0 ? [] : unproven).toEqual([]);
    });
  });
}

function countOf(events: readonly AgentEvent[], capability: StreamCapability): Shown {
  const shown = { outputs: 0, pieces: 0 };
  /** The key is the lane. */
  const deltas = new Map<string | undefined, number>();
  for (const { type, lane } of events) {
    if (type === START[capability]) {
      shown.outputs += 1;
      deltas.set(lane, 0);
    } else if (type === DELTA[capability]) {
      const count = (deltas.get(lane) ?? 0) + 1;
      deltas.set(lane, count);
      shown.pieces += count > 1 || capability === 'tool_calls' ? 1 : 0;
    }
  }
  return shown;
}

const START = { text: 'message_start', thinking: 'thinking_start', tool_calls: 'tool_call_start' } as const;
const DELTA = { text: 'text_delta', thinking: 'thinking_delta', tool_calls: 'tool_input_delta' } as const;
