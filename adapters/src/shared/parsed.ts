/** Small makers of what a dialect returns. */
import { type EventDraft, NOTHING, type Parsed, type Writes } from '@agent-mux/core';

const NO_MESSAGES: readonly string[] = NOTHING.write;

/** The drafts of a line that says nothing to us. */
export const NO_DRAFTS: readonly EventDraft[] = NOTHING.drafts;

/** The writes of a step that says nothing to the CLI. */
export const NO_WRITES: Writes = Object.freeze({ write: Object.freeze([]) });

export function say(draft: EventDraft): Parsed {
  return { drafts: [draft], write: NO_MESSAGES };
}

export function sayAll(drafts: readonly EventDraft[]): Parsed {
  return drafts.length === 0 ? NOTHING : { drafts, write: NO_MESSAGES };
}

export function debug(level: 'verbose' | 'info' | 'warn', message: string): EventDraft {
  return { type: 'debug', level, message };
}

/** Adds the lane of a subagent to a draft; the main agent's drafts carry none. */
export function laned<T extends object>(lane: string | undefined, draft: T): T | (T & { readonly lane: string }) {
  return lane === undefined ? draft : { ...draft, lane };
}

/** Reads a line of stdout that is not JSON. One that begins like JSON was a broken message; any other is no message of the protocol. */
export function unreadable(text: string, partial: boolean): Parsed {
  if (!text.startsWith('{')) {
    return text === '' ? NOTHING : say({ type: 'log', source: 'stdout', line: text });
  }
  const what = partial ? 'The last line was cut off' : 'A line is not valid JSON';
  const message = `${what} (${text.length} characters): ${text.slice(0, 200)}`;
  return say({ type: 'error', code: 'PARSE_ERROR', message, recoverable: true });
}
