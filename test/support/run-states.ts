/** The states of a run in which a call can be made. */

export const STATES = [
  'starting',
  'running',
  'asking',
  'paused',
  'interrupting',
  'stopping',
  'ended',
  'retrying',
] as const;
export type State = (typeof STATES)[number];

export const ABOUT_STATES: Readonly<Record<State, string>> = {
  starting: 'the process is there and has said nothing yet',
  running: 'the agent is at work',
  asking: 'the agent waits for the answer to an approval',
  paused: 'the same, and `pause()` was called',
  interrupting: 'an approval was open when `interrupt()` was called; the turn is not over yet',
  stopping: 'an approval was open when the run was stopped; the process is not gone yet',
  ended: 'the result is there',
  retrying: 'an attempt has failed with an approval open; the wait for the next one is on',
};
