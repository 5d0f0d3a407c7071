/** Texts of any characters, for properties. */
import fc from 'fast-check';

const SURROGATES = { first: 0xd8_00, count: 0x8_00 };

/**
 * Any character but half of one. fast-check's own unit `binary` means the same, and makes a table of all 1,112,064 of them in each
 * property, which takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10_ff_ff - SURROGATES.count).map(
  (place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) {
      throw new TypeError('It is not one character.');
    }
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);
