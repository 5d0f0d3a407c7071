/** The seam between the script and a wire format: what a rendering reads from a request and makes of a step. */
import type { ErrorFault, Finish, ModelError, Pause, Pieces, Usage } from '../scenario/index.ts';

/** A request as it came. */
export interface WireRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed where it is JSON, else text; undefined where there was none. */
  readonly body: unknown;
}

/** What a conversation holds, in order: words of the user, results of tools, answers of the model. */
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
  /** Tools that are offered. */
  readonly tools: number;
  readonly maxTokens?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request that is answered without the script: counting, listing. */
export interface SideRequest {
  readonly kind: 'side';
  readonly name: string;
  readonly answer: HttpAnswer;
}

/** A tool call in the words of one agent. */
export interface NativeCall {
  readonly name: string;
  /** JSON, unless the script wants it broken or the tool takes plain text. */
  readonly inputText: string;
  /** Where a wire format puts tools in groups: the group. */
  readonly namespace?: string;
  /** The tool takes plain text, where a wire format has such tools. */
  readonly isFreeform?: true;
  /** The service runs the tool itself, where a wire format has such tools: nobody gives it a result. */
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
  /** Unique in a session and the same in every run of the script: `main_0_1`. Ids on the wire are made from it. */
  readonly id: string;
  readonly model: string;
  readonly parts: readonly AnswerPart[];
  readonly usage: Usage;
  readonly finish: Finish;
  /** Code points per delta. */
  readonly chunk: number;
}

/** One write to the stream. `delta` carries new output; `end` closes the answer. */
export interface Frame {
  readonly kind: 'frame';
  readonly text: string;
  readonly place: 'frame' | 'delta' | 'end';
}

export type StreamItem = Frame | { readonly kind: 'pause'; readonly pause: Pause };

/** A wire format. It keeps nothing between calls. */
export interface Rendering {
  /** Name of the format: `anthropic-messages`. */
  readonly dialect: string;
  /** Reads a request; undefined = not of this format. */
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
