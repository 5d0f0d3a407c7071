/** The states of a run and the transitions between them, as one table. */
import { AgentMuxError } from '../errors.ts';

const END = [
  'completed',
  'failed',
  'aborted',
  'interrupted',
  'timed-out',
  'turn-limited',
  'over-budget',
  'crashed',
  'killed',
] as const;

/** The states that a run never leaves. */
export type EndState = (typeof END)[number];

/** The progress of a run. */
export type RunState = 'spawned' | 'running' | 'paused' | 'stopping' | EndState;

/** No state follows an end. `stopping`: the end is under way, by us or by the CLI; only the cause can still change. */
const TRANSITIONS: Readonly<Record<Exclude<RunState, EndState>, readonly RunState[]>> = {
  spawned: ['running', 'paused', 'stopping', ...END],
  running: ['paused', 'stopping', ...END],
  paused: ['running', 'stopping', ...END],
  stopping: END,
};

const ENDS: ReadonlySet<RunState> = new Set(END);

/** Whether a state is an end; this is called for every message of the CLI. */
export function isEnded(state: RunState): state is EndState {
  return ENDS.has(state);
}

/** Returns the next state; throws INVALID_STATE_TRANSITION if the table does not have it. */
export function moveTo(from: RunState, to: RunState): RunState {
  if (isEnded(from) || !TRANSITIONS[from].includes(to)) {
    throw new AgentMuxError('INVALID_STATE_TRANSITION', `The run is ${from}; it cannot become ${to}.`);
  }
  return to;
}
