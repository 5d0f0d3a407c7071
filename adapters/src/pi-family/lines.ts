/** Lines that the agent writes: each kind goes to the part that knows it. */
import { basename } from 'node:path';
import type { EventDraft, Interaction, ModelName } from '@agent-mux/core';
import { debug, idOf, modelNamed, type Native, NO_DRAFTS, objectOf, textOf } from '../shared/index.ts';
import { ContextWindow } from './context-window.ts';
import type { Family, FamilyMode } from './family.ts';
import { lastEndIn } from './lane.ts';
import type { NativeLine } from './native.ts';
import type { Parts } from './parts.ts';
import { asked, cancelLine, keyOf } from './questions.ts';
import { compactionDrafts, retryDrafts } from './retries.ts';
import type { Call } from './tools.ts';

export interface OutputLinesParts {
  readonly parts: Parts;
  readonly family: Family;
  readonly mode: FamilyMode;
  /** Writes a line to the agent. */
  readonly write: (line: string) => void;
  /** Called when the session is known. */
  readonly onReady: () => void;
  /** Called when no prompt will ever be taken. */
  readonly forget: () => void;
}

const ASIDE: ReadonlySet<unknown> = new Set(['user', 'assistant', 'toolResult']);

export class OutputLines {
  readonly #parts: OutputLinesParts;
  readonly #window = new ContextWindow();
  // Questions that did not name their call.
  readonly #guessed = new WeakSet<Interaction>();
  // Whether the agent has reported a compaction that it was asked for, and not answered yet.
  #hasCompacted = false;

  constructor(parts: OutputLinesParts) {
    this.#parts = parts;
  }

  parse(line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    const type = textOf(line.type) ?? '?';
    const drafts = parts.own.parse(line) ?? this.#parse(type, line);
    const news = parts.novelties.of(type, line);
    return news.length === 0 ? drafts : [...drafts, ...news];
  }

