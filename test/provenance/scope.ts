/** Says which native messages an event belongs to: its own, those of its call, and nothing else of the session. */
import type { Adapter } from '@agent-mux/core';
import { type Cassette, type ExitEntry, readText, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { leavesOf } from './leaves.ts';
import { NativeWords, parseJson } from './native-words.ts';
import { type Counts, countsIn } from './usage.ts';

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
  ['gemini text_delta', 1],
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
  /** When each message came, in milliseconds. */
  readonly #times: readonly number[];
  /** Said by the host. */
  readonly #inputs: ReadonlySet<string>;
  readonly exit: ExitEntry | undefined;
  readonly #counts = new Map<string, readonly Counts[]>();
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
    const said = cassette.entries.filter(({ dir }) => dir !== 'host' && dir !== 'exit');
    this.#times = said.map(({ t }) => t ?? 0);
    this.#inputs = new Set(cassette.entries.flatMap((entry) => (entry.dir === 'in' ? [readText(entry)] : [])));
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
    const words = new NativeWords(message);
    this.#words.set(message, words);
    return words;
  }

  /** A session that the command line or the options name. */
  wasStartedWith(session: string): boolean {
    const [argv, options]: [readonly string[], unknown] = JSON.parse(this.start);
    return (
      argv.some((word, index) => word.endsWith(session) && /session|resume|fork/.test(`${argv[index - 1]} ${word}`)) ||
      leavesOf(options).some(({ path, value }) => value === session && /session/i.test(path))
    );
  }

  /** What one message counts. */
  countsOf(message: string): readonly Counts[] {
    const known = this.#counts.get(message) ?? countsIn(message);
    this.#counts.set(message, known);
    return known;
  }

  /** Its message, and where that counts only a part, the one before it that says the rest. */
  requestOf({ own, at, event }: Placed): readonly string[] {
    if (own === undefined) {
      return [];
    }
    const earlier = this.messages.slice(0, at);
    // Claude Code counts the input where an answer begins, and the output where it ends.
    const parent = /"parent_tool_use_id":(?:null|"[^"]*")/.exec(own)?.[0];
    const begin = own.includes('"message_delta"')
      ? earlier.findLast((one) => one.includes('"message_start"') && one.includes(parent ?? ''))
      : undefined;
    // opencode tells the money of the session in an update.
    const money = event.agent === 'opencode' ? earlier.findLast((one) => one.includes('"usage_update"')) : undefined;
    return [own, begin, money].filter((one) => one !== undefined);
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

  /** Milliseconds between two messages, from the first to the last of the event's call. */
  spansOf({ event }: Placed): ReadonlySet<number> {
    const places = idsOf(event)
      .flatMap((id) => this.messagesOf(id, this.messages.length))
      .map((message) => this.messages.indexOf(message));
    const times = this.#times.slice(Math.min(...places), Math.max(...places) + 1);
    return new Set(times.flatMap((one) => times.map((other) => one - other)));
  }

  /** What an event comes from: its message, and those of its call, agent, lane and request. */
  belongingTo(placed: Placed): ReadonlySet<string> {
    const { own, event, at } = placed;
    const ofCall = idsOf(event).flatMap((id) => this.messagesOf(id, this.messages.length));
    const back = event.type === 'text_delta' ? (HELD_BACK.get(`${event.agent} ${event.type}`) ?? 0) : 0;
    const heldBack = this.messages.slice(Math.max(0, at - 1 - back), at);
    // A failure is told at the end of the run: it comes from the message that says it.
    const said = OUTCOMES.has(event.type) && 'message' in event ? event.message : undefined;
    const ofFailure = said === undefined ? [] : this.messages.filter((one) => this.wordsOf(one).says(said));
    return new Set([
      ...(own === undefined ? [] : [own]),
      ...this.requestOf(placed),
      ...ofCall,
      ...heldBack,
      ...ofFailure,
    ]);
  }

  /** Everything that an event may state: its own message, and those of its call, agent and lane. */
  scopeOf({ event, own, at }: Placed): readonly NativeWords[] {
    const ids = idsOf(event);
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
    const isOfCall = isOurs && !isOutcome && ids.length > 0;
    const messages = new Set([...(isOfCall ? [] : around), ...ids.flatMap((id) => this.messagesOf(id, at))]);
    for (const message of isOutcome ? messages : []) {
      // Neither what the host says nor a notice of the agent's is a failure.
      if (this.#inputs.has(message) || /^\{"type":"[\w.]*(?:warning|info)"/.test(message)) {
        messages.delete(message);
      }
    }
    return [...messages].map((message) => this.wordsOf(message));
  }
}

function idsOf(event: AgentEvent): readonly string[] {
  return ['toolCallId', 'subagentId', 'lane'].flatMap((field) => {
    const id: unknown = Object.entries(event).find(([key]) => key === field)?.[1];
    return typeof id === 'string' ? [id] : [];
  });
}
