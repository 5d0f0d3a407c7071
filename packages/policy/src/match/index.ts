/** How certain a match is (yes, no or unknown), and names with wildcards. */
export { least, most, type Trit } from './trit.ts';
export { fitsWildcard } from './wildcard.ts';
