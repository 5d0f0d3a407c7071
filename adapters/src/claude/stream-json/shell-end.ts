/** How a shell has ended that is no failure, by its structured result or by the words of the CLI that stand in its place. */
import { textOf } from '../../shared/index.ts';
import type { NativeToolResult } from './native.ts';

// The ways of a command into the background (2.1.329; 2.1.197 has the first and the last).
const GOES_ON =
  /^Command (?:running in background with ID: |did not complete within its \d+s timeout and was moved to the background \(ID: |was moved to the background \(ID: |was manually backgrounded by user with ID: ).* Output is being written to: /;

/** Whether the command has ended with 0: it did not go on in the background, nor was it cut off. */
export function hasSucceeded(result: NativeToolResult): boolean {
  const isOver = textOf(result.backgroundTaskId) === undefined && result.interrupted !== true;
  // Where a 1 only means something, as that of `grep`, `diff` or `test`, the call is no error, and this is its one sign (2.1.329).
  return isOver && textOf(result.returnCodeInterpretation) === undefined;
}

/** Whether the text for the model says that the command goes on in the background. */
export function saysGoesOn(text: string): boolean {
  return GOES_ON.test(text);
}

/** What a shell has printed, according to the text for the model. */
export function printedIn(text: string, toolName: string): string {
  return text === `(${toolName} completed with no output)` || saysGoesOn(text) ? '' : text;
}
