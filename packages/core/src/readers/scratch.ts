/**
 * One buffer for all short-lived bytes of the spill, because a new one for each would be garbage that V8 is slow to
 * collect.
 */

const SCRATCH_BYTES = 512 * 1024;
/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const MAX_BYTES_OF_UNIT = 3;

let scratch: Buffer | undefined;

/**
 * Returns a buffer of that length with arbitrary content. It is valid until the next call, so its user must be done
 * with it in the same turn.
 */
export function takeScratch(bytes: number): Buffer {
  if (bytes > SCRATCH_BYTES) {
    return Buffer.allocUnsafeSlow(bytes);
  }
  scratch ??= Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  return scratch.subarray(0, bytes);
}

/** Returns the text as UTF-8, which is valid until the next call. */
export function writeScratch(text: string): Buffer {
  const bound = text.length * MAX_BYTES_OF_UNIT;
  const buffer = takeScratch(bound <= SCRATCH_BYTES ? bound : Buffer.byteLength(text));
  return buffer.subarray(0, buffer.write(text));
}
