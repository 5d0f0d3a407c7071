/** `opencode run --format json`: whole parts of one answer. Only the exit ends it. */
import type { Dialect, EventDraft, ExitInfo, Outcome, ResolvedOptions } from '@agent-mux/core';
import {
  countOf,
  createOneShotDialect,
  debug,
  defined,
  idOf,
  type KnownFields,
  meaningOfWords,
  NO_DRAFTS,
  Novelties,
  numberOf,
  OneShotTurn,
  objectOf,
  priceOf,
  SeenIds,
  textOf,
  tokensOf,
  usageDrafts,
} from '../../shared/index.ts';
import { meaningOf } from '../shared/failures.ts';
import type { NativeError, NativeErrorData, NativeLine, NativePart, NativeTokens } from '../shared/native.ts';
import { toolDrafts } from './tools.ts';

export const KNOWN_LINES: KnownFields = {
  step_start: 'type timestamp sessionID part',
  text: 'type timestamp sessionID part',
  reasoning: 'type timestamp sessionID part',
  tool_use: 'type timestamp sessionID part',
  step_finish: 'type timestamp sessionID part',
  error: 'type timestamp sessionID error',
};

/**
 * The reasons with which the last step of a complete answer ends; after any other reason the model is asked again, unless a call was
 * refused.
 */
const LAST_REASONS: ReadonlySet<unknown> = new Set(['stop', 'length', 'content-filter']);

export function createRunDialect(options: ResolvedOptions): Dialect {
  const lines = new RunLines(options);
  return createOneShotDialect({
    turn: lines.turn,
    lines,
    streams: { text: false, thinking: false, toolInput: false },
    exitMeaning: ({ stderr }) => meaningOfWords(stderr, { session: /Session not found[^\n]*/ }),
    exit: (info, usual) => lines.exit(info) ?? usual(),
  });
}

class RunLines {
  readonly turn = new OneShotTurn();
  readonly #options: ResolvedOptions;
  readonly #novelties = new Novelties(KNOWN_LINES);
  #isStepOpen = false;
  #isComplete = false;
  /** Whether a call of the step was refused: opencode then ends the answer, and does not ask the model again (1.18.33). */
  #hasRefused = false;
  readonly #seen = new SeenIds();
  #lastText = '';
  #failure: Outcome | undefined;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  parse(line: NativeLine): readonly EventDraft[] {
    const kind = textOf(line.type) ?? 'none';
    const news = this.#novelties.of(kind, line);
    const drafts = [...this.#opening(line), ...this.#read(kind, line)];
    return news.length === 0 ? drafts : [...news, ...drafts];
  }

  /** The drafts of the exit, which alone says that the run is done; a failure was reported before. */
  exit({ code, signal, asked }: ExitInfo): readonly EventDraft[] | undefined {
    const isDone = this.#isComplete || this.#failure !== undefined;
    if (!this.turn.isOpen || !isDone || signal !== null || asked !== undefined || (code !== 0 && !this.#failure)) {
      return undefined;
    }
    return [...this.#closeStep(), this.turn.end(this.#failure)];
  }

  #opening({ sessionID }: NativeLine): readonly EventDraft[] {
    const sessionId = idOf(sessionID);
    if (sessionId === undefined || this.turn.sessionId !== null) {
      return NO_DRAFTS;
    }
    const { sessionId: resumed, forkSessionId: forkedFrom } = this.#options;
    this.turn.sessionId = sessionId;
    return [
      {
        type: 'session_start',
        sessionId,
        ...(resumed === undefined ? {} : { resumed: true }),
        ...defined({ forkedFrom }),
      },
      this.turn.begin(),
    ];
  }

  #read(kind: string, line: NativeLine): readonly EventDraft[] {
    const part: NativePart = objectOf(line.part) ?? {};
    if ((kind === 'tool_use' || kind === 'step_finish') && this.#seen.isRepeated(part.id)) {
      return NO_DRAFTS;
    }
    switch (kind) {
      case 'step_start':
        return this.#step(part);
      case 'text':
        return part.synthetic === true ? this.#ownWords(part) : this.#message(part);
      case 'reasoning':
        return wholeText(part, 'thinking_stop');
      case 'tool_use':
        return this.#tool(part);
      case 'step_finish':
        return this.#stepEnd(part);
      case 'error':
        return this.#failed(objectOf(line.error) ?? {});
      default:
        return NO_DRAFTS;
    }
  }

