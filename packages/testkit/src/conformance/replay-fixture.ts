/** Replays a fixture in several ways, and reports where the result is not what it should be. */
import type { Adapter, ResolvedOptions } from '@agent-mux/core';
import { type Cassette, prepareReplay, type Replay, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { type CheckOptions, checkStream } from '@agent-mux/events/check';
import { type Cut, compareGolden, cutEntries, type NormalEvent, normalizeEvents } from '../fixtures/index.ts';

export interface ReplayedFixture extends Replay {
  readonly normal: readonly NormalEvent[];
}

export function replayFixture(cassette: Cassette, adapter: Adapter, cut: Cut = 'line'): ReplayedFixture {
  const { header, entries } = cassette;
  const replay = replayCassette({ header, entries: cutEntries(entries, header.framing, cut) }, adapter);
  return { ...replay, normal: normalizeEvents(replay.events) };
}

/**
 * Replays line by line, in one piece and cut at random bytes: the events must be the golden ones, the stream legal, and what was written to
 * the CLI what the dialect would write, in that order. Each problem is a sentence.
 */
export function findReplayProblems(
  cassette: Cassette,
  adapter: Adapter,
  { golden, seed }: { readonly golden: readonly NormalEvent[] | undefined; readonly seed: number },
): string[] {
  if (golden === undefined) {
    return ['There are no golden events. Look at the replay, then accept it.'];
  }
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
  problems.push(...findViolations(lines.events, checksOf(cassette, adapter)));
  return cassette.header.runId === undefined ? problems : [...problems, ...findSpeechProblems(lines)];
}

/**
 * The difference between what the dialect would say and what was said. A recording without the host's actions shows only missing replies.
 */
export function findSpeechProblems({ unmatched, unwanted }: Pick<Replay, 'unmatched' | 'unwanted'>): string[] {
  return [
    ...unmatched.map((line) => `The dialect would say what was not said: ${line.slice(0, 300)}`),
    ...unwanted.map((line) => `What was said is not what the dialect would say: ${line.slice(0, 300)}`),
  ];
}

/** What the options of a recorded run, and others that it is replayed with, demand of its stream. */
export function checksOf(
  { header }: Pick<Cassette, 'header'>,
  adapter: Adapter,
  given: Partial<ResolvedOptions> = {},
): CheckOptions {
  return checksOfOptions(prepareReplay(header, adapter, given).options);
}

/** What the options of a run demand of its stream, for a client without `debug`. */
export function checksOfOptions({
  stream,
  noSession,
  approvalMode,
}: Pick<ResolvedOptions, 'stream' | 'noSession' | 'approvalMode'>): CheckOptions {
  return { debug: false, streamFalse: stream === false, noSession, approvalMode };
}

/** The violations, each as a sentence. */
export function findViolations(events: readonly AgentEvent[], options: CheckOptions): string[] {
  return checkStream(events, options).map(
    ({ rule, seq, message }) => `Event ${seq ?? 'at the end'} breaks ${rule}: ${message}`,
  );
}
