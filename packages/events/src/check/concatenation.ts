/** Deltas put together, to be held against what the stream says they make. */

export interface Concatenation {
  readonly length: number;
  add(delta: string): void;
  /** Whether this is what came together so far; cheap enough to be asked after every delta. */
  agrees(claimed: string): boolean;
  /** As `agrees`, and every character is compared. */
  equals(claimed: string): boolean;
}

export function concatenate(initial = ''): Concatenation {
  let text = initial;
  let compared = 0;
  return {
    get length() {
      return text.length;
    },
    add(delta) {
      text += delta;
    },
    agrees(claimed) {
      if (claimed.length !== text.length) return false;
      // Comparing the characters copies a string that was put together of parts. Done for each delta that would be
      // quadratic; done whenever the text has doubled, it is linear.
      if (text.length < compared * 2) return true;
      compared = text.length;
      return claimed === text;
    },
    equals: (claimed) => claimed === text,
  };
}
