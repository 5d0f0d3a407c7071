/** Claude Code's stream-json, in both of its modes: one machine over the lines of both directions. */
import {
  type Dialect,
  type EventDraft,
  type ExitInfo,
  type HostToolOutcome,
  type LineContext,
  type ModeContext,
  NOTHING,
  type Outcome,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type SteerWrites,
  type Writes,
} from '@agent-mux/core';
import { Conversation, NO_WRITES, objectOf, textOf, withPaths } from '../../shared/index.ts';
import { exitMeaning } from '../shared/exit.ts';
import { hooksFor } from './hook-callbacks.ts';
import { HOST_SERVER } from './host-tools.ts';
import { LineReader } from './line-reader.ts';
import { OutputLines } from './lines.ts';
import type { NativeLine, NativeResponse } from './native.ts';
import { type ClaudeMode, Parts } from './parts.ts';
import { promptLine } from './prompts.ts';
import type { Questions } from './questions.ts';
import type { Turns } from './turns.ts';

export function createClaudeDialect(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext): Dialect {
  return new ClaudeDialect(mode, options, context);
}

class ClaudeDialect extends Conversation<keyof NativeLine> {
  protected readonly turns: Turns;
  protected readonly questions: Questions;
  readonly streams: { text: boolean; thinking: boolean; toolInput: boolean };
  readonly #mode: ClaudeMode;
  readonly #options: ResolvedOptions;
  readonly #context: ModeContext;
  readonly #parts: Parts;
  readonly #output: OutputLines;
  readonly #lines = new LineReader();
  // Prompts given before the CLI has answered are the only state that is not derived from lines.
  readonly #intent: string[] = [];
  #isReady = false;
  #hasPrompted = false;

  constructor(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext) {
    super();
    const hasPartials = options.stream !== false;
    const streams = { text: hasPartials, thinking: hasPartials, toolInput: hasPartials };
    const parts = new Parts(mode, options);
    this.#mode = mode;
    this.#options = options;
    this.#context = context;
    this.#parts = parts;
    this.turns = parts.turns;
    this.questions = parts.questions;
    this.streams = streams;
    this.#output = new OutputLines({
      parts,
      options,
      reply: (message) => this.reply(message),
      onReady: () => this.#ready(),
      isStreamed: () => streams.text,
      onWhole: () => {
        Object.assign(streams, { text: false, thinking: false, toolInput: false });
        parts.usage.isWhole = true;
      },
    });
    if (mode === 'oneshot' && options.prompt !== '') {
      this.#give(options.prompt);
    }
  }

  protected override get sessionId(): string | null {
    return this.#parts.opening.sessionId;
  }

  protected override get isBusy(): boolean {
    const { prompts, turns, background, questions, hostTools } = this.#parts;
    return (
      this.#intent.length > 0 ||
      prompts.areWaiting ||
      turns.willGoOn ||
      !background.isEmpty ||
      questions.pending.size > 0 ||
      hostTools.areOpen
    );
  }

  open(): Writes {
    if (this.#mode === 'oneshot') {
      return NO_WRITES;
    }
    // The CLI sends a subagent's words only for background work, unless it is asked for all of them.
    const forward = this.#options.includeSubagents ? { forwardSubagentText: true } : {};
    const servers = (this.#options.tools ?? []).length === 0 ? {} : { sdkMcpServers: [HOST_SERVER] };
    const hooks = hooksFor(this.#options);
    return { write: [this.#parts.requests.line({ subtype: 'initialize', hooks, ...servers, ...forward })] };
  }

  interrupt(): Writes {
    if (this.#mode === 'oneshot') {
      return { write: [], signal: 'SIGINT' };
    }
    this.#intent.length = 0;
    return this.isBusy ? { write: [this.#parts.requests.line({ subtype: 'interrupt' })] } : NO_WRITES;
  }

  prompt(input: PromptInput): Writes {
    if (this.#mode === 'oneshot') {
      return NO_WRITES;
    }
    const text = this.#hasPrompted ? input.text : withPaths(this.#options, input.text);
    this.#hasPrompted = true;
    const line = promptLine({ ...input, text }, input.promptId ?? this.#context.newId());
    if (this.#isReady) {
      return { write: [line] };
    }
    // Prompts wait for the answer, because hooks are not in place before it and the loading at the start would be missed.
    this.#intent.push(line);
    return NO_WRITES;
  }

  // The CLI takes the words up after the next tool result or, where none comes, as the next turn, and says which of them happened.
  steer(input: PromptInput): SteerWrites | undefined {
    if (this.#mode === 'oneshot') {
      return undefined;
    }
    const key = input.promptId ?? this.#context.newId();
    return { ...this.prompt({ ...input, promptId: key }), key };
  }

  protected answer(key: string, native: unknown): readonly string[] {
    return [controlResponse(key, native)];
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const response = this.#parts.hostTools.result(key, outcome);
    return response === undefined ? 'gone' : { write: [controlResponse(key, response)] };
  }

  override parseEvent(text: string, context: LineContext): Parsed {
    if (context.source === 'stdin' && this.#mode === 'oneshot') {
      // The text is plain, whatever it looks like.
      this.#give(text);
      return NOTHING;
    }
    return super.parseEvent(text, context);
  }

  protected override parse(text: string): unknown {
    try {
      return this.#lines.read(text);
    } catch {
      // A crash may cut any line.
      return undefined;
    }
  }

  protected heard(line: NativeLine): Parsed {
    // This case comes first because most lines are of this kind.
    if (line.type !== 'stream_event') {
      return this.withReplies(this.#output.parse(line));
    }
    const { compaction, stream } = this.#parts;
    const parsed = stream.parse(line);
    return compaction === undefined
      ? parsed
      : { ...parsed, drafts: [...this.#output.compactionLeft(), ...parsed.drafts] };
  }

  override exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const isOurs = info.asked === 'abort' || info.asked === 'timeout';
    const held = isOurs ? [] : this.turns.left(info.code);
    return { drafts: [...this.#output.compactionLeft(), ...held, ...super.exit(info).drafts] };
  }

  protected override exitMeaning({ stderr }: ExitInfo): Outcome | undefined {
    return this.turns.isOpen ? undefined : exitMeaning(stderr);
  }

  // A live run has its prompt from the options, a recording has it from stdin.
  #give(prompt: string): void {
    if (!this.#hasPrompted) {
      this.#hasPrompted = true;
      this.#parts.prompts.given(prompt);
    }
  }

  #ready(): void {
    this.#isReady = true;
    this.reply(...this.#intent.splice(0));
  }

  // Lines of both directions are read, because only they say what was asked and answered.
  protected written(line: NativeLine): readonly EventDraft[] {
    const { hostTools, prompts, questions, requests, turns } = this.#parts;
    switch (line.type) {
      case 'user':
        prompts.written(line, turns.isOpen);
        return [];
      case 'control_request':
        requests.written(line);
        return [];
      case 'control_response': {
        const response: NativeResponse = objectOf(line.response) ?? {};
        return [...questions.answered(response), ...hostTools.settled(textOf(response.request_id) ?? '')];
      }
      default:
        return [];
    }
  }
}

function controlResponse(key: string, response: unknown): string {
  return JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id: key, response } });
}
