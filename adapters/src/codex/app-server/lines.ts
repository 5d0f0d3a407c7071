/** Notifications of Codex: each method goes to the part that knows it. */
import type { EventDraft } from '@agent-mux/core';
import { countOf, debug, laned, listOf, modelNamed, numberOf, objectOf, textOf, textsOf } from '../../shared/index.ts';
import { outcomeOfError, retryDrafts, wordsOfError } from '../shared/failures.ts';
import type { NativeItem, NativeParams } from '../shared/native.ts';
import { type Items, isCarriedOut, isOfModel, PART_BREAK, summaryKey, thoughtsKey } from '../shared/tools.ts';
import { hookCompleted, hookStarted, isBeforeTool } from './hooks.ts';
import { NOTED_METHODS, SILENT_METHODS } from './known.ts';
import type { MainThread } from './main-thread.ts';
import type { SessionOpening } from './opening.ts';
import type { Asked } from './questions.ts';
import type { Turns } from './turns.ts';
import type { TokenUsage } from './usage.ts';

export interface NotificationsParts {
  readonly main: MainThread;
  readonly opening: SessionOpening;
  readonly turns: Turns;
  readonly items: Items;
  readonly usage: TokenUsage;
  readonly asked: Asked;
}

export class Notifications {
  readonly #parts: NotificationsParts;
  // The tokens in the context when a compaction began.
  #beforeCompaction = 0;
  #isCompacting = false;
  #rateLimit = '';

  constructor(parts: NotificationsParts) {
    this.#parts = parts;
  }

  take(method: string, params: NativeParams): readonly EventDraft[] {
    const { opening, turns, items } = this.#parts;
    const threadId = textOf(params.threadId);
    const lane = turns.laneOf(threadId);
    switch (method) {
      case 'item/started':
        return this.#itemStarted(params, lane);
      case 'item/completed':
        return this.#itemCompleted(params, lane);
      case 'item/commandExecution/outputDelta':
        return items.shells.output(textOf(params.itemId) ?? '', textOf(params.delta) ?? '', lane);
      case 'item/fileChange/patchUpdated':
        return [...turns.beginStep(lane), ...items.patches.updated(textOf(params.itemId) ?? '', params.changes, lane)];
      case 'thread/started':
        return opening.started(objectOf(params.thread) ?? {});
      case 'turn/started':
        return turns.began(threadId ?? '', objectOf(params.turn) ?? {});
      case 'turn/completed':
        return turns.ended(threadId ?? '', objectOf(params.turn) ?? {});
      case 'thread/tokenUsage/updated':
        return this.#usage(params, threadId ?? '', lane);
      default:
        return this.#thought(method, params, lane) ?? this.#other(method, params, lane);
    }
  }

