/** Hides keys in what a person is shown of a question, because terminals are recorded, shared and logged. */
import { createRedactor, type Redactor } from '@agent-mux/core/cassette';
import { BREAK } from './terminal.ts';

let redactor: Redactor | undefined;

/** Replaces what looks like a key by a word for it. A text that was made inline is read as the lines that it had. */
export function hideKeys(text: string): string {
  redactor ??= createRedactor({ looks: 'keys' });
  return redactor.piece(text.replaceAll(BREAK, '\n'));
}
