/** The grammar of Bash, loaded once it is needed. */
export { createCommandReader, type ReadCommand } from './command-reader.ts';
