/** The text that deltas make, which is compared with what the stream says they make. */

export interface Concatenation {
  readonly length: number;
  add(delta: string): void;
  /** Records that a part of it was changed on its way here: from now on it agrees with any claim. */
  spoil(): void;
  /** Whether the text so far is the claimed one; cheap enough to be called after every delta. */
  agrees(claimed: string): boolean;
  /** Compares like `agrees`, character by character. */
  equals(claimed: string): boolean;
}

/** Creates a text. A stream claims at most `maxBytes` of its UTF-8. */
export function concatenate(initial = '', maxBytes: number = Number.POSITIVE_INFINITY): Concatenation {
  let text = initial;
  let compared = 0;
  let isSpoilt = false;

  const isBeginning = (claimed: string): boolean => {
    if (text.length * MAX_BYTES_OF_UNIT <= maxBytes || claimed.length >= text.length) {
      return false;
    }
    const bytes = countBytes(claimed);
    // A character that does not fit is left out as a whole, and a text that fits is claimed as a whole.
    return (
      bytes <= maxBytes &&
      bytes + MAX_BYTES_OF_CHARACTER > maxBytes &&
      countBytes(text) > maxBytes &&
      text.startsWith(claimed)
    );
  };

  return {
    get length() {
      return text.length;
    },
    add(delta) {
      // No claim contains what is beyond the bound, and a text can be longer than a string.
      if (text.length <= maxBytes) {
        text += delta;
      }
    },
    spoil() {
      isSpoilt = true;
    },
    agrees(claimed) {
      // Near the bound, each delta claims the same beginning, or a reader has put all of the deltas together.
      if (isSpoilt || text.length * MAX_BYTES_OF_UNIT > maxBytes) {
        return true;
      }
      if (claimed.length !== text.length) {
        return false;
      }
      // Comparing the characters copies a string that was put together from parts. The comparison would be quadratic after each delta, and is
      // linear whenever the text has doubled.
      if (text.length < compared * 2) {
        return true;
      }
      compared = text.length;
      return claimed === text;
    },
    equals: (claimed) => isSpoilt || claimed === text || isBeginning(claimed),
  };
}

/** The most bytes of UTF-8 that a unit of UTF-16 takes, and that a character takes. */
const MAX_BYTES_OF_UNIT = 3;
const MAX_BYTES_OF_CHARACTER = 4;

function countBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair counts for two of its four bytes; one that stands alone is written as three.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalfOfPair(text, at) ? 2 : 3;
  }
  return bytes;
}

function isHalfOfPair(text: string, at: number): boolean {
  const isFirst = (index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800;
  const isSecond = (index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return (isFirst(at) && isSecond(at + 1)) || (isSecond(at) && isFirst(at - 1));
}