  #thought(method: string, params: NativeParams, lane: string | undefined): readonly EventDraft[] | undefined {
    const id = textOf(params.itemId) ?? '';
    const delta = textOf(params.delta) ?? '';
    switch (method) {
      case 'item/plan/delta':
        return [laned(lane, { type: 'text_delta', delta, key: id })];
      case 'item/reasoning/summaryTextDelta':
        return [laned(lane, { type: 'thinking_delta', delta, key: summaryKey(id) })];
      case 'item/reasoning/textDelta':
        return [laned(lane, { type: 'thinking_delta', delta, key: thoughtsKey(id) })];
      case 'item/reasoning/summaryPartAdded':
        return countOf(params.summaryIndex) === 0
          ? []
          : [laned(lane, { type: 'thinking_delta', delta: PART_BREAK, key: summaryKey(id) })];
      default:
        return undefined;
    }
  }

  #other(method: string, params: NativeParams, lane: string | undefined): readonly EventDraft[] {
    const { turns } = this.#parts;
    switch (method) {
      case 'error':
        return this.#error(params, lane);
      case 'hook/started':
        return isBeforeTool(params)
          ? [...turns.beginCall(lane), ...hookStarted(params, lane)]
          : hookStarted(params, lane);
      case 'hook/completed':
        return hookCompleted(params, lane);
      case 'serverRequest/resolved':
        return this.#parts.asked.resolved(params.requestId);
      case 'mcpServer/startupStatus/updated':
        return [serverNote(params)];
      case 'account/rateLimits/updated':
        return this.#rateLimits(params);
      case 'thread/settings/updated':
        return this.#settings(params);
      case 'model/rerouted':
        this.#parts.usage.rerouted(textOf(params.turnId) ?? '', modelNamed(params.toModel));
        return note(method, params);
      case 'turn/plan/updated':
        return [debug('info', planText(params))];
      case 'item/commandExecution/terminalInteraction':
        return [debug('verbose', `Typed into a command in the background: ${JSON.stringify(params.stdin ?? '')}`)];
      case 'warning':
      case 'configWarning':
      case 'deprecationNotice':
      case 'guardianWarning':
        return [debug('info', textOf(params.message) ?? textOf(params.summary) ?? method)];
      default:
        return note(method, params);
    }
  }

  #itemStarted(params: NativeParams, lane: string | undefined): readonly EventDraft[] {
    const { items, main, turns } = this.#parts;
    const item: NativeItem = objectOf(params.item) ?? {};
    if (item.type === 'enteredReviewMode' && lane === undefined) {
      main.review();
    }
    if (item.type === 'userMessage' && lane === undefined) {
      // Codex cuts off the answer that it is being given when words join the turn, and never sends its usage (0.169.0).
      main.stepDone();
    }
    if (item.type === 'contextCompaction') {
      this.#isCompacting ||= lane === undefined;
      this.#beforeCompaction = this.#parts.usage.gauge.usedTokens;
      return [debug('info', 'The agent compacts its context.')];
    }
    if (!isOfModel(item)) {
      return items.started(item, lane);
    }
    const step = (): readonly EventDraft[] =>
      isCarriedOut(item) ? turns.beginCall(lane, textOf(item.id)) : turns.beginStep(lane);
    return [...turns.ensure(textOf(params.turnId), lane), ...step(), ...items.started(item, lane)];
  }

  #itemCompleted(params: NativeParams, lane: string | undefined): readonly EventDraft[] {
    const { items, main, usage, asked } = this.#parts;
    const item: NativeItem = objectOf(params.item) ?? {};
    // Only this item names the model of a child's thread.
    for (const thread of item.type === 'collabAgentToolCall' ? textsOf(item.receiverThreadIds) : []) {
      usage.modelChosen(thread, modelNamed(item.model));
    }
    main.hasPlan ||= item.type === 'plan' && lane === undefined;
    if (item.type !== 'contextCompaction') {
      return [...items.completed(item, lane), ...asked.callEnded(textOf(item.id) ?? '')];
    }
    if (lane !== undefined) {
      return [debug('info', 'A subagent has compacted its context.')];
    }
    this.#isCompacting = false;
    // Codex keeps its summary to itself, and sends the tokens of the context only where it counts them anew.
    const tokensSaved = this.#beforeCompaction - usage.gauge.usedTokens;
    return [{ type: 'context_compacted', ...(tokensSaved > 0 ? { tokensSaved } : {}) }];
  }

  #usage(params: NativeParams, threadId: string, lane: string | undefined): readonly EventDraft[] {
    const { main, turns, usage } = this.#parts;
    const drafts = usage.update(params, threadId, lane, lane !== undefined || main.isOpen);
    if (lane !== undefined || !drafts.some(({ type }) => type === 'token_usage') || this.#isCompacting) {
      return drafts;
    }
    // A request that led to nothing visible, such as a call of an unknown tool, is a step all the same.
    const step = turns.beginCall(undefined);
    main.stepDone();
    return [...step, ...drafts];
  }

  #error(params: NativeParams, lane: string | undefined): readonly EventDraft[] {
    const { main } = this.#parts;
    if (params.willRetry === true) {
      main.retries++;
      return retryDrafts(params, main.retries).map((draft) => laned(lane, draft));
    }
    const outcome = outcomeOfError(params.error);
    if (lane === undefined && main.isOpen) {
      // The end of the turn repeats the failure.
      main.failure = outcome;
      return [];
    }
    return [laned(lane, debug('warn', `Codex reports an error: ${wordsOfError(params.error) ?? 'unknown'}`))];
  }

  // The settings repeat what our turn asked for, and all instructions; only the thread's model is new.
  #settings({ threadId, threadSettings }: NativeParams): readonly EventDraft[] {
    const settings = objectOf<'model' | 'modelProvider'>(threadSettings);
    this.#parts.usage.modelChosen(textOf(threadId) ?? '', modelNamed(settings?.model, settings?.modelProvider));
    return [];
  }

  // This notification comes with every answer, mostly without a number.
  #rateLimits({ rateLimits }: NativeParams): readonly EventDraft[] {
    const limits = objectOf<'primary' | 'secondary' | 'rateLimitReachedType'>(rateLimits);
    const parts = (['primary', 'secondary'] as const).flatMap((name) => {
      const window = objectOf<'usedPercent' | 'windowDurationMins'>(limits?.[name]);
      const used = numberOf(window?.usedPercent);
      return used === undefined ? [] : [`${used} % of ${numberOf(window?.windowDurationMins) ?? '?'} minutes`];
    });
    const text = parts.join(', ');
    if (text === '' || text === this.#rateLimit) {
      return [];
    }
    this.#rateLimit = text;
    const isReached = limits?.rateLimitReachedType !== null && limits?.rateLimitReachedType !== undefined;
    return [debug('verbose', `Rate limits: ${text}`), ...(isReached ? [{ type: 'rate_limited' } as const] : [])];
  }
}

function serverNote({ name, status, error }: NativeParams): EventDraft {
  const reason = textOf(error) ?? textOf(objectOf<'message'>(error)?.message);
  const level = status === 'failed' ? 'warn' : 'verbose';
  return debug(level, `MCP server "${textOf(name) ?? ''}": ${textOf(status) ?? ''}${reason ? `: ${reason}` : ''}`);
}

function planText({ plan }: NativeParams): string {
  const steps = listOf(plan).map((item) => {
    const native = objectOf<'step' | 'status'>(item);
    return `[${textOf(native?.status) ?? '?'}] ${textOf(native?.step) ?? ''}`;
  });
  return `Plan: ${steps.join('; ')}`;
}

function note(method: string, params: NativeParams): readonly EventDraft[] {
  if (SILENT_METHODS.has(method)) {
    return [];
  }
  if (NOTED_METHODS.has(method)) {
    const words = [params.message, params.name, params.reason, params.fromModel, params.toModel];
    return [debug('verbose', [method, ...words.flatMap((word) => textOf(word) ?? [])].join(' '))];
  }
  return [{ type: 'unknown_native', name: method }];
}
