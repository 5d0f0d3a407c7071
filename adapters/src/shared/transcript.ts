/** Puts the messages of a stored session together from its lines. */
import type { SessionFacts, SessionMessage, SessionToolCall } from '@agent-mux/core';
import { defined } from './defined.ts';
import { textOf } from './native-value.ts';

export type TokenUsage = NonNullable<SessionMessage['tokenUsage']>;

/** A piece of an assistant's message; pieces with the same key make one message. */
interface AssistantPiece {
  readonly key?: string;
  readonly text?: string | undefined;
  readonly thinking?: string | undefined;
  readonly toolCalls?: readonly SessionToolCall[];
  readonly model?: string | undefined;
  readonly tokenUsage?: TokenUsage | undefined;
  readonly at?: Date | undefined;
}

interface ToolResult {
  readonly toolCallId: string;
  readonly output: unknown;
  /** The tool's name, where the session has it only with the result. */
  readonly toolName?: string | undefined;
  readonly isError?: boolean;
  readonly at?: Date | undefined;
}

export interface Transcript {
  /** Adds a message. `checkpointId` is that of a prompt that the CLI can rewind to. */
  say(role: 'user' | 'system', content: string, at: Date | undefined, checkpointId?: string): void;
  assistant(piece: AssistantPiece): void;
  toolResult(result: ToolResult): void;
  readonly messages: readonly SessionMessage[];
}

export function createTranscript(): Transcript {
  const messages: SessionMessage[] = [];
  const names = new Map<string, string>();
  let lastKey: string | undefined;
  const stamp = (at: Date | undefined): { timestamp?: Date } => (at === undefined ? {} : { timestamp: at });
  return {
    messages,
    say(role, content, at, checkpointId) {
      lastKey = undefined;
      messages.push({ role, content, ...stamp(at), ...defined({ checkpointId }) });
    },
    assistant({ key, text = '', thinking, toolCalls = [], model, tokenUsage, at }) {
      for (const { toolCallId, toolName } of toolCalls) {
        names.set(toolCallId, toolName);
      }
      const last = key !== undefined && key === lastKey ? messages.pop() : undefined;
      lastKey = key;
      const thoughts = join(last?.thinking, thinking);
      const calls = [...(last?.toolCalls ?? []), ...toolCalls];
      messages.push({
        role: 'assistant',
        content: join(last?.content, text) ?? '',
        ...stamp(last?.timestamp ?? at),
        ...defined({ thinking: thoughts }),
        ...(calls.length === 0 ? {} : { toolCalls: calls }),
        ...defined({ model, tokenUsage }),
      });
    },
    toolResult({ toolCallId, output, toolName, isError = false, at }) {
      lastKey = undefined;
      messages.push({
        role: 'tool',
        content: textOf(output) ?? '',
        ...stamp(at),
        toolResult: {
          toolCallId,
          toolName: toolName ?? names.get(toolCallId) ?? 'unknown',
          output,
          ...(isError ? { isError } : {}),
        },
      });
    },
  };
}

function join(before: string | undefined, more: string | undefined): string | undefined {
  const parts = [before, more].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

/** A moment as an ISO text or in milliseconds. */
export function dateOf(value: unknown): Date | undefined {
  const date = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined;
  return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
}

/** Facts that are being gathered; undefined where no line has given them yet. */
export type FactsDraft = { -readonly [K in keyof SessionFacts]?: SessionFacts[K] | undefined };

/** The facts; undefined where no line said which session it is. */
export function toFacts({ sessionId, ...draft }: FactsDraft): SessionFacts | undefined {
  if (sessionId === undefined) {
    return undefined;
  }
  const { createdAt, title, cwd, model, cost, forkedFrom, turnCount = 0, isSubagent, inherits } = draft;
  return { sessionId, turnCount, ...defined({ title, createdAt, cwd, model, cost, forkedFrom, isSubagent, inherits }) };
}
