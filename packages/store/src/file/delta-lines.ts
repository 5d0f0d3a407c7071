/** Reads deltas without parsing their lines: most of a delta's line is the same throughout one text, and most lines are deltas. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { type Delta, frameOf, SEQ } from './delta-frame.ts';

/**
 * What the lines of one text have in common: what stands before the time and behind the number, and the fields that are the same in all.
 */
interface Frame {
  readonly head: string;
  /** The middle, with the quote before the text. */
  readonly middle: string;
  readonly fields: Pick<Delta, 'type' | 'runId' | 'agent'>;
  /** `lane` and `toolCallId`; undefined where the lines have neither. */
  readonly more: object | undefined;
}

/** The fields that are certain to be right. */
export interface Fields extends Pick<Delta, 'type' | 'runId' | 'agent' | 'timestamp' | 'seq' | 'delta'> {}

const END = '}\n';
/** The most digits of a number that is certainly exact. */
const MOST_DIGITS = 15;
const ZERO = 0x30;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** How many texts are read side by side; the lines of others are parsed. */
const MOST_FRAMES = 8;

export class DeltaLines {
  /** The frame that was used last. */
  #latest: Frame | undefined;
  #others: readonly Frame[] = [];
  /** The end of the line that was read last, behind its line feed. */
  end = 0;

  /** Reads a line that begins at `from` and ends with a line feed, as `JSON.parse` would; undefined where the line must be parsed. */
  read(lines: string, from: number): Fields | undefined {
    // Most lines are of the same text as the one before.
    const value = this.#latest === undefined ? undefined : this.#readBy(this.#latest, lines, from);
    return value ?? this.#readByOthers(lines, from);
  }

  /** Learns from a line that was parsed. */
  learn(line: string, entry: JournalEntry): void {
    if (!('type' in entry) || !isDelta(entry)) {
      return;
    }
    const { type, runId, agent, lane, timestamp, seq, delta } = entry;
    const { head, middle } = frameOf(entry);
    // An entry with further fields, or with the same ones in another order, is no example for others.
    if (`${head}${timestamp}${SEQ}${seq}${middle}${JSON.stringify(delta)}}` !== line) {
      return;
    }
    const toolCallId = 'toolCallId' in entry ? entry.toolCallId : undefined;
    const more = {
      ...(lane === undefined ? {} : { lane }),
      ...(toolCallId === undefined ? {} : { toolCallId }),
    };
    const fields = { type, runId, agent };
    this.#prefer({ head, middle: `${middle}"`, fields, more: Object.keys(more).length === 0 ? undefined : more });
  }

  #prefer(frame: Frame): void {
    const before = this.#latest === undefined ? [] : [this.#latest];
    this.#others = [...before, ...this.#others.filter((other) => other !== frame)].slice(0, MOST_FRAMES - 1);
    this.#latest = frame;
  }

  #readByOthers(lines: string, from: number): Fields | undefined {
    for (const frame of this.#others) {
      const value = this.#readBy(frame, lines, from);
      if (value === undefined) {
        continue;
      }
      this.#prefer(frame);
      return value;
    }
    return undefined;
  }

  #readBy({ head, middle, fields, more }: Frame, lines: string, from: number): Fields | undefined {
    this.end = from;
    if (!this.#pass(lines, head)) {
      return undefined;
    }
    const timestamp = this.#readNumber(lines);
    if (timestamp < 0 || !this.#pass(lines, SEQ)) {
      return undefined;
    }
    const seq = this.#readNumber(lines);
    if (seq < 0 || !this.#pass(lines, middle)) {
      return undefined;
    }
    const delta = this.#readText(lines);
    if (delta === undefined || !this.#pass(lines, END)) {
      return undefined;
    }
    const { type, runId, agent } = fields;
    return more === undefined
      ? { type, runId, agent, timestamp, seq, delta }
      : { type, runId, agent, timestamp, seq, ...more, delta };
  }

  #pass(lines: string, what: string): boolean {
    const to = this.end + what.length;
    // `startsWith` compares character by character, which costs five times as much (node 20).
    if (lines.slice(this.end, to) !== what) {
      return false;
    }
    this.end = to;
    return true;
  }

  /** Reads a whole number as JSON writes it; -1 where there is none, or one that may not be exact. */
  #readNumber(lines: string): number {
    const from = this.end;
    let at = from;
    let value = 0;
    for (let digit = lines.charCodeAt(at) - ZERO; digit >= 0 && digit <= 9; digit = lines.charCodeAt(at) - ZERO) {
      value = value * 10 + digit;
      at++;
    }
    this.end = at;
    const digits = at - from;
    if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && lines.charCodeAt(from) === ZERO)) {
      return -1;
    }
    return value;
  }

  /** Reads up to the quote that ends the text, in the same line. */
  #readText(lines: string): string | undefined {
    const from = this.end;
    let at = from;
    let hasEscapes = false;
    for (let sign = lines.charCodeAt(at); sign !== QUOTE; sign = lines.charCodeAt(at)) {
      // This also ends where the lines are over and there is no character any more.
      if (!(sign >= SPACE)) {
        return undefined;
      }
      if (sign === BACKSLASH) {
        hasEscapes = true;
        at++;
      }
      at++;
    }
    this.end = at + 1;
    return hasEscapes ? parseText(lines.slice(from - 1, at + 1)) : lines.slice(from, at);
  }
}

function isDelta(entry: { readonly type: string }): entry is Delta {
  return entry.type === 'text_delta' || entry.type === 'thinking_delta' || entry.type === 'tool_input_delta';
}

function parseText(quoted: string): string | undefined {
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // Whoever parses the line says what is wrong with it.
    return undefined;
  }
}
