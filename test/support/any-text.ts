/** Texts of any characters, for properties. */
import fc from 'fast-check';

/**
 * Any character but half of one. fast-check's own unit `binary` means the same, and makes a table of all 1,112,064 of them in each
 * property, which takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code), codeOf);

/** Returns the code of what is one character; fast-check takes an error for a value that the arbitrary does not give. */
function codeOf(value: unknown): number {
  const [character, ...others] = typeof value === 'string' ? value : [];
  const code = character?.codePointAt(0);
  if (code === undefined || others.length > 0) {
    throw new TypeError('It is not one character.');
  }
  return code;
}
