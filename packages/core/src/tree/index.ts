/** The runs that have called each other, or have taken over: where each stands, and the one order of the entries of all. */
export { calledPlace, DEFAULT_MAX_DEPTH, successorPlace } from './places.ts';
export { createRunTree } from './run-tree.ts';
export { Tree } from './tree.ts';
