/** Shows when V8 is made to collect garbage. */
import { collectGarbage } from '../../testing/collect-garbage.ts';
import { noteDroppedText } from '../early-collection.ts';

/** Less than V8 is told of. */
const LEAST_BYTES = 70 * 1024 * 1024;
/** The length from which a text counts. */
export const LONG: number = 256 * 1024;
/** As many texts of that length start a collection. */
export const ENOUGH = 96;
const TRIES = 50;

const bytesNow = (): number => process.memoryUsage().arrayBuffers;

/** Whether the call tells V8 of so many bytes more that it begins to collect. They are gone again when this returns. */
export function presses(call: () => void): boolean {
  const before = bytesNow();
  call();
  const hasPressed = bytesNow() - before > LEAST_BYTES;
  for (let tries = 0; hasPressed && tries < TRIES && bytesNow() - before > LEAST_BYTES; tries++) {
    collectGarbage();
  }
  return hasPressed;
}

/** Makes the count of dropped texts begin anew, whatever was dropped before. */
export function settle(): void {
  for (let n = 0; n < ENOUGH && !presses(() => noteDroppedText(LONG)); n++) {}
}
