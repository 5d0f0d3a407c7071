/** A command line, read by the grammar: its words, programs and variables, and what no rule can see. */
export { findForeignCommand, isConfigured } from './git-words.ts';
export { programName, whyMoreThanNamed, whyNoBeginning } from './programs.ts';
export { readShellLine } from './read-line.ts';
export { readsFolder } from './readers.ts';
export type { Command, Redirection, ShellLine } from './shell-line.ts';
export type { ShellParser } from './syntax-tree.ts';
export { isHarmlessVariable, isOfLine, steersPrograms } from './variables.ts';
export { isNumbered, type Word } from './words.ts';
