/** Replays a fixture in several ways, and says where what comes out is not what it should be. */
import type { Adapter } from '@agent-mux/core';
import {
  type Cassette,
  type Cut,
  compareGolden,
  type NormalEvent,
  normalizeEvents,
  type Replay,
  replayCassette,
} from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';

export interface ReplayedFixture extends Replay {
  readonly normal: readonly NormalEvent[];
}

export function replayFixture(cassette: Cassette, adapter: Adapter, cut: Cut = 'line'): ReplayedFixture {
  const replay = replayCassette(cassette, adapter, { cut });
  return { ...replay, normal: normalizeEvents(replay.events) };
}

/**
 * Line by line, in one piece and cut at random bytes the events are the golden ones; the stream is in order; and the
 * dialect wanted nothing written that was not. Each problem is a sentence.
 */
export function findReplayProblems(
  cassette: Cassette,
  adapter: Adapter,
  { golden, seed }: { readonly golden: readonly NormalEvent[] | undefined; readonly seed: number },
): string[] {
  if (golden === undefined) return ['There are no golden events. Look at the replay, then accept it.'];
  const lines = replayFixture(cassette, adapter, 'line');
  const ways: readonly (readonly [string, ReplayedFixture])[] = [
    ['line by line', lines],
    ['in one piece', replayFixture(cassette, adapter, 'whole')],
    [`cut at random bytes (seed ${seed})`, replayFixture(cassette, adapter, { random: seed })],
  ];
  const problems = ways.flatMap(([how, { normal }]) => {
    const difference = compareGolden(golden, normal);
    return difference === undefined ? [] : [`Replayed ${how}: ${difference}`];
  });
  const { events, unmatched } = lines;
  problems.push(...findViolations(events));
  if (cassette.header.runId !== undefined) {
    problems.push(...unmatched.map((line) => `The dialect would write what was never written: ${line.slice(0, 300)}`));
  }
  return problems;
}

/** Each violation as a sentence. */
export function findViolations(events: readonly AgentEvent[]): string[] {
  return checkStream(events).map(({ rule, seq, message }) => `Event ${seq ?? 'at the end'} breaks ${rule}: ${message}`);
}
