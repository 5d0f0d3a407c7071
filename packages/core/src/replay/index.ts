/** Plays a recording again: the same messages at the same times, and so the same events. */
export {
  type Replay,
  type ReplayStream,
  type ReplayStreamOptions,
  replayCassette,
  replayStream,
} from './replay.ts';
export type { ReplayEnd, ReplayOptions } from './replay-contract.ts';
export { ReplayMachine } from './replay-machine.ts';
export { prepareReplay, type ReplaySetup } from './replay-setup.ts';
