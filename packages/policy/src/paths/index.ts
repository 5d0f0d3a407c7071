/** Paths in rules: patterns, folders that they start from, and where a link leads. */
export { type Glob, readGlobs } from './glob.ts';
export { type Disk, followBeginnings, type Place, Places, type Resolve, type Spot } from './places.ts';
