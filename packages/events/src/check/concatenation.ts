/** Deltas put together, to be checked against what the stream says they make. */

export interface Concatenation {
  readonly length: number;
  add(delta: string): void;
  /** Part of it was changed on its way here: from now on it agrees with whatever is claimed. */
  spoil(): void;
  /** Whether this is what came together so far; cheap enough to be asked after every delta. */
  agrees(claimed: string): boolean;
  /** As `agrees`, and every character is compared. */
  equals(claimed: string): boolean;
}

/** `maxBytes` of UTF-8: of a longer text only the beginning is claimed, up to there. */
export function concatenate(initial = '', maxBytes: number = Number.POSITIVE_INFINITY): Concatenation {
  let text = initial;
  let compared = 0;
  let isSpoilt = false;

  const isBeginning = (claimed: string): boolean => {
    if (text.length * MAX_BYTES_OF_UNIT <= maxBytes || claimed.length >= text.length) {
      return false;
    }
    const bytes = countBytes(claimed);
    // The character that did not fit is left out as a whole.
    return bytes <= maxBytes && bytes + MAX_BYTES_OF_CHARACTER > maxBytes && text.startsWith(claimed);
  };

  return {
    get length() {
      return text.length;
    },
    add(delta) {
      // What is beyond the bound is in nothing that is claimed, and a text can be longer than a string.
      if (text.length <= maxBytes) {
        text += delta;
      }
    },
    spoil() {
      isSpoilt = true;
    },
    agrees(claimed) {
      // From near the bound on each delta claims the same beginning, or a reader has put all of the deltas together.
      if (isSpoilt || text.length * MAX_BYTES_OF_UNIT > maxBytes) {
        return true;
      }
      if (claimed.length !== text.length) {
        return false;
      }
      // Comparing the characters copies a string that was put together of parts. Done for each delta that would be
      // quadratic; done whenever the text has doubled, it is linear.
      if (text.length < compared * 2) {
        return true;
      }
      compared = text.length;
      return claimed === text;
    },
    equals: (claimed) => isSpoilt || claimed === text || isBeginning(claimed),
  };
}

/** Of UTF-8: a unit of UTF-16 takes at most so many, a character at most so many. */
const MAX_BYTES_OF_UNIT = 3;
const MAX_BYTES_OF_CHARACTER = 4;

function countBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts for two of its four; one that stands alone is written as a sign of three.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || isHalfOfPair(text, at) ? 2 : 3;
  }
  return bytes;
}

function isHalfOfPair(text: string, at: number): boolean {
  const isFirst = (index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800;
  const isSecond = (index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;
  return (isFirst(at) && isSecond(at + 1)) || (isSecond(at) && isFirst(at - 1));
}
