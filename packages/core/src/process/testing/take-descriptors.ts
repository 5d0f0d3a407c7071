/** Takes the file descriptors that a host has left, for hosts that try what happens then. */
import { closeSync, openSync } from 'node:fs';

/** Takes all of them but so many. Returns a function that gives them back. */
export function takeDescriptors(left = 0): () => void {
  const taken: number[] = [];
  try {
    for (;;) {
      taken.push(openSync('/dev/null', 'r'));
    }
  } catch {
    // There is none left.
  }
  const giveBack = (count: number): void => {
    for (const descriptor of taken.splice(0, count)) {
      closeSync(descriptor);
    }
  };
  giveBack(left);
  return () => giveBack(taken.length);
}
