/** How a CLI is started, fed, signalled, and proved gone. */
export { AgentProcess, type ProcessExit } from './agent-process.ts';
export { type Excess, findExcess } from './argument-limits.ts';
export { createFramer } from './create-framer.ts';
export { type FindExecutableOptions, findExecutable, isExecutable } from './find-executable.ts';
export { type Framer, type FramerEvents, type Framing, frameMessage } from './framer.ts';
export type { LeavableProcess, LeftProcess } from './left-running.ts';
export { LineSplitter } from './line-splitter.ts';
export type { ProcessIdentity } from './process-entry.ts';
export { identify } from './process-table.ts';
export { RingTail } from './ring-tail.ts';
export { makeRunDir, type RunDir, runDirPath } from './run-dir.ts';
export type { SpawnOptions } from './spawn-options.ts';
export { SpillFile } from './spill-file.ts';
export { skipNoise } from './terminal-noise.ts';
