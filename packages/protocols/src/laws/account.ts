/** Agreement: facts that every projection must tell alike, if it tells them. The truth is derived from the entries, without the model. */
import type { AgentEvent, ToolKind } from '@agent-mux/events';
import type { JournalEntry, SeenCause } from '@agent-mux/events/journal';
import { causeOfEvent } from '../model/index.ts';
import { FailedTurns } from './failed-turns.ts';

export interface ToolAccount {
  /** The id, like `Call.id` of the model. */
  readonly id: string;
  readonly name: string;
  readonly isEnded: boolean;
  /** Whether it failed; absent where the protocol does not tell it. */
  readonly isError?: boolean;
  /** What the tool does; null where nobody has told it. Absent where the protocol has no place for it. */
  readonly kind?: string | null;
}

export interface QuestionAccount {
  readonly id: string;
  readonly outcome: 'granted' | 'denied' | 'answered' | 'open';
  /** What the tool of the question does, as in `ToolAccount`. */
  readonly kind?: string | null;
  /** The deciding rule; null where there is none. Absent where the protocol has no place for it. */
  readonly rule?: string | null;
}

/** The facts of a run or a tree. */
export interface Account {
  /** The text of the result. */
  readonly text: string;
  /** All text of the main lanes of the runs that speak for the tree. */
  readonly said: string;
  /** The calls of all actors, subagents not included. */
  readonly tools: readonly ToolAccount[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The cost; 0 where no price was told. */
  readonly usd: number;
  readonly questions: readonly QuestionAccount[];
  readonly end: 'done' | 'stopped' | 'failed';
  /** How many turns of the runs that speak for the tree have failed, the last one included. */
  readonly failures: number;
}

/** Compares the truth with `told`, the facts that the protocol tells. Each difference is a sentence. */
export function findDisagreements(truth: Account, told: Partial<Account>): string[] {
  return Object.keys(told).flatMap((name) => {
    const key = name as keyof Account;
    const [wanted, found] = pairOf(truth, told, key);
    const [one, other] = [write(wanted), write(found)];
    return one === other ? [] : [`${name} is ${other} instead of ${one}`];
  });
}

function pairOf(truth: Account, told: Partial<Account>, key: keyof Account): readonly [unknown, unknown] {
  if (key === 'tools') {
    return toolsOf(truth.tools, told.tools ?? []);
  }
  return key === 'questions' ? questionsOf(truth.questions, told.questions ?? []) : [truth[key], told[key]];
}

/** Whether one of them tells it: a protocol that has a place for a fact tells it of all. */
function tells<Each>(told: readonly Each[], name: keyof Each): boolean {
  return told.some((each) => each[name] !== undefined);
}

function questionsOf(truth: readonly QuestionAccount[], told: readonly QuestionAccount[]): readonly [unknown, unknown] {
  const [hasKind, hasRule] = [tells(told, 'kind'), tells(told, 'rule')];
  const line = ({ id, outcome, kind, rule }: QuestionAccount): QuestionAccount => ({
    id,
    outcome,
    ...(hasKind ? { kind: kind ?? null } : {}),
    ...(hasRule ? { rule: rule ?? null } : {}),
  });
  // An approval may come before its call, or name it by its tool alone: then the model knows more about it than the event says.
  const open = new Set(truth.flatMap(({ id, kind }) => (kind == null ? [id] : [])));
  return [truth.map(line), told.map((each) => line(open.has(each.id) ? { ...each, kind: null } : each))];
}

// The order does not count, because some tell a call when it starts, others when it runs.
function toolsOf(truth: readonly ToolAccount[], told: readonly ToolAccount[]): readonly [unknown, unknown] {
  const [hasError, hasKind] = [tells(told, 'isError'), tells(told, 'kind')];
  const line = ({ id, name, isEnded, isError = false, kind = null }: ToolAccount): string =>
    JSON.stringify([id, name, isEnded, ...(hasError ? [isError] : []), ...(hasKind ? [kind] : [])]);
  return [truth.map(line).sort(), told.map(line).sort()];
}

function write(value: unknown): string {
  const text = JSON.stringify(typeof value === 'number' ? Number(value.toPrecision(12)) : value) ?? 'undefined';
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

/** The facts of complete entries, of one run or of one tree. */
export function accountOf(entries: Iterable<JournalEntry>): Account {
  const reader = new AccountReader();
  for (const entry of entries) {
    reader.push(entry);
  }
  return reader.account;
}

type Tokens = Pick<Account, 'inputTokens' | 'outputTokens'>;
type Running = { -readonly [K in keyof ToolAccount]: ToolAccount[K] };

/** What an event says about its call. */
interface Named {
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly toolKind?: ToolKind;
  readonly server?: string;
}

class AccountReader {
  readonly #tools = new Map<string, Running>();
  readonly #ended: Running[] = [];
  readonly #questions = new Map<string, QuestionAccount>();
  readonly #costs = new Map<string, number>();
  readonly #texts = new Map<string, string>();
  /** Questions in text. */
  readonly #words = new Set<string>();
  /** The rules by the question that was answered last. */
  readonly #rules = new Map<string, string>();
  #root: string | undefined;
  #front: string | undefined;
  #hasOpen = false;
  #said = '';
  readonly #tokens = new Map<string, Tokens>();
  readonly #paid = new Map<string, Tokens>();
  #cause: SeenCause = 'lost';
  /** The run that takes over, and has not begun. */
  #next: string | undefined;
  readonly #failed = new FailedTurns();

  get account(): Account {
    return {
      text: this.#texts.get(this.#front ?? '') ?? '',
      said: this.#said,
      tools: [...this.#ended, ...this.#tools.values()],
      inputTokens: sum(this.#runTokens.map(({ inputTokens }) => inputTokens)),
      outputTokens: sum(this.#runTokens.map(({ outputTokens }) => outputTokens)),
      usd: sum([...this.#costs.values()]),
      questions: [...this.#questions.values()],
      end: endOf(this.#seenCause),
      failures: this.#failed.count + (this.#hasFailedAnew ? 1 : 0),
    };
  }

  get #hasFailedAnew(): boolean {
    return this.#root !== undefined && endOf(this.#seenCause) === 'failed' && this.#failed.code === undefined;
  }

  get #seenCause(): SeenCause {
    return this.#next === undefined ? this.#cause : 'lost';
  }

  push(entry: JournalEntry): void {
    this.#root ??= entry.runId;
    this.#front ??= entry.runId;
    this.#failed.push(entry, this.#front);
    if ('type' in entry) {
      this.#pushEvent(entry);
    } else {
      this.#pushEntry(entry);
    }
  }

  #pushEntry(entry: Exclude<JournalEntry, { readonly type: string }>): void {
    if (entry.entry === 'open') {
      this.#hasOpen = true;
      if (entry.runId === this.#next) {
        this.#front = entry.runId;
        this.#next = undefined;
        this.#cause = 'lost';
      }
    } else if (entry.entry === 'input' && entry.input === 'answer') {
      const { interactionId: id, by, response } = entry;
      const rule = 'rule' in by ? by.rule : undefined;
      if (rule === undefined) {
        this.#rules.delete(id);
      } else {
        this.#rules.set(id, rule);
      }
      if (this.#questions.has(id) && this.#words.has(id)) {
        const isFilledIn = response.type !== 'form' || response.action === 'accept';
        this.#close(id, response.type === 'deny' || !isFilledIn ? 'denied' : 'answered');
      }
    } else if (entry.entry === 'close') {
      if (entry.facts.textOf === undefined) {
        this.#texts.delete(entry.runId);
      }
      if (entry.runId === this.#front) {
        this.#cause = entry.cause;
        this.#next = entry.handoffTo;
      }
    }
  }

  #pushEvent(event: AgentEvent): void {
    const isMain = event.lane === undefined && event.runId === this.#front;
    switch (event.type) {
      case 'text_delta':
        if (isMain) {
          this.#said += event.delta;
        }
        break;
      case 'message_stop':
        if (event.lane === undefined) {
          this.#texts.set(event.runId, event.text);
        }
        break;
      case 'tool_call_start':
      case 'mcp_tool_call_start':
        this.#start(event);
        break;
      case 'tool_result':
      case 'mcp_tool_result':
        this.#end(event, false);
        break;
      case 'tool_error':
      case 'mcp_tool_error':
        this.#end(event, true);
        break;
      case 'token_usage':
        this.#addTokens(event);
        break;
      case 'cost':
        this.#paid.set(event.runId, event.cost);
        this.#costs.set(event.runId, event.cost.totalUsd);
        break;
      case 'input_required':
        this.#words.add(event.interactionId);
        this.#ask(event.interactionId, undefined);
        break;
      case 'approval_request':
        this.#ask(event.interactionId, event.toolKind ?? this.#kindOf(event));
        break;
      case 'approval_granted':
      case 'approval_denied': {
        this.#close(event.interactionId, event.type === 'approval_granted' ? 'granted' : 'denied');
        break;
      }
      default:
        this.#watchEnd(event, isMain);
    }
  }

  // Some agents report only the total usage, and not the single requests.
  get #runTokens(): Tokens[] {
    return [...new Set([...this.#tokens.keys(), ...this.#paid.keys()])].flatMap(
      (runId) => this.#tokens.get(runId) ?? this.#paid.get(runId) ?? [],
    );
  }

  #addTokens({ runId, inputTokens, outputTokens }: Tokens & { readonly runId: string }): void {
    const before = this.#tokens.get(runId) ?? { inputTokens: 0, outputTokens: 0 };
    this.#tokens.set(runId, {
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
    });
  }

  // A list that contains events alone ends with its last event.
  #watchEnd(event: AgentEvent, isMain: boolean): void {
    if (this.#hasOpen || !isMain) {
      return;
    }
    if (event.type === 'session_end' && this.#cause === 'lost') {
      this.#cause = 'completed';
    } else {
      this.#cause = causeOfEvent(event) ?? this.#cause;
    }
  }

  #ask(id: string, kind: string | null | undefined): void {
    this.#questions.set(id, { id, outcome: 'open', kind: kind ?? null, rule: null });
  }

  #close(id: string, outcome: QuestionAccount['outcome']): void {
    const kind = this.#questions.get(id)?.kind ?? null;
    this.#questions.set(id, { id, outcome, kind, rule: this.#rules.get(id) ?? null });
  }

  /** The kind of the call that a question names. */
  #kindOf({ runId, toolCallId }: { runId: string; toolCallId?: string }): string | null | undefined {
    return toolCallId === undefined ? undefined : this.#tools.get(this.#idOf({ runId, toolCallId }))?.kind;
  }

  #idOf({ runId, toolCallId }: { runId: string; toolCallId: string }): string {
    return runId === this.#root ? toolCallId : `${runId}/${toolCallId}`;
  }

  #start(event: Named): Running {
    const id = this.#idOf(event);
    const kind = event.toolKind ?? (event.server === undefined ? null : 'mcp');
    const tool = { id, name: event.toolName, isEnded: false, isError: false, kind };
    this.#tools.set(id, tool);
    return tool;
  }

  #end(event: Named, isError: boolean): void {
    const id = this.#idOf(event);
    const tool = this.#tools.get(id) ?? this.#start(event);
    tool.isEnded = true;
    tool.isError = isError;
    this.#tools.delete(id);
    this.#ended.push(tool);
  }
}

function endOf(cause: SeenCause): Account['end'] {
  if (cause === 'completed') {
    return 'done';
  }
  return cause === 'interrupted' || cause === 'aborted' ? 'stopped' : 'failed';
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
