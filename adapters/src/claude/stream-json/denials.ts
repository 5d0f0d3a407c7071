/** Calls that Claude Code refuses by itself, in modes where nobody is asked: the stream shows them as asked about and denied. */
import type { EventDraft } from '@agent-mux/core';
import { laned } from '../../shared/index.ts';
import { factsOf } from './approval-facts.ts';
import { describeApproval } from './describe-question.ts';
import type { Tools } from './tools.ts';

/** The words with which it refuses a call; 2.1.197 says it in no other way in a one-shot run. */
const WORDS = /^(Permission to use .* has been denied|Claude requested permissions to .*, but you haven't granted it)/;

export class Denials {
  readonly #tools: Tools;
  readonly #told = new Set<string>();

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Reports a `permission_denied` line. */
  tell(toolCallId: string, toolName: string, reason: string): readonly EventDraft[] {
    if (toolCallId === '' || this.#told.has(toolCallId)) {
      return [];
    }
    this.#told.add(toolCallId);
    const call = this.#tools.get(toolCallId);
    this.#tools.refused(toolCallId);
    const key = `denied:${toolCallId}`;
    const input = call?.input;
    const mcp = this.#tools.mcpOf(toolName);
    const about = {
      ...describeApproval(toolName, input),
      ...factsOf(toolName, input, this.#tools.folderOf(call?.lane)),
      ...(mcp === undefined ? {} : { mcp }),
      ...(input === undefined ? {} : { input }),
    };
    return [
      laned(call?.lane, { type: 'approval_request', key, ...about, toolName, toolCallId }),
      laned(call?.lane, { type: 'approval_denied', key, reason }),
    ];
  }

  /** Finds a denial in the result of a failed call, where nobody could have been asked. */
  inResult(toolCallId: string, text: string): readonly EventDraft[] {
    const call = this.#tools.get(toolCallId);
    return call !== undefined && WORDS.test(text) ? this.tell(toolCallId, call.name, text) : [];
  }
}
