/** How a CLI is started, fed, signalled, and proved gone. */
export { type AgentProcess, type ProcessExit, type SpawnOptions, spawnAgent, warmUp } from './agent-process.ts';
export { type FindExecutableOptions, findExecutable, isExecutable } from './find-executable.ts';
export { createFramer, type Framer, type FramerEvents, type Framing, frameMessage } from './framer.ts';
export type { LeavableProcess, LeftProcess } from './left-running.ts';
export { makeRunDir, type RunDir, runDirPath } from './run-dir.ts';
