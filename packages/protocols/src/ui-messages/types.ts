/** The chunks of a UI message stream of the AI SDK, `ai` 6. */

type Json = Readonly<Record<string, unknown>>;

/** Fields of parts that may say more about themselves. Ours stand under `amux`. */
interface Described {
  readonly providerMetadata?: Readonly<Record<string, Json>>;
}

interface OfTool extends Described {
  readonly toolCallId: string;
  /** Whether the AI SDK must neither call the tool nor wait for its output. */
  readonly providerExecuted?: boolean;
  /** Whether the client has no type for the tool. */
  readonly dynamic?: boolean;
  /** Further facts; ours are `{ amux: { server?, toolKind?, subagent? } }`. */
  readonly toolMetadata?: Json;
}

interface NamedTool extends OfTool {
  readonly toolName: string;
  readonly title?: string;
}

export type UiFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** Our metadata of a message, under `amux`. A later one is merged over an earlier one. */
export interface UiMetadata {
  readonly runId?: string;
  readonly agent?: string;
  /** The id of the prompt that the message answers. */
  readonly prompt?: string;
  /** The usage of the whole tree so far. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  /** The cost of the whole tree so far; absent where no price was told. */
  readonly costUsd?: number;
}

export type UiMessageChunk =
  // Message
  | { readonly type: 'start'; readonly messageId?: string; readonly messageMetadata?: unknown }
  | { readonly type: 'finish'; readonly finishReason?: UiFinishReason; readonly messageMetadata?: unknown }
  | { readonly type: 'message-metadata'; readonly messageMetadata: unknown }
  | { readonly type: 'start-step' }
  | { readonly type: 'finish-step' }
  | { readonly type: 'error'; readonly errorText: string }
  | { readonly type: 'abort'; readonly reason?: string }
  // Text and reasoning
  | (Described & {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end';
      readonly id: string;
    })
  | (Described & {
      readonly type: 'text-delta' | 'reasoning-delta';
      readonly id: string;
      readonly delta: string;
    })
  // Tools
  | (NamedTool & { readonly type: 'tool-input-start'; readonly inputEncoding?: 'json' | 'text' })
  | { readonly type: 'tool-input-delta'; readonly toolCallId: string; readonly inputTextDelta: string }
  | (NamedTool & { readonly type: 'tool-input-available'; readonly input: unknown })
  | (NamedTool & { readonly type: 'tool-input-error'; readonly input: unknown; readonly errorText: string })
  | {
      readonly type: 'tool-approval-request';
      readonly approvalId: string;
      readonly toolCallId: string;
      /** A description of the approval; ours is `{ action, detail, riskLevel, scopes, context?, toolKind?, mcp? }`. */
      readonly approvalDescriptor?: unknown;
      readonly inputSchemaInput?: unknown;
      readonly signature?: string;
    }
  | (OfTool & { readonly type: 'tool-output-available'; readonly output: unknown; readonly preliminary?: boolean })
  | (OfTool & { readonly type: 'tool-output-error'; readonly errorText: string })
  | { readonly type: 'tool-output-denied'; readonly toolCallId: string }
  // Parts beside the text
  | (Described & {
      readonly type: 'source-url';
      readonly sourceId: string;
      readonly url: string;
      readonly title?: string;
    })
  | (Described & {
      readonly type: 'source-document';
      readonly sourceId: string;
      readonly mediaType: string;
      readonly title: string;
      readonly filename?: string;
    })
  | (Described & { readonly type: 'file'; readonly url: string; readonly mediaType: string })
  // Other parts; ours are named `data-amux-…`
  | {
      readonly type: `data-${string}`;
      /** The id; a later part of the same type and id replaces the earlier one. */
      readonly id?: string;
      readonly data: unknown;
      /** Whether it is no part of the message, so that only the current reader hears of it. */
      readonly transient?: boolean;
    };

/** Fields that a type must have, in addition to `type`, by what they must be. A `data-…` must have `data`. */
export const UI_FIELDS = {
  start: {},
  finish: {},
  'message-metadata': { messageMetadata: 'anything' },
  'start-step': {},
  'finish-step': {},
  error: { errorText: 'text' },
  abort: {},
  'text-start': { id: 'text' },
  'text-delta': { id: 'text', delta: 'text' },
  'text-end': { id: 'text' },
  'reasoning-start': { id: 'text' },
  'reasoning-delta': { id: 'text', delta: 'text' },
  'reasoning-end': { id: 'text' },
  'tool-input-start': { toolCallId: 'text', toolName: 'text' },
  'tool-input-delta': { toolCallId: 'text', inputTextDelta: 'text' },
  'tool-input-available': { toolCallId: 'text', toolName: 'text', input: 'anything' },
  'tool-input-error': { toolCallId: 'text', toolName: 'text', input: 'anything', errorText: 'text' },
  'tool-approval-request': { approvalId: 'text', toolCallId: 'text' },
  'tool-output-available': { toolCallId: 'text', output: 'anything' },
  'tool-output-error': { toolCallId: 'text', errorText: 'text' },
  'tool-output-denied': { toolCallId: 'text' },
  'source-url': { sourceId: 'text', url: 'text' },
  'source-document': { sourceId: 'text', mediaType: 'text', title: 'text' },
  file: { url: 'text', mediaType: 'text' },
} as const;

export type UiFieldKind = 'text' | 'anything';

UI_FIELDS satisfies Record<Exclude<UiMessageChunk['type'], `data-${string}`>, Readonly<Record<string, UiFieldKind>>>;
