/** Plays one turn from drafts to lines, which is the form of most tests here. */
import { checkStream } from '@agent-mux/events/check';
import type { EventDraft } from '../../adapter/draft.ts';
import { brief } from './brief.ts';
import { type BenchOptions, createBench, RUN_ID } from './harness.ts';

export interface TurnCase {
  readonly name: string;
  readonly options?: BenchOptions;
  readonly drafts: readonly EventDraft[];
  /** The events between `turn_start` and `turn_end`. */
  readonly events: readonly string[];
  readonly repaired?: number;
}

export interface TurnPlay {
  readonly events: readonly string[];
  readonly repaired: number;
  readonly violations: readonly unknown[];
}

const FRAME: readonly string[] = [
  'session_start sessionId=s1 resumed=false',
  'turn_start turnIndex=0',
  'turn_end turnIndex=0',
  'session_end sessionId=s1 turnCount=1',
];

/** Returns what the drafts give within a turn. The frame is only included if it is not as it must be. */
export function playTurn({ options, drafts }: TurnCase): TurnPlay {
  const { assembler, events, push, now } = createBench(options);
  push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, ...drafts, { type: 'turn_end' });
  assembler.end(now());
  const lines = events.map(brief);
  const isFramed = [...lines.slice(0, 2), ...lines.slice(-2)].every((line, index) => line === FRAME[index]);
  return {
    events: isFramed ? lines.slice(2, -2) : lines,
    repaired: assembler.repaired,
    violations: checkStream(events, { streamFalse: options?.stream === false }),
  };
}

/** The play that `playTurn` must return. */
export function expectedPlay({ events, repaired = 0 }: TurnCase): TurnPlay {
  return { events, repaired, violations: [] };
}

export const BASH: Extract<EventDraft, { type: 'tool_call_start' }> = {
  type: 'tool_call_start',
  toolCallId: 't',
  toolName: 'Bash',
  input: { c: 'ls' },
};
export const BASH_STARTED = 'tool_call_start toolCallId=t toolName=Bash inputAccumulated={"c":"ls"}';
export const BASH_READY = 'tool_call_ready toolCallId=t toolName=Bash input={"c":"ls"}';

export const ASK: Extract<EventDraft, { type: 'approval_request' }> = {
  type: 'approval_request',
  key: 'k',
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
  toolCallId: 't',
};
export const ASKED: string = `approval_request interactionId=${RUN_ID}-i0 action=Run detail=ls riskLevel=high toolCallId=t`;