  #parse(type: string, line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    switch (type) {
      case 'session':
        parts.cwd = textOf(line.cwd) ?? parts.cwd;
        return this.#session(line.id, line.parentSession);
      case 'agent_start':
        parts.prompts.begun();
        return parts.turns.begin();
      case 'agent_end':
        return this.#runEnded(line);
      case 'turn_start':
        return [{ type: 'step_start' }];
      case 'turn_end':
        return [{ type: 'step_end' }];
      case 'message_start':
      case 'message_end':
        return this.#message(line);
      case 'tool_execution_end':
        return [...this.#settled(line), ...(parts.main.parse(line) ?? NO_DRAFTS)];
      case 'response':
        return this.#response(line);
      case 'extension_ui_request':
        return this.#asked(line);
      case 'extension_error':
        return extensionError(line);
      default:
        return parts.main.parse(line) ?? this.#upkeep(type, line);
    }
  }

  #upkeep(type: string, line: NativeLine): readonly EventDraft[] {
    const { turns } = this.#parts.parts;
    switch (type) {
      case 'auto_retry_start':
        turns.willGoOn();
        return retryDrafts(line);
      case 'auto_retry_end':
        return line.success === false ? turns.willNotGoOn(textOf(line.finalError) ?? '') : NO_DRAFTS;
      case 'compaction_start':
      case 'auto_compaction_start':
        turns.isCompacting = true;
        return NO_DRAFTS;
      case 'compaction_end':
      case 'auto_compaction_end':
        return this.#compacted(line);
      default:
        return NO_DRAFTS;
    }
  }

  #session(nativeId: unknown, parent: unknown, model?: ModelName): readonly EventDraft[] {
    const { parts } = this.#parts;
    const sessionId = idOf(nativeId);
    if (sessionId === undefined || sessionId === parts.sessionId) {
      return NO_DRAFTS;
    }
    const isFirst = parts.sessionId === null;
    parts.sessionId = sessionId;
    // Neither agent says that a session was resumed, so the options decide.
    const { sessionId: resumed, forkSessionId = parentId(parent) } = parts.options;
    const draft: EventDraft = {
      type: 'session_start',
      sessionId,
      ...(isFirst && resumed !== undefined ? { resumed: true } : {}),
      ...(isFirst && forkSessionId !== undefined ? { forkedFrom: forkSessionId } : {}),
      ...model,
    };
    return [draft];
  }

  #message(line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    const { role } = objectOf<'role'>(line.message) ?? {};
    if (role === 'user') {
      parts.prompts.begun();
    }
    if (!ASIDE.has(role)) {
      return parts.own.message?.(line) ?? NO_DRAFTS;
    }
    const drafts = parts.main.parse(line) ?? NO_DRAFTS;
    return line.type === 'message_end' ? [...drafts, ...this.#window.answered(line.message)] : drafts;
  }

  #runEnded(line: NativeLine): readonly EventDraft[] {
    const { parts, family } = this.#parts;
    const { turns, main, questions } = parts;
    if (line.isTerminal === false) {
      turns.isPaused = true;
      return NO_DRAFTS;
    }
    if (family.settlesAfterEnd) {
      this.#settle();
    }
    const ended = turns.runEnded(lastEndIn(line.messages) ?? main.last, family.settlesAfterEnd);
    main.last = undefined;
    return [...questions.laneEnded(undefined), ...(parts.own.turnEnded?.() ?? NO_DRAFTS), ...ended];
  }

  // The agent announces whatever follows an end before it answers.
  #settle(): void {
    const { parts, mode, family, write } = this.#parts;
    if (mode === 'rpc') {
      parts.settling++;
      write(parts.commands.line({ type: family.sessionCommand }));
    }
  }

  #compacted(line: NativeLine): readonly EventDraft[] {
    const { turns } = this.#parts.parts;
    turns.isCompacting = false;
    const drafts = this.#compactionTold(line.result);
    this.#hasCompacted ||= line.reason === 'manual' && drafts.length > 0;
    const problem = textOf(line.errorMessage);
    if (problem !== undefined) {
      drafts.push(debug('warn', problem));
    }
    if (line.willRetry === true) {
      turns.willGoOn();
      return drafts;
    }
    return [...drafts, ...turns.release()];
  }

  #response(line: NativeLine): readonly EventDraft[] {
    const { parts, family } = this.#parts;
    const { commands, prompts, turns } = parts;
    commands.answered(line);
    const words = textOf(line.error) ?? '';
    switch (line.command) {
      case family.sessionCommand:
        return this.#stands(line);
      case family.rewindCommand:
        return this.#wentBack(line, words);
      case 'prompt':
        return this.#promptReplied(line, words);
      case 'compact':
        return this.#compactReplied(line, words);
      case 'abort':
        if (turns.isPaused) {
          return turns.end({ type: 'interrupted' });
        }
        if (turns.isOpen && family.settlesAfterEnd) {
          this.#settle();
        }
        return NO_DRAFTS;
      default:
        if (line.success === false) {
          prompts.dropped(line.id);
          return [debug('warn', `${textOf(line.command) ?? 'A command'} was refused: ${words}`)];
        }
        return parts.own.parse({ ...objectOf(line.data), type: `response/${textOf(line.command) ?? ''}` }) ?? NO_DRAFTS;
    }
  }

  // The prompt was meant for that place, and must not be said anywhere else.
  #wentBack(line: NativeLine, words: string): readonly EventDraft[] {
    const { parts, family, write, forget } = this.#parts;
    if (line.success !== false && objectOf<'cancelled'>(line.data)?.cancelled !== true) {
      if (parts.sessionId === null) {
        write(parts.commands.line({ type: family.sessionCommand }));
      }
      return NO_DRAFTS;
    }
    forget();
    const reason = words === '' ? 'an extension forbids it' : words;
    return parts.turns.refused(`The session could not be taken back: ${reason}`);
  }

  /** Takes the answer about the agent's state. */
  #stands(line: NativeLine): readonly EventDraft[] {
    const { parts, onReady } = this.#parts;
    const state = objectOf<'sessionId' | 'isStreaming' | 'isCompacting' | 'model'>(line.data);
    const native = objectOf<'id' | 'provider'>(state?.model);
    const drafts = [...this.#session(state?.sessionId, undefined, modelOf(native)), ...this.#window.stands(line.data)];
    onReady();
    if (parts.settling === 0) {
      return drafts;
    }
    parts.settling--;
    const { turns } = parts;
    if (parts.settling > 0 || turns.isCompacting) {
      return drafts;
    }
    if (state?.isStreaming === true) {
      if (turns.isHeld) {
        this.#settle();
      }
      return drafts;
    }
    // The agent handled a prompt without its model if it accepted the prompt and did not begin a run.
    parts.prompts.begun();
    const stopped = turns.isOpen && turns.isInterrupted && !turns.isHeld;
    return [...drafts, ...(stopped ? turns.end({ type: 'interrupted' }) : turns.release())];
  }

  #promptReplied(line: NativeLine, words: string): readonly EventDraft[] {
    const { parts, family } = this.#parts;
    const { prompts, turns } = parts;
    if (line.success === false) {
      prompts.dropped(line.id);
      return turns.refused(words);
    }
    if (objectOf<'agentInvoked'>(line.data)?.agentInvoked === false || turns.isOpen) {
      prompts.dropped(line.id);
      return NO_DRAFTS;
    }
    prompts.accepted(line.id);
    if (family.settlesAfterEnd) {
      this.#settle();
    }
    return NO_DRAFTS;
  }

  #compactReplied(line: NativeLine, words: string): readonly EventDraft[] {
    if (line.success === false) {
      return [debug('warn', `The conversation was not compacted: ${words}`)];
    }
    // omp 18.2.3 says nothing else about a compaction that it was asked for, while pi has reported it.
    const isTold = this.#hasCompacted;
    this.#hasCompacted = false;
    return isTold ? NO_DRAFTS : this.#compactionTold(line.data);
  }

  #compactionTold(result: unknown): EventDraft[] {
    const told = compactionDrafts(result);
    return told.length === 0 ? [] : [...this.#window.compacted(result), ...told];
  }

  #asked(line: NativeLine): readonly EventDraft[] {
    const { parts, write } = this.#parts;
    const { questions, own } = parts;
    if (line.method === 'cancel') {
      return questions.withdrawn(textOf(line.targetId) ?? '');
    }
    const known = own.question?.(line);
    const question = known ?? asked(line, this.#onlyCall()?.id);
    if ('question' in question) {
      if (known === undefined) {
        this.#guessed.add(question.question.interaction);
      }
      return [questions.asked(keyOf(line), question.question)];
    }
    for (const reply of question.write ?? []) {
      write(reply);
    }
    return question.drafts;
  }

  /** The one call that an extension may ask about; undefined where there are several, because its question names none. */
  #onlyCall(): Call | undefined {
    const { parts, family } = this.#parts;
    const [call, ...others] = parts.main.tools.open.filter(
      ({ isReady, isRunning }) => isRunning || (isReady && family.asksBeforeStart),
    );
    return others.length === 0 ? call : undefined;
  }

  /**
   * Settles the open questions of a call that has its result. Where the question named the call, the result says what the answer was
   * that was not seen: neither agent runs a call that it still asks about.
   */
  #settled({ toolCallId, isError }: NativeLine): readonly EventDraft[] {
    const { questions } = this.#parts.parts;
    const id = textOf(toolCallId) ?? '';
    const open = [...questions.pending].filter(([, interaction]) => interaction.toolCallId === id);
    return open.flatMap(([key, interaction]) => {
      if (this.#guessed.has(interaction)) {
        return this.#refused(key);
      }
      return isError === true ? questions.withdrawn(key) : questions.passed(key);
    });
  }

  // Nobody has answered: the agent has taken no for an answer after the time that the extension gave (pi 0.73.1 and omp 18.2.3 say
  // nothing of it, and read no answer after that), or somebody else asked and still waits.
  #refused(key: string): readonly EventDraft[] {
    const { parts, write } = this.#parts;
    write(cancelLine(key));
    return parts.questions.withdrawn(key);
  }
}

function extensionError(line: NativeLine): readonly EventDraft[] {
  const pluginId = textOf(line.extensionPath) ?? 'unknown';
  const error = textOf(line.error) ?? 'failed';
  return [{ type: 'plugin_error', pluginId, pluginName: basename(pluginId), error }];
}

/** The id of the session that this one was copied from, whose file its header names. */
function parentId(parent: unknown): string | undefined {
  return /_([0-9a-f-]{8,})\.jsonl$/.exec(textOf(parent) ?? '')?.[1];
}

/** The model; pi 0.73.1 calls it unknown where it has none. */
function modelOf(native: Native<'id' | 'provider'> | undefined): ModelName | undefined {
  return native?.id === 'unknown' && native.provider === 'unknown'
    ? undefined
    : modelNamed(native?.id, native?.provider);
}
