/** Cuts signs off the end of a text in linear time, which a pattern such as `/=+$/` does not: it tries anew from each sign. */

/** The text without all signs at its end that match the pattern, which is that of one sign. */
export function trimEndOf(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0 && sign.test(text.charAt(end - 1))) {
    end--;
  }
  return text.slice(0, end);
}
