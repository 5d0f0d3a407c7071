/** One buffer for all short-lived bytes of the spill: a new one for each would be garbage that V8 is slow to collect. */

const SCRATCH_BYTES = 512 * 1024;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const MAX_BYTES_OF_UNIT = 3;

let scratch: Buffer | undefined;

/** A buffer of that length, with anything in it. Valid until the next call: whoever asks is done with it in the same turn. */
export function takeScratch(bytes: number): Buffer {
  if (bytes > SCRATCH_BYTES) {
    return Buffer.allocUnsafeSlow(bytes);
  }
  scratch ??= Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  return scratch.subarray(0, bytes);
}

/** The text as UTF-8. Valid until the next call. */
export function writeScratch(text: string): Buffer {
  const bound = text.length * MAX_BYTES_OF_UNIT;
  const buffer = takeScratch(bound <= SCRATCH_BYTES ? bound : Buffer.byteLength(text));
  return buffer.subarray(0, buffer.write(text));
}
