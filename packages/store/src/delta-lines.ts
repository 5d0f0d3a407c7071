/** Reads deltas without parsing their lines: most of a delta's line is the same in all of one text, and most lines are deltas. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { type Delta, frameOf, SEQ } from './delta-frame.ts';

/** What the lines of one text have in common: the fields that are the same in all, and how a line looks with its time, its number and its text. */
interface Frame {
  readonly line: RegExp;
  readonly fields: Pick<Delta, 'type' | 'runId' | 'agent'>;
  readonly more: Partial<Pick<Delta, 'lane'>> & { readonly toolCallId?: string };
}

/** What is certain of what it reads. */
interface Fields extends Pick<Delta, 'type' | 'runId' | 'agent' | 'timestamp' | 'seq' | 'delta'> {}

const END = '}';
/** A number of so many digits is exact. */
const NUMBER = '(0|[1-9]\\d{0,14})';
/** As JSON writes it, between the quotes. */
const TEXT = String.raw`([^"\\\p{Cc}]*(?:\\.[^"\\\p{Cc}]*)*)`;
/** Texts that are read side by side; of others the lines are parsed. */
const MOST_FRAMES = 8;

export class DeltaLines {
  /** The one that was met last comes first. */
  #frames: Frame[] = [];

  /** What `JSON.parse` would give of the line; undefined where the line must be parsed. */
  read(line: string): Fields | undefined {
    for (let at = 0; at < this.#frames.length; at++) {
      const frame = this.#frames[at];
      const value = frame === undefined ? undefined : readBy(frame, line);
      if (frame === undefined || value === undefined) continue;
      if (at > 0) {
        this.#frames.splice(at, 1);
        this.#frames.unshift(frame);
      }
      return value;
    }
    return undefined;
  }

  /** A line that was parsed, and what it holds. */
  learn(line: string, entry: JournalEntry): void {
    if (!('type' in entry) || !isDelta(entry)) return;
    const { type, runId, agent, lane, timestamp, seq, delta } = entry;
    const fields = { type, runId, agent };
    const more = {
      ...(lane === undefined ? {} : { lane }),
      ...('toolCallId' in entry ? { toolCallId: entry.toolCallId } : {}),
    };
    const { head, middle } = frameOf(entry);
    // An entry with further fields, or with the same ones in another order, is no example for others.
    if (`${head}${timestamp}${SEQ}${seq}${middle}${JSON.stringify(delta)}${END}` !== line) return;
    const [before, between, after] = [head, middle, END].map(escapeRegex);
    const pattern = new RegExp(`^${before}${NUMBER}${SEQ}${NUMBER}${between}"${TEXT}"${after}$`, 'u');
    this.#frames.unshift({ line: pattern, fields, more });
    this.#frames.splice(MOST_FRAMES);
  }
}

function isDelta(entry: { readonly type: string }): entry is Delta {
  return entry.type === 'text_delta' || entry.type === 'thinking_delta' || entry.type === 'tool_input_delta';
}

function readBy({ line: pattern, fields, more }: Frame, line: string): Fields | undefined {
  const match = pattern.exec(line);
  if (match === null) return undefined;
  const delta = readText(match[3] ?? '');
  if (delta === undefined) return undefined;
  const { type, runId, agent } = fields;
  const [timestamp, seq] = [Number(match[1]), Number(match[2])];
  return more.lane === undefined && more.toolCallId === undefined
    ? { type, runId, agent, timestamp, seq, delta }
    : { type, runId, agent, timestamp, seq, ...more, delta };
}

function readText(written: string): string | undefined {
  if (!written.includes('\\')) return written;
  try {
    const text: unknown = JSON.parse(`"${written}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    // Why nothing is done: whoever parses the line says what is wrong with it.
    return undefined;
  }
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
