/** Says which native messages an event belongs to: its own, those of its call, and nothing else of the session. */
import type { Adapter } from '@agent-mux/core';
import { type Cassette, type ExitEntry, readText, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { leavesOf } from './leaves.ts';
import { NativeWords, parseJson } from './native-words.ts';

export interface Placed {
  readonly event: AgentEvent;
  /** The message behind it; absent where the runtime itself said it. */
  readonly own: string | undefined;
  /** How many native messages there were up to and with its own. */
  readonly at: number;
}

/** How a turn ended is told when the next one has begun, or the run has ended. */
const OUTCOMES: ReadonlySet<string> = new Set(['error', 'auth_error', 'rate_limit_error', 'context_exceeded']);

/** Gemini CLI may take back what it has said, so it is told with a line that follows; a retry is told after its cause. */
const HELD_BACK: ReadonlyMap<string, number> = new Map([
  ['gemini text_delta', 2],
  ['gemini retry', 4],
  ['gemini rate_limited', 4],
  ['copilot retry', 12],
]);

/** One recording, replayed: each event knows the message that it came from. */
export class Recording {
  readonly placed: readonly Placed[];
  /** All messages of both directions, in order. */
  readonly messages: readonly string[];
  /** How it was started: the command line, and the options. */
  readonly start: string;
  /** What the session's file said before the start. */
  readonly prior: Cassette['header']['prior'];
  readonly stderr: string;
  /** Why the host has denied what it was asked. */
  readonly reasons: readonly string[];
  /** Output waits until its turn is over. */
  readonly isHeld: boolean;
  /** Milliseconds. */
  readonly elapsed: number;
  readonly exit: ExitEntry | undefined;
  readonly #words = new Map<string, NativeWords>();
  readonly #calls = new Map<string, readonly number[]>();

  constructor(cassette: Cassette, adapter: Adapter) {
    this.prior = cassette.header.prior;
    this.start = JSON.stringify([cassette.header.argv, cassette.header.options]);
    this.messages = cassette.entries.flatMap((entry) =>
      entry.dir === 'host' || entry.dir === 'exit' ? [] : [readText(entry)],
    );
    this.stderr = cassette.entries
      .flatMap((entry) => (entry.dir === 'err' ? [`${readText(entry)}${entry.partial === true ? '' : '\n'}`] : []))
      .join('');
    this.reasons = cassette.entries.flatMap((entry) =>
      entry.dir === 'host' && entry.action === 'answer' && entry.response.type === 'deny'
        ? [entry.response.reason ?? '']
        : [],
    );
    this.exit = cassette.entries.findLast((entry) => entry.dir === 'exit');
    this.isHeld = cassette.header.options?.stream === false;
    this.elapsed = Math.max(...cassette.entries.map(({ t }) => t ?? 0));
    let at = 0;
    const { events } = replayCassette(cassette, adapter, { debug: true });
    const last = events.findLastIndex(({ raw }) => raw !== undefined);
    this.placed = events.map(({ raw, ...event }, index) => {
      const found = raw === undefined ? -1 : this.messages.indexOf(raw, Math.max(0, at - 1));
      at = found < 0 ? at : found + 1;
      return { event, own: raw, at: index > last ? this.messages.length : at };
    });
  }

  /** All words of all messages, one after the other. */
  get saidText(): string {
    return this.messages
      .flatMap((message) => leavesOf(parseJson(message)))
      .flatMap(({ path, value }) => (/(?:^|\.)(?:text|content|delta)$/.test(path) ? [value] : []))
      .join('');
  }

  /** What one message says. */
  wordsOf(message: string): NativeWords {
    const known = this.#words.get(message);
    if (known !== undefined) {
      return known;
    }
    const words = new NativeWords();
    words.add(message);
    this.#words.set(message, words);
    return words;
  }

  /** The messages before `at` that name the call, agent or thread. */
  messagesOf(id: string, at: number): readonly string[] {
    const native = id.replace(/#\d+$/, '');
    let places = this.#calls.get(native);
    if (places === undefined) {
      const quoted = JSON.stringify(native);
      const inner = JSON.stringify(quoted).slice(1, -1);
      places = this.messages.flatMap((message, index) =>
        message.includes(quoted) || message.includes(inner) ? [index] : [],
      );
      this.#calls.set(native, places);
    }
    return places.filter((index) => index < at).map((index) => this.messages[index] ?? '');
  }

  /** Where the last turn before this place began. */
  turnAt(at: number, back: number): number {
    const turns = this.placed.filter((placed) => placed.event.type === 'turn_start' && placed.at <= at);
    return Math.max(0, (turns.at(-1 - back)?.at ?? 1) - 1);
  }

  /** How the call ends, after this event. */
  outcomeOf(toolCallId: unknown, from: Placed): string | undefined {
    const begin = this.placed.indexOf(from);
    return this.placed
      .slice(begin)
      .map(({ event }) => event)
      .find(
        (event) =>
          /^tool_(?:result|error)$/.test(event.type) && 'toolCallId' in event && event.toolCallId === toolCallId,
      )?.type;
  }

  /** Everything that an event may state: its own message, and those of its call, agent and lane. */
  scopeOf({ event, own, at }: Placed): readonly NativeWords[] {
    const ids = ['toolCallId', 'subagentId', 'lane'].flatMap((field) => {
      const id: unknown = Object.entries(event).find(([key]) => key === field)?.[1];
      return typeof id === 'string' ? [id] : [];
    });
    // What the runtime says itself is about the turn that is over.
    const isOutcome = OUTCOMES.has(event.type);
    // What came before there was a session waits for it, or for the end of the run.
    const hasWaited = event.type === 'debug' && event.message.startsWith('Before there was a session');
    const isOurs = own === undefined || isOutcome || hasWaited;
    const back = HELD_BACK.get(`${event.agent} ${event.type}`) ?? 0;
    const before = this.messages.slice(Math.max(0, at - 1 - back), at);
    const around = isOurs
      ? this.messages.slice(event.type === 'debug' ? 0 : this.turnAt(at, isOutcome ? 2 : 0), at)
      : [own, ...before];
    const messages = new Set([...around, ...ids.flatMap((id) => this.messagesOf(id, at))]);
    return [...messages].map((message) => this.wordsOf(message));
  }
}
