/** What the user says in SDK mode: prompts with their attachments, and the one command of the terminal that has a request. */
import type { PromptInput, ResolvedOptions } from '@agent-mux/core';
import { otherFiles, type RpcPeer } from '../../shared/index.ts';

export const PROMPT = 'session.send';
export const COMPACTION = 'session.history.compact';

export class Prompts {
  readonly #rpc: RpcPeer;
  readonly #options: ResolvedOptions;
  #hasPrompted = false;

  constructor(rpc: RpcPeer, options: ResolvedOptions) {
    this.#rpc = rpc;
    this.#options = options;
  }

  /** The message of the prompt. `more` has further fields of the request. */
  send(sessionId: string, { text, images = [] }: PromptInput, more: Readonly<Record<string, unknown>> = {}): string {
    const compaction = /^\/compact(?:\s+([\s\S]+))?$/.exec(text.trim());
    if (compaction !== null) {
      // Here commands of the terminal are plain text to the model; this one has a request of its own.
      const words = compaction[1] === undefined ? {} : { customInstructions: compaction[1] };
      return this.#rpc.request(COMPACTION, { sessionId, trigger: 'manual', ...words });
    }
    const files = this.#hasPrompted ? [] : otherFiles(this.#options);
    this.#hasPrompted = true;
    const attachments = [
      ...images.map(({ mimeType, data }) => ({ type: 'blob', mimeType, data, displayName: 'image' })),
      ...files.map((path) => ({ type: 'file', path })),
    ];
    return this.#rpc.request(PROMPT, {
      sessionId,
      prompt: text,
      ...(attachments.length === 0 ? {} : { attachments }),
      ...more,
    });
  }
}
