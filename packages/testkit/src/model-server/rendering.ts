/** The interface between the script and a wire format: what a rendering reads from a request and makes of a step. */
import type { ErrorFault, Finish, ModelError, Pause, Pieces, Usage } from '../scenario/index.ts';

/** A request as it came. */
export interface WireRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, parsed where it is JSON, else as text; undefined where there was none. */
  readonly body: unknown;
}

/** An entry of a conversation, in order: a text of the user, the result of a tool, or an answer of the model. */
export type HistoryEntry =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'results'; readonly ids: readonly string[] }
  | { readonly kind: 'answer' };

/** A request for an answer. */
export interface ModelRequest {
  readonly kind: 'model';
  readonly stream: boolean;
  readonly model: string;
  readonly history: readonly HistoryEntry[];
  /** The number of offered tools. */
  readonly tools: number;
  readonly maxTokens?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request that is answered without the script, such as counting or listing. */
export interface SideRequest {
  readonly kind: 'side';
  readonly name: string;
  readonly answer: HttpAnswer;
}

/** A tool call in the form of one agent. */
export interface NativeCall {
  readonly name: string;
  /** The input as JSON, unless the script wants it broken or the tool takes plain text. */
  readonly inputText: string;
  /** The group of the tool, where a wire format has groups. */
  readonly namespace?: string;
  /** Set where the tool takes plain text, in wire formats that have such tools. */
  readonly isFreeform?: true;
  /** Set where the service runs the tool itself, in wire formats that have such tools: nobody gives it a result. */
  readonly isHosted?: true;
}

/** A block of an answer, with its native tool call. */
export type AnswerPart =
  | { readonly kind: 'thinking'; readonly pieces: Pieces }
  | { readonly kind: 'redacted-thinking'; readonly data: string }
  | { readonly kind: 'text'; readonly pieces: Pieces }
  | { readonly kind: 'tool'; readonly id: string; readonly call: NativeCall }
  | { readonly kind: 'pause'; readonly pause: Pause };

/** A step that is ready to be rendered. */
export interface Answer {
  /** The id, unique in a session and the same in every run of the script: `main_0_1`. Ids on the wire are made from it. */
  readonly id: string;
  readonly model: string;
  readonly parts: readonly AnswerPart[];
  readonly usage: Usage;
  readonly finish: Finish;
  /** The number of code points per delta. */
  readonly chunk: number;
}

/** One write to the stream. `delta` has new output; `end` closes the answer. */
export interface Frame {
  readonly kind: 'frame';
  readonly text: string;
  readonly place: 'frame' | 'delta' | 'end';
}

export type StreamItem = Frame | { readonly kind: 'pause'; readonly pause: Pause };

/** A wire format. It keeps no state between calls. */
export interface Rendering {
  /** The name of the format, such as `anthropic-messages`. */
  readonly dialect: string;
  /** Reads a request; undefined where it is not of this format. */
  read(request: WireRequest): ModelRequest | SideRequest | undefined;
  /** Headers of a streamed answer. */
  streamHeaders(answer: Answer): Readonly<Record<string, string>>;
  stream(answer: Answer): Iterable<StreamItem>;
  /** The same answer in one piece. */
  whole(answer: Answer): HttpAnswer;
  error(fault: Omit<ErrorFault, 'kind' | 'times'>, id: string): HttpAnswer;
  /** The error in a stream that has begun. */
  streamError(error: ModelError, id: string): Iterable<StreamItem>;
}
