/** How sure it is that something fits: yes, no or perhaps, and names with wildcards. */
export { least, most, type Trit } from './trit.ts';
export { fitsWildcard } from './wildcard.ts';
