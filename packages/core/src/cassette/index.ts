/** The public door to recordings: they are written, redacted, read and replayed in rooms of their own. */
export {
  createFramer,
  type Framer,
  type FramerEvents,
  type Framing,
  frameMessage,
  identify,
  type ProcessIdentity,
} from '../process/index.ts';
export * from '../recording/index.ts';
export {
  createLineRedactor,
  createRedactor,
  findMachineSecrets,
  type LineChange,
  type LineRedactor,
  type LineRedactorOptions,
  type MachineOptions,
  type Redaction,
  type RedactOptions,
  type Redactor,
} from '../redaction/index.ts';
export * from '../replay/index.ts';
export { createRunIds, type ExitFacts, type HostAction, type HostSpeech, type Recorder } from '../run/index.ts';
