/** The drafts that have arrived but cannot come out yet, because there is no session or the run is paused. */
import type { EventDraft } from '../adapter/index.ts';
import type { Respawn } from './contract.ts';
import type { Moment } from './moment.ts';

/** Something from outside: a draft, or the beginning of a new attempt. */
export type Arrival = { readonly draft: EventDraft } | { readonly retry: Respawn };

export class Withheld {
  #waiting: { readonly what: Arrival; readonly at: number; readonly raw: string | undefined }[] = [];
  readonly #moment: Moment;

  constructor(moment: Moment) {
    this.#moment = moment;
  }

  add(what: Arrival): void {
    this.#waiting.push({ what, at: this.#moment.arrival, raw: this.#moment.raw });
  }

  /**
   * Hands out what waits, each at the moment of its arrival. Anything that has to wait again is added again meanwhile.
   */
  replay(accept: (what: Arrival) => void): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) {
      return;
    }
    const { arrival, raw } = this.#moment;
    this.#waiting = [];
    for (const { what, at, raw: itsRaw } of waiting) {
      this.#moment.recall(at, itsRaw);
      accept(what);
    }
    this.#moment.recall(arrival, raw);
  }
}

/** Whether the draft is output, which does not wait for a session. A draft that merely informs does wait. */
export function isOutput(draft: EventDraft): boolean {
  switch (draft.type) {
    case 'text_delta':
    case 'thinking_delta':
      return draft.delta !== '';
    case 'message_stop':
      return draft.text !== undefined && draft.text !== '';
    case 'thinking_stop':
      return draft.thinking !== undefined && draft.thinking !== '';
    case 'tool_call_start':
    case 'mcp_tool_call_start':
    case 'subagent_spawn':
    case 'approval_request':
    case 'input_required':
    case 'plugin_invoked':
    case 'plugin_error':
    case 'skill_invoked':
    case 'image_output':
      return true;
    case 'tool_call_ready':
    case 'tool_result':
    case 'tool_error':
      return draft.toolName !== undefined;
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      return draft.toolCallId === undefined;
    default:
      return false;
  }
}
