/** A run as its entries tell of it so far. */
import type { AgentName, CostRecord, TokenCounts } from '@agent-mux/events';
import type { Cause, CloseFacts, Giver, RunHeader, SeenCause } from '@agent-mux/events/journal';
import type { Failure } from './failures.ts';
import type { Keyed } from './keyed.ts';
import type { TurnEnd } from './turn-end.ts';
import { createUsage, type Usage } from './usage.ts';

/** Words to the agent that have reached it. */
export interface Prompt {
  readonly id: string;
  readonly text: string;
  readonly by: Giver;
  /** How many images came with it. */
  readonly images: number;
  /** `first` and `new-turn` begin something new, `steered` stands within what runs, `answer` answered a question. */
  readonly how: 'first' | 'new-turn' | 'steered' | 'answer';
}

/** Words for the running turn of which nobody has told yet what became of them. */
export type WaitingPrompt = Omit<Prompt, 'how'> & { readonly order: number };

export interface Run {
  readonly runId: string;
  readonly agent: AgentName;
  /** Null where neither `open` nor a tree told it. */
  header: RunHeader | null;
  /** In the order of their first entries. */
  readonly order: number;
  /** Milliseconds since the epoch, of its first entry. */
  readonly openedAt: number;
  /** Of its last entry. */
  at: number;
  /** The agent's own id of the session; null until it is told. */
  sessionId: string | null;
  /** The index of the turn that runs. */
  turn: number | null;
  /** Turns that have ended. */
  turns: number;
  /** The id of the prompt that is being answered; null once its `turn` entry has come: what the agent does now it does by itself. */
  prompt: string | null;
  /** Somebody has interrupted the turn that runs. */
  isInterrupted: boolean;
  /** What went wrong on the main lane since the prompt, as an event has told it last. */
  warned: Failure | null;
  /** What the `turn` entry has told of a turn that ends with the next prompt. */
  rested: TurnEnd | null;
  /** The same of the last turn, until the next one begins. */
  lastTurn: TurnEnd | null;
  /** A failure that a `turn` entry has told, and that an event will tell again. */
  repeats: Failure | null;
  /** Messages that have begun, on all lanes; so the next one's number. */
  messages: number;
  /** The same of thinking blocks. */
  thoughts: number;
  readonly usage: Usage;
  /** What the last model request used. */
  lastRequest: TokenCounts | null;
  /** Cumulative, over all attempts. */
  cost: CostRecord | null;
  /** In tokens, as the agent has told it last. */
  contextLimit: number | null;
  /** The last whole message of the main lane. */
  text: string;
  readonly prompts: Keyed<WaitingPrompt>;
  /** A question that was told of, whose offers are not known yet. */
  untold: string | null;
  isPaused: boolean;
  /** The host has asked for its end: no turn comes after the one that runs. */
  isAborted: boolean;
  /** As the host has given it; null where it gave none. */
  abortReason: string | null;
  /** What will end it, or has. */
  failure: Failure | null;
  /** Of a run without `close`, what its events say. */
  endedBy: Cause | null;
  close: { readonly cause: Cause; readonly facts: CloseFacts; readonly handoffTo: string | null } | null;
  /** Versions by the id of the artifact, each from 1 on. */
  readonly artifacts: Keyed<number>;
  /** Images that the agent has shown. */
  images: number;
}

export function createRun(of: Pick<Run, 'runId' | 'agent' | 'header' | 'order' | 'openedAt'>): Run {
  return {
    ...of,
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
 * Why it ended. A run with `open` and without `close` is `lost`: ask only when nothing more comes. Of events without any other entry
 * their own end counts.
 */
export function seenCause(run: Run): SeenCause {
  return run.close?.cause ?? (run.header === null ? run.endedBy : null) ?? 'lost';
}

/** Why the host has ended it, where that is how it ended and the host has said so. */
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

/** Whether it waits for further prompts after a turn. The turn in which it is aborted ends with the run, and as that does. */
export function keepsOpen({ header, isAborted }: Run): boolean {
  return header?.options['keepOpen'] === true && !isAborted;
}
