/** Gemini CLI's stream-json: one prompt, its answer, and the exit, which says what the result leaves open. */
import {
  type Dialect,
  type EventDraft,
  type ExitInfo,
  NOTHING,
  type Parsed,
  type ResolvedOptions,
} from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import {
  countOf,
  createOneShotDialect,
  debug,
  defined,
  idOf,
  isNothing,
  LineTemplate,
  modelNamed,
  NO_DRAFTS,
  Novelties,
  type OneShotStanding,
  objectOf,
  sayAll,
  textOf,
  tokensOf,
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
  const lines = new StreamJsonLines(options);
  return createOneShotDialect({
    turn: lines,
    lines,
    streams: { text: true, thinking: false, toolInput: false },
    readStderr,
    exitMeaning: (info) => (lines.isOpen ? undefined : exitMeaning(info)),
    endsInput: true,
    // A run that was stopped has no result, and its exit code is 0 all the same (0.61.0).
    exit: (info, usual) => [...lines.flush(), ...(lines.unclearEnd(info) ?? usual())],
  });
}

class StreamJsonLines implements OneShotStanding {
  sessionId: string | null = null;
  isOpen = false;
  isClean = false;
  hasFailed = false;
  readonly #options: ResolvedOptions;
  readonly #template = new LineTemplate('"content":');
  readonly #text = new StreamJsonText();
  readonly #tools: StreamJsonTools;
  readonly #novelties = new Novelties(KNOWN_LINES);
  #isAwaited: boolean;
  // The message of a result whose meaning only the exit code decides.
  #unclear: string | undefined;
  #step: 'none' | 'open' | 'has-results' = 'none';
  /** The number of model requests so far. */
  #steps = 0;
  // The message of an `error` line that nothing has followed.
  #lastError: string | undefined;

  constructor(options: ResolvedOptions) {
    const { cwd, approvalMode, mcpServers = [], prompt } = options;
    this.#options = options;
    this.#isAwaited = prompt !== '';
    const servers = mcpServers.map(({ name }) => name);
    this.#tools = new StreamJsonTools({ cwd, servers, isRestricted: approvalMode === 'deny' });
  }

  get isOver(): boolean {
    return !this.#isAwaited;
  }

  piece(line: string): Parsed | undefined {
    const delta = this.#template.read(line);
    return delta === undefined ? undefined : this.#said(delta, line);
  }

  parse(line: NativeLine, text: string): readonly EventDraft[] {
    const kind = textOf(line.type) ?? 'none';
    const news = this.#novelties.of(kind, line);
    const drafts = this.#parse(kind, line, text);
    return news.length === 0 ? drafts : [...news, ...drafts];
  }

  flush(): readonly EventDraft[] {
    return this.#text.flush();
  }

  unclearEnd({ code }: ExitInfo): readonly EventDraft[] | undefined {
    return this.#unclear === undefined
      ? undefined
      : [{ type: 'turn_end', outcome: outcomeOfExit(this.#unclear, code) }];
  }

  #parse(kind: string, line: NativeLine, text: string): readonly EventDraft[] {
    switch (kind) {
      case 'init':
        return this.#begin(line);
      case 'message':
        return this.#message(line, text).drafts;
      case 'tool_use':
        return [...this.#ensureStep(), ...this.#text.stop(), ...this.#tools.use(line)];
      case 'tool_result':
        this.#follows();
        this.#step = this.#step === 'none' ? 'none' : 'has-results';
        return this.#tools.result(line);
      case 'error':
        return this.#complained(line);
      case 'result':
        return this.#end(line);
      default:
        return NO_DRAFTS;
    }
  }

  #begin(line: NativeLine): readonly EventDraft[] {
    const sessionId = idOf(line.session_id);
    if (sessionId === undefined) {
      return NO_DRAFTS;
    }
    this.sessionId = sessionId;
    this.#isAwaited = true;
    this.isOpen = true;
    this.isClean = false;
    // Gemini CLI does not say whether the session is an old one.
    const resumed = this.#options.sessionId !== undefined;
    return [{ type: 'session_start', sessionId, resumed, ...modelNamed(line.model) }, { type: 'turn_start' }];
  }

  #message(line: NativeLine, text: string): Parsed {
    const content = textOf(line.content);
    // A message of the user repeats the prompt, which is known.
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

  /** Records that something came after an error, which was therefore not the end. */
  #follows(): void {
    this.#lastError = undefined;
  }

  /** Begins a step with its first output. */
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
    // The CLI reports a limit of the user's settings without its number, so it is the number of steps that the run made.
    const maxTurns = this.#options.maxTurns ?? this.#steps;
    const failure = failureOf(line, { message: this.#lastError, maxTurns });
    const drafts: EventDraft[] = [...this.#text.stop(), ...usageOf(objectOf(line.stats))];
    if (this.#step !== 'none') {
      drafts.push({ type: 'step_end' });
      this.#step = 'none';
    }
    this.#isAwaited = false;
    this.hasFailed = failure !== undefined;
    if (failure !== undefined && failure.outcome === undefined) {
      // The turn stays open, because a clean end would hide the meaning of the exit code.
      this.#unclear = failure.message;
      return drafts;
    }
    this.isOpen = false;
    this.isClean = true;
    const outcome = failure?.outcome;
    return [...drafts, { type: 'turn_end', ...defined({ outcome }) }];
  }
}

/** The usage of the whole run and of each of its models, which is all that Gemini CLI reports. */
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

// The input includes what was cached; the part of the total that is counted nowhere else was thought.
function tokensIn(stats: NativeStats | undefined): TokenCounts {
  const [all, cached] = [countOf(stats?.input_tokens), countOf(stats?.cached)];
  const output = countOf(stats?.output_tokens);
  const thinking = Math.max(0, countOf(stats?.total_tokens) - all - output);
  return tokensOf({ input: all - cached, cacheRead: cached, output, thinking });
}
