/** A guard that a test gives where a run has one of its own: what throws is told to the test, and ends nothing. */
import type { HandOverOptions } from '../hand-over.ts';

export const catching =
  (onFault: (error: unknown) => void): HandOverOptions['guard'] =>
  (call) => {
    try {
      return call();
    } catch (error) {
      onFault(error);
      return undefined;
    }
  };
