/** Recordings of conversations with CLIs: made, read, redacted and replayed. */

export type { ProcessIdentity } from '../process/index.ts';
export { identify } from '../process/index.ts';
export type { ExitFacts, HostAction, HostSpeech, Recorder } from '../run/index.ts';
export { createRunIds } from '../run/index.ts';
export { type Cut, cutEntries } from './cut-entries.ts';
export * from './fixtures.ts';
export * from './format.ts';
export { findMachineSecrets, type MachineOptions } from './machine-secrets.ts';
export { type NormalEvent, type NormalizeOptions, normalizeEvents, type Unstable } from './normalize.ts';
export {
  type PlayerBinaryOptions,
  type PlayerCommand,
  type PlayerOptions,
  playerCommand,
  writePlayerBinary,
} from './player-command.ts';
export { type CassetteReader, checkCassette, openCassette, readCassette } from './read-cassette.ts';
export { checkRecordFolder } from './record-folder.ts';
export { createRecorder, type RecorderHeader, type RecorderOptions } from './recorder.ts';
export { createRedactor, type Redaction, type RedactOptions, type Redactor } from './redact.ts';
export { createLineRedactor, type LineChange, type LineRedactor, type LineRedactorOptions } from './redact-lines.ts';
export {
  type Replay,
  type ReplayCassetteOptions,
  type ReplayStream,
  type ReplayStreamOptions,
  replayCassette,
  replayStream,
} from './replay.ts';
export { type ReplayEnd, ReplayMachine, type ReplayOptions } from './replay-machine.ts';
export { prepareReplay, type ReplaySetup } from './replay-setup.ts';
export { createRunRecorder, createRunRedactor } from './run-recorder.ts';
export { createSeededRandom } from './seeded-random.ts';
