export { createAssembler } from './assembler.ts';
export type { Assembler, AssemblerOptions, EndCause, Respawn, Streams } from './contract.ts';
