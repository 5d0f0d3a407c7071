/** Recordings of conversations with CLIs, which are written while they happen and read from the disk. */

export type { RecorderHeader } from './cassette-lines.ts';
export * from './format.ts';
export { type CassetteReader, checkCassette, openCassette, readCassette } from './read-cassette.ts';
export { checkRecordFolder } from './record-folder.ts';
export { createRecorder, type RecorderOptions } from './recorder.ts';
export { createRunRecorder, createRunRedactor } from './run-recorder.ts';
