/** A run as its entries describe it so far. */
import type { AgentName, CostRecord, TokenCounts } from '@agent-mux/events';
import type { Cause, CloseFacts, Giver, RunHeader, SeenCause } from '@agent-mux/events/journal';
import type { Failure } from './failures.ts';
import type { Keyed } from './keyed.ts';
import type { TurnEnd } from './turn-end.ts';
import { createUsage, type Usage } from './usage.ts';

/** A prompt that has reached the agent. */
export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly by: Giver;
  /** The number of images that came with it. */
  readonly images: number;
  /** How it was given: `first` and `new-turn` begin something new, `steered` joined a running turn, `answer` answered a question. */
  readonly how: 'first' | 'new-turn' | 'steered' | 'answer';
}

/** A prompt for the running turn whose delivery nobody has told yet. */
export type WaitingPrompt = Omit<Prompt, 'how'> & { readonly order: number };

export interface Run {
  readonly runId: string;
  readonly agent: AgentName;
  /** The header; null where neither `open` nor a tree told it. */
  header: RunHeader | null;
  /** The place in the order of first entries. */
  readonly order: number;
  /** The time of its first entry, in milliseconds since the epoch. */
  readonly openedAt: number;
  /** The time of its last entry. */
  at: number;
  /** The agent's own id of the session; null until it is told. */
  sessionId: string | null;
  /** The index of the running turn. */
  turn: number | null;
  /** The number of turns that have ended. */
  turns: number;
  /** The id of the prompt that is being answered; null once its `turn` entry has come, after which the agent acts by itself. */
  prompt: string | null;
  /** Whether somebody has interrupted the running turn. */
  isInterrupted: boolean;
  /** The last failure on the main lane since the prompt, according to events. */
  warned: Failure | null;
  /** What the `turn` entry has told of a turn that ends with the next prompt. */
  rested: TurnEnd | null;
  /** The end of the last turn, until the next one begins. */
  lastTurn: TurnEnd | null;
  /** A failure that a `turn` entry has told, and that an event will repeat. */
  repeats: Failure | null;
  /** The number of messages that have begun, on all lanes, which is the next one's number. */
  messages: number;
  /** The same for thinking blocks. */
  thoughts: number;
  readonly usage: Usage;
  /** The usage of the last model request. */
  lastRequest: TokenCounts | null;
  /** The cost, cumulative over all attempts. */
  cost: CostRecord | null;
  /** The size of the window in tokens, as the agent has told it last. */
  contextLimit: number | null;
  /** The last complete message of the main lane. */
  text: string;
  readonly prompts: Keyed<WaitingPrompt>;
  /** A question that was told, whose offers are not known yet. */
  untold: string | null;
  isPaused: boolean;
  /** Whether the host has asked for its end, so that no turn comes after the running one. */
  isAborted: boolean;
  /** The host's reason; null where it gave none. */
  abortReason: string | null;
  /** The failure that will end it, or has. */
  failure: Failure | null;
  /** For a run without `close`, the cause according to its events. */
  endedBy: Cause | null;
  close: { readonly cause: Cause; readonly facts: CloseFacts; readonly handoffTo: string | null } | null;
  /** Versions by the id of the artifact, each from 1 on. */
  readonly artifacts: Keyed<number>;
  /** The number of images that the agent has shown. */
  images: number;
}

export function createRun(of: Pick<Run, 'runId' | 'agent' | 'header' | 'order' | 'openedAt'>): Run {
  // The fields are named because Node 20 takes 70 µs to copy an object and add as many.
  return {
    runId: of.runId,
    agent: of.agent,
    header: of.header,
    order: of.order,
    openedAt: of.openedAt,
    at: of.openedAt,
    sessionId: null,
    turn: null,
    turns: 0,
    prompt: null,
    isInterrupted: false,
    warned: null,
    rested: null,
    lastTurn: null,
    repeats: null,
    messages: 0,
    thoughts: 0,
    usage: createUsage(),
    lastRequest: null,
    cost: null,
    contextLimit: null,
    text: '',
    prompts: {},
    untold: null,
    isPaused: false,
    isAborted: false,
    abortReason: null,
    failure: null,
    endedBy: null,
    close: null,
    artifacts: {},
    images: 0,
  };
}

/**
 * Why it ended. A run with `open` and without `close` is `lost`: call it only when nothing more comes. A list of events without any other
 * entry has their own end.
 */
export function seenCause(run: Run): SeenCause {
  return run.close?.cause ?? (run.header === null ? run.endedBy : null) ?? 'lost';
}

/** Why the host has ended it, where that is how it ended and the host has given a reason. */
export function whyAborted(run: Run | undefined, cause: SeenCause): string | undefined {
  return cause === 'aborted' ? (run?.abortReason ?? undefined) : undefined;
}

/** The text of its result. The run itself says at its end whether it has one. */
export function textOf(run: Run): string {
  return run.close !== null && run.close.facts.textOf === undefined ? '' : run.text;
}

/** The session's id, or one that says that there is none. */
export function sessionIdOf({ sessionId, header, runId }: Run): string {
  return sessionId ?? header?.resumes ?? `transient-${runId}`;
}

/** Whether it waits for further prompts after a turn. The turn in which it is aborted ends with the run, and in the same way. */
export function keepsOpen({ header, isAborted }: Run): boolean {
  return header?.options['keepOpen'] === true && !isAborted;
}
