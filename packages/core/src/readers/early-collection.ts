/** Lets V8 collect long texts soon after they were dropped. */

/** So much of them may lie about. */
const GARBAGE_BYTES = 24 * 1024 * 1024;
/** A shorter one is still young when it is dropped, and is collected with what is young. */
const LONG_LENGTH = 256 * 1024;
/** V8 looks after itself at the latest when 64 MiB outside of its heap have come since it did so last (Node 20 to 24). */
const PRESSURE_BYTES = 80 * 1024 * 1024;

let garbage = 0;

/**
 * A text of this length is not needed any more. V8 lets what is old grow to four times of what lives, which for megabytes of text
 * is more than a host expects of a run that nobody reads.
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

// Never written to, it takes address space and no memory. There is no other way to ask for a collection that goes on beside the host's work.
function press(): void {
  try {
    new ArrayBuffer(PRESSURE_BYTES);
  } catch {
    // Where there is no room for it, V8 has been told all the more.
  }
}
