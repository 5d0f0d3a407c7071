/** What the projection keeps besides the model. */
import {
  type Actor,
  find,
  type Keyed,
  type Model,
  put,
  type Run,
  sessionIdOf,
  type Usage,
} from '@agent-mux/protocols/model';
import type { Message, Part } from './contents.ts';
import { GEN_AI, OWN } from './names.ts';
import type { AttributeValue } from './records.ts';
import type { Emit, SpanTree } from './span-tree.ts';

export interface SpanOptions {
  /**
   * Whether what was said goes into the spans: prompts, answers, thoughts, inputs and results of tools, and messages of errors. It may
   * hold secrets. @defaultValue false
   */
  readonly content?: boolean;
}

/** Tokens as they were told. */
export interface Tokens extends Usage {
  hasCached: boolean;
  hasThinking: boolean;
}

/** A model, and whose it is in the words of the agent; null where that is not told. */
export interface ToldModel {
  readonly name: string;
  readonly provider: string | null;
}

/** A request to the model whose span was not ended yet: what it used is told late. */
export interface Chat {
  readonly span: string;
  readonly startedAt: number;
  /** When the model has said something last; null: it has said nothing. */
  saidAt: number | null;
  /** When it was known that it has answered. */
  answeredAt: number | null;
  /** A message, a thought or a call of it is being written. */
  isWriting: boolean;
  /** Its cycle has ended. */
  isOver: boolean;
  /** It asked for a tool or a subagent. */
  hasAsked: boolean;
  /** Somebody has stopped it, or another attempt takes its place. */
  isGivenUp: boolean;
  readonly tokens: Tokens;
  /** Which model has answered, and whose it is, as far as the agent tells it. */
  model: ToldModel | null;
  readonly input: readonly Message[];
  readonly output: Part[];
}

/** Of an actor: a run, or a lane of it. */
export interface Speaker {
  /** Its span, while that is open. */
  span: string | null;
  /** As its span was called first. */
  name: string;
  chat: Chat | null;
  /** What its session is set to. */
  wanted: ToldModel | null;
  /** Which model has answered last. */
  answered: ToldModel | null;
  /** Of a lane; a run has its own in the model. */
  tokens: Tokens;
  /** Words of users, with `content` alone. */
  prompts: Message[];
  /** What the model was told since its last request, with `content` alone. */
  waiting: Message[];
}

export interface SpanFold {
  readonly model: Model;
  readonly tree: SpanTree;
  readonly speakers: Keyed<Speaker>;
  /** Calls whose spans are open, by their places in the model. */
  readonly calls: Keyed<{ readonly span: string; readonly runId: string }>;
  /** The span of each run, also of one that has ended. */
  readonly runs: Keyed<string>;
}

/** What all parts of the projection are handed. */
export interface Tell {
  readonly fold: SpanFold;
  readonly emit: Emit;
  readonly content: boolean;
}

export function createTokens(): Tokens {
  return {
    inputTokens: 0,
    outputTokens: 0,
    thinkingTokens: 0,
    cachedTokens: 0,
    inputKnown: true,
    outputKnown: true,
    reports: 0,
    hasCached: false,
    hasThinking: false,
  };
}

export function speakerOf({ speakers }: SpanFold, actor: Pick<Actor, 'id'>): Speaker {
  return (
    find(speakers, actor.id) ??
    put(speakers, actor.id, {
      span: null,
      name: '',
      chat: null,
      wanted: null,
      answered: null,
      tokens: createTokens(),
      prompts: [],
      waiting: [],
    })
  );
}

/** What every span of an actor has: whose it is, and in which conversation. */
export function attributesOf(run: Run, actor: Pick<Actor, 'name' | 'lane'>): Record<string, AttributeValue> {
  const session = sessionIdOf(run);
  return {
    [GEN_AI.agentName]: actor.name,
    // One that was made up for a run says nothing that the run's own id does not.
    ...(String(session).startsWith('transient-') ? {} : { [GEN_AI.conversation]: session }),
    [OWN.runId]: run.runId,
    ...(actor.lane === null ? {} : { [OWN.lane]: actor.lane }),
  };
}
