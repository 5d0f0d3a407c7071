/** What the projection keeps in addition to the model. */
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
   * contain secrets. @defaultValue false
   */
  readonly content?: boolean;
}

/** Tokens as they were reported. */
export interface Tokens extends Usage {
  hasCached: boolean;
  hasThinking: boolean;
}

/** A model and its provider, as the agent names them; null where it does not name the provider. */
export interface ToldModel {
  readonly name: string;
  readonly provider: string | null;
}

/** A request to the model whose span has not ended yet, because its usage comes late. */
export interface Chat {
  readonly span: string;
  readonly startedAt: number;
  /** The time of the model's last output; null where there was none. */
  saidAt: number | null;
  /** The time when the answer was known to be complete. */
  answeredAt: number | null;
  /** Whether a message, a thought or a call of it is being written. */
  isWriting: boolean;
  /** Whether its cycle has ended. */
  isOver: boolean;
  /** Whether it asked for a tool or a subagent. */
  hasAsked: boolean;
  /** Whether somebody has stopped it, or another attempt replaces it. */
  isGivenUp: boolean;
  readonly tokens: Tokens;
  /** The model that has answered, as far as the agent names it. */
  model: ToldModel | null;
  readonly input: readonly Message[];
  readonly output: Part[];
}

/** What is known about an actor: a run, or a lane of it. */
export interface Speaker {
  /** Its span, while that is open. */
  span: string | null;
  /** The first name of its span. */
  name: string;
  chat: Chat | null;
  /** The model of its session. */
  wanted: ToldModel | null;
  /** The model that has answered last. */
  answered: ToldModel | null;
  /** The tokens of a lane; a run has its own in the model. */
  tokens: Tokens;
  /** Prompts of users, with `content` alone. */
  prompts: Message[];
  /** The messages to the model since its last request, with `content` alone. */
  waiting: Message[];
}

export interface SpanFold {
  readonly model: Model;
  readonly tree: SpanTree;
  readonly speakers: Keyed<Speaker>;
  /** The calls with open spans, by their places in the model. */
  readonly calls: Keyed<{ readonly span: string; readonly runId: string }>;
  /** The span of each run, even of one that has ended. */
  readonly runs: Keyed<string>;
}

/** The arguments of all parts of the projection. */
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

/** The attributes of every span of an actor: its agent and its conversation. */
export function attributesOf(run: Run, actor: Pick<Actor, 'name' | 'lane'>): Record<string, AttributeValue> {
  const session = sessionIdOf(run);
  return {
    [GEN_AI.agentName]: actor.name,
    // An invented id of a session says no more than the run's own id.
    ...(String(session).startsWith('transient-') ? {} : { [GEN_AI.conversation]: session }),
    [OWN.runId]: run.runId,
    ...(actor.lane === null ? {} : { [OWN.lane]: actor.lane }),
  };
}
