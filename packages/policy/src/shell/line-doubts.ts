/** What a line contains that the grammar of Bash reads otherwise than a shell, or that no person sees. */

/** Blanks that no shell takes for blanks, and characters that no screen shows. */
const STRANGE = /[^\n\t\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}]/u;
/**
 * A line that goes on in the next one elsewhere than between two words. A shell takes the backslash and the end of the line away before it
 * looks at anything, so two words become one, or a string has a substitution.
 */
const CONTINUED = /(?:^|[^ \t])\\\n|\n[ \t]*\\\n/;

export function doubtsOf(line: string): readonly string[] {
  return [
    ...(STRANGE.test(line) ? ['a character that cannot be seen'] : []),
    ...(CONTINUED.test(line) ? ['a word that goes on in the next line'] : []),
  ];
}
