/** The states of a run and the transitions between them, as one table. */
import { AgentMuxError } from '../errors.ts';

/** How far a run is. */
export type RunState =
  | 'spawned'
  | 'running'
  | 'paused'
  | 'stopping'
  | 'completed'
  | 'failed'
  | 'aborted'
  | 'interrupted'
  | 'timed-out'
  | 'turn-limited'
  | 'over-budget'
  | 'crashed'
  | 'killed';

/** States that a run never leaves. */
export type EndState = Exclude<RunState, 'spawned' | 'running' | 'paused' | 'stopping'>;

const END: readonly EndState[] = [
  'completed',
  'failed',
  'aborted',
  'interrupted',
  'timed-out',
  'turn-limited',
  'over-budget',
  'crashed',
  'killed',
];

/** `stopping`: the end is under way, by us or by the CLI; only the cause can still change. */
const TRANSITIONS: Readonly<Record<RunState, readonly RunState[]>> = {
  spawned: ['running', 'paused', 'stopping', ...END],
  running: ['paused', 'stopping', ...END],
  paused: ['running', 'stopping', ...END],
  stopping: END,
  completed: [],
  failed: [],
  aborted: [],
  interrupted: [],
  'timed-out': [],
  'turn-limited': [],
  'over-budget': [],
  crashed: [],
  killed: [],
};

export function isEnded(state: RunState): state is EndState {
  return TRANSITIONS[state].length === 0;
}

/** The next state; throws INVALID_STATE_TRANSITION if the table does not have it. */
export function moveTo(from: RunState, to: RunState): RunState {
  if (!TRANSITIONS[from].includes(to)) {
    throw new AgentMuxError('INVALID_STATE_TRANSITION', `The run is ${from}; it cannot become ${to}.`);
  }
  return to;
}
