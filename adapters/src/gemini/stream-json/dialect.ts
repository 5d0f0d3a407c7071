/** Gemini CLI's stream-json: one prompt, its answer, and the exit, which says what the result leaves open. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type InteractionResponse,
  type LineContext,
  NOTHING,
  type Parsed,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import {
  countOf,
  debug,
  exitDrafts,
  idOf,
  isNative,
  isNothing,
  LineTemplate,
  modelNamed,
  NO_DRAFTS,
  NO_WRITES,
  Novelties,
  objectOf,
  say,
  sayAll,
  textOf,
  tokensOf,
  unreadable,
  usageDrafts,
} from '../../shared/index.ts';
import { exitMeaning } from '../shared/exit.ts';
import type { NativeLine, NativeStats } from '../shared/native.ts';
import { readStderr } from '../shared/stderr-lines.ts';
import { failureOf, outcomeOfExit } from './failures.ts';
import { KNOWN_LINES } from './known.ts';
import { StreamJsonText } from './text.ts';
import { StreamJsonTools } from './tools.ts';

export function createStreamJsonDialect(options: ResolvedOptions): Dialect {
  return new StreamJsonDialect(options);
}

class StreamJsonDialect implements Dialect {
  readonly state: DialectState;
  readonly streams = { text: true, thinking: false, toolInput: false };
  readonly #options: ResolvedOptions;
  readonly #template = new LineTemplate('"content":');
  readonly #text = new StreamJsonText();
  readonly #tools: StreamJsonTools;
  readonly #novelties = new Novelties(KNOWN_LINES);
  #sessionId: string | null = null;
  #isAwaited: boolean;
  #isTurnOpen = false;
  #isClean = false;
  #hasFailed = false;
  // Of a result whose meaning only the exit code tells.
  #unclear: string | undefined;
  #step: 'none' | 'open' | 'has-results' = 'none';
  /** Model requests so far. */
  #steps = 0;
  // Of an `error` line that nothing has followed.
  #lastError: string | undefined;

  constructor(options: ResolvedOptions) {
    const { cwd, approvalMode, mcpServers = [], prompt } = options;
    this.#options = options;
    this.#isAwaited = prompt !== '';
    const servers = mcpServers.map(({ name }) => name);
    this.#tools = new StreamJsonTools({ cwd, servers, isRestricted: approvalMode === 'deny' });
    const self = this;
    this.state = {
      get sessionId() {
        return self.#sessionId;
      },
      get busy() {
        return self.#isAwaited;
      },
      get turn() {
        return self.#isTurnOpen;
      },
      get clean() {
        return self.#isClean;
      },
      pending: new Map(),
    };
  }

  open(): Writes {
    return NO_WRITES;
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  interrupt(): Writes {
    return { write: [], signal: 'SIGINT' };
  }

  prompt(): Writes {
    return NO_WRITES;
  }

  steer(): undefined {
    return undefined;
  }

  respond(_key: string, _answer: InteractionResponse): 'gone' {
    return 'gone';
  }

  parseEvent(text: string, { source, partial }: LineContext): Parsed {
    if (source !== 'stdout') {
      return source === 'stderr' && text !== ''
        ? sayAll([{ type: 'log', source, line: text }, ...readStderr(text)])
        : NOTHING;
    }
    // First, since most lines are these.
    const delta = this.#template.read(text);
    if (delta !== undefined) {
      return this.#said(delta, text);
    }
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      // Because what has not been written when it leaves is lost, in the middle of a line too (0.61.0).
      return unreadable(text, partial ?? false);
    }
    if (!isNative<keyof NativeLine>(line)) {
      return say({ type: 'log', source, line: text });
    }
    const kind = textOf(line.type) ?? 'none';
    const news = this.#novelties.of(kind, line);
    const drafts = this.#parse(kind, line, text);
    return news.length === 0 ? drafts : sayAll([...news, ...drafts.drafts]);
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    return { drafts: [...this.#text.flush(), ...this.#exit(info)] };
  }

  #exit(info: ExitInfo): readonly EventDraft[] {
    if (this.#unclear !== undefined) {
      return [{ type: 'turn_end', outcome: outcomeOfExit(this.#unclear, info.code) }];
    }
    const meaning = this.#isTurnOpen || this.#isClean ? undefined : exitMeaning(info);
    if (meaning !== undefined) {
      return [{ type: 'outcome', outcome: meaning }];
    }
    const standing = { isTurnOpen: this.#isTurnOpen, isClean: this.#isClean, hasFailed: this.#hasFailed };
    // Without a result it was ended, and its exit code is 0 all the same (0.61.0).
    return exitDrafts({ ...standing, isInterrupted: false }, info);
  }

  #parse(kind: string, line: NativeLine, text: string): Parsed {
    switch (kind) {
      case 'init':
        return sayAll(this.#begin(line));
      case 'message':
        return this.#message(line, text);
      case 'tool_use':
        return sayAll([...this.#ensureStep(), ...this.#text.stop(), ...this.#tools.use(line)]);
      case 'tool_result':
        this.#follows();
        this.#step = this.#step === 'none' ? 'none' : 'has-results';
        return sayAll(this.#tools.result(line));
      case 'error':
        return sayAll(this.#complained(line));
      case 'result':
        return sayAll(this.#end(line));
      default:
        return NOTHING;
    }
  }

  #begin(line: NativeLine): readonly EventDraft[] {
    const sessionId = idOf(line.session_id);
    if (sessionId === undefined) {
      return NO_DRAFTS;
    }
    this.#sessionId = sessionId;
    this.#isAwaited = true;
    this.#isTurnOpen = true;
    this.#isClean = false;
    // It does not say whether the session is an old one.
    const resumed = this.#options.sessionId !== undefined;
    return [{ type: 'session_start', sessionId, resumed, ...modelNamed(line.model) }, { type: 'turn_start' }];
  }

  #message(line: NativeLine, text: string): Parsed {
    const content = textOf(line.content);
    // The user's is the prompt, said again.
    if (line.role !== 'assistant' || content === undefined || content === '') {
      return NOTHING;
    }
    this.#template.learn(text, content);
    return this.#said(content, text);
  }

  #said(delta: string, line: string): Parsed {
    if (this.#step === 'open' && this.#lastError === undefined) {
      return this.#text.say(delta, line);
    }
    const { drafts } = this.#text.say(delta, line);
    return sayAll([...this.#ensureStep(), ...drafts]);
  }

  /** Something came after an error: it was not the end. */
  #follows(): void {
    this.#lastError = undefined;
  }

  /** A model request begins with its first output. */
  #ensureStep(): readonly EventDraft[] {
    this.#follows();
    const was = this.#step;
    if (was === 'open') {
      return NO_DRAFTS;
    }
    this.#step = 'open';
    this.#steps++;
    const start: EventDraft = { type: 'step_start', stepType: 'generation' };
    return was === 'none' ? [start] : [{ type: 'step_end' }, start];
  }

  #complained(line: NativeLine): readonly EventDraft[] {
    const message = textOf(line.message) ?? '';
    this.#lastError = message;
    return [debug('warn', message)];
  }

  #end(line: NativeLine): readonly EventDraft[] {
    // A limit of the user's settings is told without its number: it is how far the run came.
    const maxTurns = this.#options.maxTurns ?? this.#steps;
    const failure = failureOf(line, { message: this.#lastError, maxTurns });
    const drafts: EventDraft[] = [...this.#text.stop(), ...usageOf(objectOf(line.stats))];
    if (this.#step !== 'none') {
      drafts.push({ type: 'step_end' });
      this.#step = 'none';
    }
    this.#isAwaited = false;
    this.#hasFailed = failure !== undefined;
    if (failure !== undefined && failure.outcome === undefined) {
      // The turn stays open: a clean one would leave its exit code untold.
      this.#unclear = failure.message;
      return drafts;
    }
    this.#isTurnOpen = false;
    this.#isClean = true;
    const outcome = failure?.outcome;
    return [...drafts, { type: 'turn_end', ...(outcome === undefined ? {} : { outcome }) }];
  }
}

/** Of the whole run, and of each model in it: it does not say more. */
function usageOf(stats: NativeStats | undefined): readonly EventDraft[] {
  const all = tokensIn(stats);
  const models = Object.entries(objectOf<string>(stats?.models) ?? {}).map(([name, counts]) => ({
    model: modelNamed(name),
    tokens: tokensIn(objectOf(counts)),
  }));
  const sum = models.reduce((told, { tokens }) => told + tokens.inputTokens + tokens.outputTokens, 0);
  const parts = sum === all.inputTokens + all.outputTokens ? models : [{ model: undefined, tokens: all }];
  return parts.flatMap(({ tokens, model }) => (isNothing(tokens) ? [] : usageDrafts(tokens, undefined, { model })));
}

// The input holds what was cached; what is in the total and nowhere else was thought.
function tokensIn(stats: NativeStats | undefined): TokenCounts {
  const [all, cached] = [countOf(stats?.input_tokens), countOf(stats?.cached)];
  const output = countOf(stats?.output_tokens);
  const thinking = Math.max(0, countOf(stats?.total_tokens) - all - output);
  return tokensOf({ input: all - cached, cacheRead: cached, output, thinking });
}
