/** Folds the lines of a session as the runtime does, for the tests of session readers. */
import type { SessionFacts, SessionMessage, SessionParser, SessionReader } from '@agent-mux/core';

export interface Folded {
  readonly facts: SessionFacts | undefined;
  readonly messages: readonly SessionMessage[];
  /** Role and text of each message; calls and results by their tools, and which of these failed. */
  readonly outline: readonly string[];
  readonly placeBefore: SessionParser['placeBefore'];
}

export interface FoldOptions {
  readonly path: string;
  /** The texts of files beside it, by path. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly before?: number;
}

export async function foldSession(
  reader: SessionReader,
  lines: readonly unknown[],
  { path, beside = {}, before }: FoldOptions,
): Promise<Folded> {
  const file = { path, read: (name: string) => Promise.resolve(beside[name]) };
  const parser = await reader.open(file, before === undefined ? {} : { before });
  for (const line of lines) {
    parser.see(line);
  }
  const messages = parser.messages();
  return { facts: parser.facts(), messages, outline: messages.map(describe), placeBefore: parser.placeBefore };
}

function describe({ role, content, thinking, toolCalls = [], toolResult }: SessionMessage): string {
  return [
    `${role}:`,
    ...(thinking === undefined ? [] : [`(${thinking})`]),
    ...(content === '' ? [] : [content]),
    ...toolCalls.map(({ toolName }) => `[${toolName}]`),
    ...(toolResult === undefined ? [] : [`<${toolResult.toolName}>${toolResult.isError === true ? ' failed' : ''}`]),
  ].join(' ');
}
