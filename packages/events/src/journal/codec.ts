/** Encodes an entry as one JSON line, and decodes it. */
import { checkFields, type EventProblem, isObject, wrong } from '../check-fields.ts';
import type { AgentEvent } from '../events.ts';
import { createDecoder, type EventDecoder, encodeEvent } from '../wire.ts';
import { isEventEntry, type JournalEntry } from './entries.ts';
import { ENTRY_BASE, ENTRY_FIELDS, INPUT_FIELDS } from './entry-fields.ts';

/** The entry as one line of JSON, without the line feed. Deltas lack the accumulated text, which a reader rebuilds. */
export function encodeEntry(entry: JournalEntry): string {
  return isEventEntry(entry) ? encodeEvent(entry) : JSON.stringify(entry);
}

/** Reads entries in order, of one run or of several that are mixed, such as those of a tree. */
export interface EntryDecoder {
  /**
   * Decodes a line (or an already parsed value). An event or an entry of an unknown kind is returned as it is, because kinds may be added.
   * Throws a TypeError that names everything that is wrong.
   */
  decode(line: unknown): JournalEntry;
}

/** Creates a decoder, which remembers the open blocks of each run until the run is closed. */
export function createEntryDecoder(): EntryDecoder {
  return new LineDecoder();
}

class LineDecoder implements EntryDecoder {
  readonly #runs = new Map<string, EventDecoder>();
  /** The run of the last entry, since most events are of the same run as the one before. */
  #run = '';
  #latest: EventDecoder | undefined;

  decode(line: unknown): JournalEntry {
    const value = typeof line === 'string' ? parse(line) : line;
    if (!isObject(value) || 'type' in value || !('entry' in value)) {
      return this.#decodeEvent(value, line);
    }
    const problems = findEntryProblems(value);
    if (problems.length > 0) {
      const what = problems.map(({ message }) => message).join('; ');
      throw new TypeError(`Cannot decode an entry: ${what}${quote(line)}`);
    }
    if (value['entry'] === 'close') {
      this.#forget(String(value['runId']));
    }
    return value as unknown as JournalEntry;
  }

  #decodeEvent(value: unknown, line: unknown): AgentEvent {
    const runId = isObject(value) ? String(value['runId']) : '';
    const decoder = this.#latest !== undefined && runId === this.#run ? this.#latest : this.#decoderOf(runId);
    try {
      return decoder.decode(value);
    } catch (cause) {
      throw new TypeError(`${cause instanceof Error ? cause.message : cause}${quote(line)}`, { cause });
    }
  }

  #decoderOf(runId: string): EventDecoder {
    const decoder = this.#runs.get(runId) ?? createDecoder();
    this.#runs.set(runId, decoder);
    this.#run = runId;
    this.#latest = decoder;
    return decoder;
  }

  #forget(runId: string): void {
    this.#runs.delete(runId);
    this.#latest = undefined;
  }
}

/** Every fault of a value that should be an entry and no event; none where only its kind is unknown. */
function findEntryProblems(value: Readonly<Record<string, unknown>>): EventProblem[] {
  const problems: EventProblem[] = [];
  const { entry, input } = value;
  if (typeof entry !== 'string' || entry === '') {
    problems.push(wrong('entry', 'a kind of entry', entry, true));
  }
  const inspection = { problems, wire: true, prefix: '' };
  checkFields(value, ENTRY_BASE, inspection);
  if (entry === 'input') {
    if (typeof input !== 'string' || input === '') {
      problems.push(wrong('input', 'a kind of input', input, true));
    } else if (isKey(INPUT_FIELDS, input)) {
      checkFields(value, INPUT_FIELDS[input], inspection);
    }
  } else if (typeof entry === 'string' && isKey(ENTRY_FIELDS, entry)) {
    checkFields(value, ENTRY_FIELDS[entry], inspection);
  }
  return problems;
}

function isKey<T extends object>(table: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(table, name);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TypeError(`Cannot decode an entry: the line is not JSON${quote(line)}`, { cause });
  }
}

const MAX_QUOTED = 120;

function quote(line: unknown): string {
  if (typeof line !== 'string') {
    return '';
  }
  return `: ${line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED)}…` : line}`;
}
