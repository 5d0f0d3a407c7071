/**
 * The runs that have called each other, or have taken over: the place of each, and the one order of the entries of all.
 */
export { calledPlace, DEFAULT_MAX_DEPTH, successorPlace } from './places.ts';
export { createRunTree } from './run-tree.ts';
export { Tree } from './tree.ts';
