/** Makes V8 collect long texts soon after they were dropped. */

/** The most dropped text that may stay uncollected. */
const GARBAGE_BYTES = 24 * 1024 * 1024;
/**
 * The length from which a text counts. A shorter one is still young when it is dropped, and is collected with the young
 * objects.
 */
const LONG_LENGTH = 256 * 1024;
/**
 * The bytes that start a collection. V8 begins one at the latest when 64 MiB outside of its heap have been added since
 * the last (Node 20 to 24).
 */
const PRESSURE_BYTES = 80 * 1024 * 1024;

let garbage = 0;

/**
 * Notes that a text of this length is not needed any more. V8 lets old objects grow to four times what lives, which for
 * megabytes of text is more than a host expects of a run that nobody reads.
 */
export function noteDroppedText(length: number): void {
  if (length < LONG_LENGTH) {
    return;
  }
  garbage += length;
  if (garbage >= GARBAGE_BYTES) {
    garbage = 0;
    press();
  }
}

// The buffer is never written to, so it takes address space and no memory. There is no other way to ask for a
// collection that goes on beside the host's work.
function press(): void {
  try {
    new ArrayBuffer(PRESSURE_BYTES);
  } catch {
    // Where there is no room for it, V8 has been told all the more.
  }
}
