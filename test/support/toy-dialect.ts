/** The dialect of the toy: its CLI says drafts of events, and hears what it is told as JSON. */
import type { Dialect, EventDraft, Interaction, InteractionResponse, Parsed, Writes } from '@agent-mux/core';
import { pickApprovalFacts } from '@agent-mux/events';

export interface ToyNature {
  readonly isOneShot: boolean;
  readonly canSteer: boolean;
  readonly tellsSteering: boolean;
  readonly refuses: readonly InteractionResponse['type'][];
  readonly takesInput: boolean;
}

/** The key of a question that is a form without fields, and takes one as its answer. */
export const FORM_KEY = 'form';

export class ToyDialect implements Dialect {
  readonly streams = { text: true, thinking: true, toolInput: true };
  readonly #nature: ToyNature;
  readonly #pending = new Map<string, Interaction>();
  readonly #hostTools = new Set<string>();
  #sessionId: string | null = null;
  #isInTurn = false;
  #isWaiting: boolean;
  #isClean = false;

  constructor(nature: ToyNature) {
    this.#nature = nature;
    this.#isWaiting = nature.isOneShot;
  }

  get state(): Dialect['state'] {
    const busy = this.#isInTurn || this.#isWaiting || this.#pending.size > 0;
    return { sessionId: this.#sessionId, busy, turn: this.#isInTurn, clean: this.#isClean, pending: this.#pending };
  }

  open(): Writes {
    return { write: [] };
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  interrupt(): Writes {
    return lines({ interrupt: true });
  }

  prompt({ text }: Parameters<Dialect['prompt']>[0]): Writes {
    return lines({ prompt: text });
  }

  steer({ text }: Parameters<Dialect['prompt']>[0]): ReturnType<NonNullable<Dialect['steer']>> {
    const { canSteer, tellsSteering } = this.#nature;
    const writes = canSteer ? lines({ steer: text }) : undefined;
    return writes !== undefined && tellsSteering ? { ...writes, key: text } : writes;
  }

  respond(key: string, answer: InteractionResponse): ReturnType<Dialect['respond']> {
    if (!this.#pending.has(key)) {
      return 'gone';
    }
    const isRefused = this.#nature.refuses.includes(answer.type) && key !== FORM_KEY;
    return isRefused ? 'unsupported' : lines({ answer: { key, ...answer } });
  }

  returnHostTool(key: string, outcome: object): Writes | 'gone' {
    return this.#hostTools.has(key) ? lines({ result: { key, ...outcome } }) : 'gone';
  }

  parseEvent(line: string, { source }: Parameters<Dialect['parseEvent']>[1]): Parsed {
    if (source === 'stderr') {
      return { drafts: [{ type: 'log', source, line }], write: [] };
    }
    const drafts = source === 'stdin' ? this.#hear(line) : readDrafts(line);
    for (const draft of drafts) {
      this.#follow(draft);
    }
    return { drafts, write: [] };
  }

  exit({ code, asked }: Parameters<Dialect['exit']>[0]): ReturnType<Dialect['exit']> {
    if (asked === 'interrupt') {
      return { drafts: [{ type: 'outcome', outcome: { type: 'interrupted' } }] };
    }
    return this.#isClean && code === 0
      ? { drafts: [] }
      : { drafts: [{ type: 'outcome', outcome: { type: 'crash', exitCode: code ?? -1, stderr: '' } }] };
  }

  #follow(draft: EventDraft): void {
    switch (draft.type) {
      case 'session_start':
        this.#sessionId = draft.sessionId;
        break;
      case 'turn_start':
        this.#isInTurn = true;
        this.#isWaiting = false;
        this.#isClean = false;
        break;
      case 'turn_end':
        this.#isInTurn = false;
        this.#isClean = true;
        break;
      case 'approval_request':
        this.#pending.set(draft.key, {
          kind: 'approval',
          action: draft.action,
          detail: draft.detail,
          riskLevel: draft.riskLevel,
          ...pickApprovalFacts(draft),
          input: 'input' in draft ? draft.input : { command: draft.detail },
          ...(this.#nature.takesInput ? { acceptsUpdatedInput: true } : {}),
        });
        break;
      case 'input_required':
        this.#pending.set(draft.key, {
          kind: 'input',
          detail: draft.question,
          source: draft.source,
          // The draft of a question has no place for a schema.
          ...(draft.key === FORM_KEY ? { schema: {} } : {}),
        });
        break;
      case 'host_tool_call':
        this.#hostTools.add(draft.key);
        break;
      case 'host_tool_settled':
        this.#hostTools.delete(draft.key);
        break;
      case 'approval_granted':
      case 'approval_denied':
      case 'interaction_settled':
        this.#pending.delete(draft.key);
        break;
      default:
    }
  }

  #hear(line: string): EventDraft[] {
    if (this.#nature.isOneShot) {
      return [];
    }
    const message = JSON.parse(line) as {
      prompt?: string;
      answer?: { key: string } & InteractionResponse;
      result?: { key: string };
    };
    if (message.result !== undefined) {
      return [{ type: 'host_tool_settled', key: message.result.key }];
    }
    if (message.prompt !== undefined) {
      this.#isWaiting = true;
    }
    if (message.answer === undefined) {
      return [];
    }
    const { key, type } = message.answer;
    if (this.#pending.get(key)?.kind === 'input') {
      return [{ type: 'interaction_settled', key }];
    }
    // The toy has no place for the reason of a denial, as omp has none.
    return [{ type: type === 'approve' ? 'approval_granted' : 'approval_denied', key }];
  }
}

/** The fake agent's own lines say how much it read. */
function readDrafts(line: string): EventDraft[] {
  const { draft, drafts = [] } = JSON.parse(line) as { draft?: EventDraft; drafts?: EventDraft[] };
  return draft === undefined ? drafts : [draft];
}

function lines(...messages: readonly object[]): Writes {
  return { write: messages.map((message) => JSON.stringify(message)) };
}