  #tool(part: NativePart): readonly EventDraft[] {
    const servers = (this.#options.mcpServers ?? []).map(({ name }) => name);
    const drafts = toolDrafts(part, { cwd: this.#options.cwd, servers });
    this.#hasRefused ||= drafts.some(({ type }) => type === 'approval_denied');
    return drafts;
  }

  #message(part: NativePart): readonly EventDraft[] {
    this.#lastText = textOf(part.text) ?? '';
    return wholeText(part, 'message_stop');
  }

  /**
   * Reads a text that opencode puts into the conversation as if the user had said it. After a compaction it is a request to go on, and the
   * summary came as a message before.
   */
  #ownWords({ text, metadata }: NativePart): readonly EventDraft[] {
    const isAfterCompaction = objectOf<'compaction_continue'>(metadata)?.compaction_continue === true;
    const summary = this.#lastText === '' ? undefined : this.#lastText;
    return [
      // opencode does not count the tokens that were saved.
      ...(isAfterCompaction ? [{ type: 'context_compacted', ...defined({ summary }) } as const] : []),
      debug('verbose', `opencode added to the conversation: ${textOf(text) ?? ''}`),
    ];
  }

  // A step may begin twice: the first was cut, and nothing of it was reported.
  #step(part: NativePart): readonly EventDraft[] {
    const drafts = this.#closeStep();
    this.#isStepOpen = true;
    this.#isComplete = false;
    this.#hasRefused = false;
    const { sessionId } = this.turn;
    // In a git repository, opencode keeps the files before each step; its server rewinds to them by the message.
    const checkpointId = idOf(part.snapshot) === undefined ? undefined : idOf(part.messageID);
    return [
      ...drafts,
      { type: 'step_start', stepType: 'generation' },
      ...(checkpointId === undefined || sessionId === null
        ? []
        : [{ type: 'session_checkpoint', sessionId, checkpointId } as const]),
    ];
  }

  #closeStep(): readonly EventDraft[] {
    const wasOpen = this.#isStepOpen;
    this.#isStepOpen = false;
    return wasOpen ? [{ type: 'step_end' }] : NO_DRAFTS;
  }

  #stepEnd({ reason, tokens, cost }: NativePart): readonly EventDraft[] {
    this.#isComplete = LAST_REASONS.has(reason) || (reason === 'tool-calls' && this.#hasRefused);
    const native: NativeTokens = objectOf(tokens) ?? {};
    const cache = objectOf<'read' | 'write'>(native.cache);
    const counts = tokensOf({
      input: countOf(native.input),
      cacheRead: cache?.read === undefined ? undefined : countOf(cache.read),
      cacheWrite: countOf(cache?.write),
      output: countOf(native.output),
      thinking: countOf(native.reasoning),
    });
    return [...usageDrafts(counts, priceOf(counts, numberOf(cost))), ...this.#closeStep()];
  }

  #failed({ name, data }: NativeError): readonly EventDraft[] {
    const { message, statusCode, responseHeaders }: NativeErrorData = objectOf(data) ?? {};
    const retryAfter = objectOf<'retry-after'>(responseHeaders)?.['retry-after'];
    const words = textOf(message) ?? textOf(name) ?? 'opencode failed.';
    this.#failure = meaningOf({ name: textOf(name), words, status: numberOf(statusCode), retryAfter });
    return [debug('warn', words)];
  }
}

function wholeText({ text, id }: NativePart, type: 'message_stop' | 'thinking_stop'): readonly EventDraft[] {
  const whole = textOf(text) ?? '';
  const key = idOf(id) ?? type;
  if (whole === '') {
    return NO_DRAFTS;
  }
  return type === 'message_stop' ? [{ type, text: whole, key }] : [{ type, thinking: whole, key }];
}
