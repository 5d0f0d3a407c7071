/** Reads one message with a dialect, whatever the dialect does. */
import type { Dialect, EventDraft, LineContext, Parsed } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';

/**
 * Reads a message. Adapters from outside may break the promise not to throw, in which case the message is lost, not the
 * run.
 */
export function parseMessage(dialect: Dialect, message: string, context: LineContext): Parsed {
  try {
    return demandParsed(dialect.parseEvent(message, context));
  } catch (error) {
    const reason = describeError(error);
    const text = `The adapter could not read a message of ${context.source} (${reason}): ${message.slice(0, 200)}`;
    return { drafts: [misfit(text)], write: [] };
  }
}

/** Whether the dialect made nothing of the line; a line that it ignores may be two messages that it knows. */
export function isUnread({ drafts, write }: Parsed, line: string): boolean {
  // A pattern would make an iterator for each message.
  const first = drafts[0];
  if (first === undefined) {
    return write.length === 0 && SEAM.test(line);
  }
  return first.type === 'log' || (first.type === 'error' && first.code === 'PARSE_ERROR');
}

const SEAM = /\}\s*\{/;

function demandParsed(parsed: Parsed): Parsed {
  if (!Array.isArray(parsed?.drafts) || !Array.isArray(parsed.write)) {
    throw new TypeError('parseEvent() gave no { drafts, write }');
  }
  const { write } = parsed;
  for (let index = 0; index < write.length; index++) {
    if (typeof write[index] !== 'string') {
      throw new TypeError('parseEvent() gave a write that is no string');
    }
  }
  return parsed;
}

// A loss is reported, and the run goes on.
export function misfit(message: string): EventDraft {
  return { type: 'error', code: 'PARSE_ERROR', message, recoverable: true };
}
