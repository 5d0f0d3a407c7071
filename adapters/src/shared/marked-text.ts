/** Finds a text between two marks. A pattern would look through all the rest of a text at each mark that begins one, which takes quadratic time. */

/** The text between the first mark of one kind and the next one of the other; undefined where one of them is lacking. */
export function textBetween(text: string, begin: string, end: string): string | undefined {
  const at = text.indexOf(begin);
  const to = at < 0 ? -1 : text.indexOf(end, at + begin.length);
  return to < 0 ? undefined : text.slice(at + begin.length, to);
}

export interface NoteAtEnd {
  /** The text before the mark with which the note begins. */
  readonly before: string;
  /** The text between the marks. */
  readonly note: string;
}

/** Splits off the note with which a text ends, from its last beginning on; undefined where the text ends otherwise. */
export function noteAtEnd(text: string, begin: string, end: string): NoteAtEnd | undefined {
  const to = text.length - end.length;
  const from = to - begin.length;
  const at = from >= 0 && text.endsWith(end) ? text.lastIndexOf(begin, from) : -1;
  return at < 0 ? undefined : { before: text.slice(0, at), note: text.slice(at + begin.length, to) };
}
