/** Whether a text matches a pattern in which `*` stands for any characters and, if asked for, `?` for one. */

/**
 * Takes time by the length of the text multiplied by that of the pattern at most. It uses no regular expression, which would take far
 * longer where there are many stars.
 */
export function fitsWildcard(
  pattern: string,
  text: string,
  { hasOne = false }: { readonly hasOne?: boolean } = {},
): boolean {
  const wanted = [...pattern];
  const signs = [...text];
  let at = 0;
  let seen = 0;
  let star = -1;
  let from = 0;
  while (seen < signs.length) {
    const next = wanted[at];
    if (next === '*') {
      star = at++;
      from = seen;
    } else if (next !== undefined && (next === signs[seen] || (hasOne && next === '?'))) {
      at++;
      seen++;
    } else if (star !== -1) {
      at = star + 1;
      seen = ++from;
    } else {
      return false;
    }
  }
  return wanted.slice(at).every((sign) => sign === '*');
}
