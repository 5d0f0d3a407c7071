/** Reads lines of JSON. Most lines of a run are pieces of an answer, of which it does not build the whole object. */
import { isDeepStrictEqual } from 'node:util';
import { LineTemplate, objectOf } from '../../shared/index.ts';
import type { NativeDelta, NativeLine, NativeStreamEvent } from './native.ts';

/** The field of each kind of piece that holds its text. */
const TEXT_OF = { text_delta: 'text', thinking_delta: 'thinking', input_json_delta: 'partial_json' } as const;
type Kind = keyof typeof TEXT_OF;
const KINDS = Object.keys(TEXT_OF) as Kind[];

interface Form {
  readonly kind: Kind;
  readonly index: unknown;
  readonly template: LineTemplate;
}

export class LineReader {
  // Each block of an answer has a form of its own, which its first piece shows, in whatever order its fields are.
  #form: Form | undefined;

  /** Reads like JSON.parse, except that a piece of the main agent's answer may lack the ids of its session, message and line. */
  read(line: string): unknown {
    const text = this.#form?.template.read(line);
    if (this.#form !== undefined && text !== undefined) {
      return pieceOf(this.#form, text);
    }
    const value: unknown = JSON.parse(line);
    this.#learn(line, value);
    return value;
  }

  #learn(line: string, value: unknown): void {
    const {
      session_id: _session,
      uuid: _line,
      api_message_id: _message,
      thinking_display: _display,
      ...rest
    } = objectOf<Piece>(value) ?? {};
    const { index, delta } = objectOf<keyof NativeStreamEvent>(rest.event) ?? {};
    const native = objectOf<keyof NativeDelta>(delta);
    const kind = KINDS.find((each) => each === native?.type);
    const text = kind === undefined ? undefined : native?.[TEXT_OF[kind]];
    // A piece with another field is not read in this way, since the field would be lost.
    if (kind !== undefined && typeof text === 'string' && isDeepStrictEqual(rest, pieceOf({ kind, index }, text))) {
      const template = new LineTemplate(`"${TEXT_OF[kind]}":`);
      template.learn(line, text);
      this.#form = { kind, index, template };
    }
  }
}

type Piece = keyof NativeLine | 'api_message_id' | 'thinking_display';

function pieceOf({ kind, index }: Pick<Form, 'kind' | 'index'>, text: string): NativeLine {
  return {
    type: 'stream_event',
    event: { type: 'content_block_delta', index, delta: deltaOf(kind, text) },
    parent_tool_use_id: null,
  };
}

function deltaOf(kind: Kind, text: string): NativeDelta {
  switch (kind) {
    case 'text_delta':
      return { type: kind, text };
    case 'thinking_delta':
      return { type: kind, thinking: text };
    case 'input_json_delta':
      return { type: kind, partial_json: text };
  }
}
