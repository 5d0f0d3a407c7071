/** The text of a message that a cassette stores as pieces of the one before it, of the same direction. */

export class RepeatedText {
  #last = new Map();

  /** The entry with its text. It must be given every message, in order. */
  read(entry) {
    const { dir, text, pieces } = entry;
    if (text === undefined && pieces === undefined) {
      return entry;
    }
    const last = this.#last.get(dir) ?? '';
    const whole = text ?? pieces.map((piece) => (typeof piece === 'string' ? piece : cut(last, piece))).join('');
    this.#last.set(dir, whole);
    return { ...entry, text: whole };
  }
}

function cut(last, [from, length]) {
  return last.slice(from, from + length);
}
