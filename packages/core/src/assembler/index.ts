export { createAssembler } from './assembler.ts';
export type { Assembler, EndCause } from './contract.ts';
