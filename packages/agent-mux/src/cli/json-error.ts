/** The error of a command whose answer is one JSON object, on stdout as that answer would be. */
import type { ErrorCode } from '@agent-mux/events';
import { type Flag, nameOf } from './flag-table.ts';

/** What a program is told of an error. */
export interface JsonError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly recoverable: boolean;
}

/** Whether the answer of a command with these flags is one object; where a run is shown, it is a line for each event. */
export function answersInJson(flags: readonly Flag[], isJsonGiven: boolean): boolean {
  const names = flags.map(nameOf);
  return isJsonGiven && names.includes('json') && !names.includes('output');
}

export function encodeError(error: JsonError): string {
  return `${JSON.stringify({ ok: false, error })}\n`;
}
