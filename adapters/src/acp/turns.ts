/** Prompts and their ends, and the model requests between them: the protocol marks no requests, so they are derived from what was said. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { defined, numberOf, objectOf, outcomeOfFailure, parseJson, type RpcId, textOf } from '../shared/index.ts';
import type { NativePromptEnd, NativeRpcError } from './native.ts';
import type { AcpQuirks } from './quirks.ts';

export class Turns {
  /** Whether the agent itself ended the last turn. */
  isClean = false;
  /** Whether the last turn failed. */
  hasFailed = false;
  /** Whether the host has interrupted the turn. */
  isInterrupted = false;
  /** Whether the end of the turn was told before the agent had been quiet, so that more of the turn may come. */
  isCutShort = false;
  /** Whether the next output begins a model request. */
  needsStep = true;
  /** The names of the commands that the agent offers. */
  offered: ReadonlySet<string> = new Set();
  readonly #quirks: AcpQuirks;
  readonly #maxTurns: number | undefined;
  // The end of the first prompt is that of the turn; the others have joined it.
  #prompts: RpcId[] = [];
  #first: RpcId | undefined;
  #outcome: Outcome | undefined;
  #steps = 0;
  // The name of the command that the first prompt calls, if it calls one.
  #command: string | undefined;

  constructor(quirks: AcpQuirks, maxTurns: number | undefined) {
    this.#quirks = quirks;
    this.#maxTurns = maxTurns;
  }

  get isOpen(): boolean {
    return this.#prompts.length > 0;
  }

  /** Whether the model has said something in this turn. */
  get hasOutput(): boolean {
    return this.#steps > 0;
  }

  /** Takes a prompt that was written. */
  prompted(id: RpcId, text: string): readonly EventDraft[] {
    this.#prompts.push(id);
    if (this.#prompts.length > 1) {
      return [];
    }
    this.#first = id;
    this.#command = /^\/([^\s/]+)/.exec(text)?.[1];
    this.#outcome = undefined;
    this.#steps = 0;
    this.isClean = false;
    this.hasFailed = false;
    this.isInterrupted = false;
    this.isCutShort = false;
    this.needsStep = true;
    return [{ type: 'turn_start' }];
  }

  /** Begins a step, just before the agent says something. */
  stepBegan(): EventDraft {
    this.needsStep = false;
    this.#steps++;
    return { type: 'step_start' };
  }

  /** Whether the answer to this prompt ends the turn. */
  isLast(id: RpcId): boolean {
    return this.#prompts.every((prompt) => prompt === id);
  }

  /** Whether an answer to a prompt says that the prompt was stopped. */
  isStop(result: unknown, error: unknown): boolean {
    const { stopReason }: NativePromptEnd = objectOf(result) ?? {};
    return stopReason === 'cancelled' || (error !== undefined && this.isInterrupted);
  }

  /** Takes the answer to a prompt. Returns whether it ends the turn. */
  answered(id: RpcId, result: unknown, error: unknown): boolean {
    this.#prompts = this.#prompts.filter((prompt) => prompt !== id);
    if (id === this.#first) {
      this.#outcome = error === undefined ? this.#ended(objectOf(result) ?? {}) : this.failureIn(error);
    }
    if (this.isOpen) {
      return false;
    }
    this.isClean = true;
    this.hasFailed = this.#outcome !== undefined;
    return true;
  }

  /** The outcome of the turn that has just ended. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** The event of that end. */
  end(cost: CostRecord | undefined): EventDraft {
    const { outcome } = this;
    return { type: 'turn_end', ...defined({ outcome, cost }) };
  }

  /** Records that there will be no turn. */
  failed(): void {
    this.isClean = true;
    this.hasFailed = true;
  }

  /** The outcome that an error answer means. */
  failureIn(error: unknown): Outcome {
    const native: NativeRpcError = objectOf(error) ?? {};
    const { code, message, data } = native;
    const number = numberOf(code);
    const details = textOf(objectOf<'details'>(data)?.details) ?? textOf(data);
    const text = details ?? innerMessage(textOf(message) ?? 'The agent answered with an error.');
    const { authGuidance: guidance } = this.#quirks;
    if (this.isInterrupted && isInternal(number)) {
      return { type: 'interrupted' };
    }
    const special = this.#quirks.turns?.failure?.(native);
    if (special !== undefined) {
      return special;
    }
    // The protocol has a code of its own for a client that has to log in first.
    const status = number === -32_000 ? 401 : number;
    return outcomeOfFailure({ message: text, guidance, status: (status ?? 0) < 400 ? undefined : status });
  }

  #ended(end: NativePromptEnd): Outcome | undefined {
    const { turns, displayName } = this.#quirks;
    const special = turns?.outcome?.(end);
    if (special !== undefined) {
      return special;
    }
    switch (textOf(end.stopReason)) {
      case 'cancelled':
        return { type: 'interrupted' };
      case 'max_turn_requests':
        return { type: 'turn_limit', maxTurns: this.#maxTurns ?? this.#steps };
      case 'max_tokens':
        return error(`${displayName} stopped at the limit of its output.`);
      case 'refusal':
        return error(`${displayName} refused to answer.`);
      default:
        return this.#steps === 0 ? this.#silence() : undefined;
    }
  }

  #silence(): Outcome | undefined {
    const { turns: { ownCommands, failsInSilence } = {}, displayName } = this.#quirks;
    const name = this.#command;
    if (name !== undefined && ownCommands?.includes(name) === false && !this.offered.has(name)) {
      return error(`${displayName} knows no command /${name}, and ended its turn without a word.`);
    }
    if (typeof failsInSilence === 'string') {
      return error(`${displayName} ended its turn without a word. ${failsInSilence}`);
    }
    return failsInSilence === true
      ? error(`${displayName} ended its turn without a word; it does not say why.`)
      : undefined;
  }
}

// Some agents answer a cancelled prompt with an internal error.
function isInternal(code: number | undefined): boolean {
  return code === undefined || code < 0 || code === 500;
}

function error(message: string): Outcome {
  return { type: 'error', code: 'AGENT_ERROR', message };
}

/** The message within the JSON of the model's own error, which some agents put into theirs. */
function innerMessage(message: string): string {
  const { error: inner } = objectOf<'error'>(parseJson(message)) ?? {};
  return textOf(objectOf<'message'>(inner)?.message) ?? textOf(inner) ?? message;
}
