/** Claude Code's stream-json, in both of its modes: one machine over the lines of all directions. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type HostToolOutcome,
  type InteractionResponse,
  type LineContext,
  type ModeContext,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type SteerWrites,
  type Writes,
} from '@agent-mux/core';
import {
  exitDrafts,
  isNative,
  NO_WRITES,
  objectOf,
  say,
  sayAll,
  textOf,
  unreadable,
  withPaths,
} from '../../shared/index.ts';
import { exitMeaning } from '../shared/exit.ts';
import { hooksFor } from './hook-callbacks.ts';
import { HOST_SERVER } from './host-tools.ts';
import { OutputLines } from './lines.ts';
import type { NativeLine, NativeResponse } from './native.ts';
import { parseLine } from './parse-line.ts';
import { type ClaudeMode, Parts } from './parts.ts';
import { promptLine } from './prompts.ts';

export function createClaudeDialect(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext): Dialect {
  return new ClaudeDialect(mode, options, context);
}

class ClaudeDialect implements Dialect {
  readonly state: DialectState;
  readonly streams: { text: boolean; thinking: boolean; toolInput: boolean };
  readonly #mode: ClaudeMode;
  readonly #options: ResolvedOptions;
  readonly #context: ModeContext;
  readonly #parts: Parts;
  readonly #output: OutputLines;
  // Prompts given before the CLI has answered: the one thing that is not derived from lines.
  readonly #intent: string[] = [];
  #isReady = false;
  #hasPrompted = false;
  #replies: string[] = [];

  constructor(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext) {
    const hasPartials = options.stream !== false;
    const streams = { text: hasPartials, thinking: hasPartials, toolInput: hasPartials };
    const parts = new Parts(mode, options);
    const intent = this.#intent;
    this.#mode = mode;
    this.#options = options;
    this.#context = context;
    this.#parts = parts;
    this.streams = streams;
    this.#output = new OutputLines({
      parts,
      options,
      reply: (message) => this.#replies.push(message),
      onReady: () => this.#ready(),
      isStreamed: () => streams.text,
      onWhole: () => {
        Object.assign(streams, { text: false, thinking: false, toolInput: false });
        parts.usage.isWhole = true;
      },
    });
    this.state = {
      get sessionId() {
        return parts.opening.sessionId;
      },
      get busy() {
        return (
          intent.length > 0 ||
          parts.prompts.areWaiting ||
          parts.turns.willGoOn ||
          !parts.background.isEmpty ||
          parts.questions.pending.size > 0 ||
          parts.hostTools.areOpen
        );
      },
      get turn() {
        return parts.turns.isOpen;
      },
      get clean() {
        return parts.turns.isClean;
      },
      pending: parts.questions.pending,
    };
    if (mode === 'oneshot' && options.prompt !== '') {
      this.#give(options.prompt);
    }
  }

  open(): Writes {
    if (this.#mode === 'oneshot') {
      return NO_WRITES;
    }
    // Without being asked for, a subagent's words are told only where it works in the background.
    const forward = this.#options.includeSubagents ? { forwardSubagentText: true } : {};
    const servers = (this.#options.tools ?? []).length === 0 ? {} : { sdkMcpServers: [HOST_SERVER] };
    const hooks = hooksFor(this.#options);
    return { write: [this.#parts.requests.line({ subtype: 'initialize', hooks, ...servers, ...forward })] };
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  interrupt(): Writes {
    if (this.#mode === 'oneshot') {
      return { write: [], signal: 'SIGINT' };
    }
    this.#intent.length = 0;
    return this.state.busy ? { write: [this.#parts.requests.line({ subtype: 'interrupt' })] } : NO_WRITES;
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
    // Before it has answered, hooks are not in place and what it loads at its start is missed.
    this.#intent.push(line);
    return NO_WRITES;
  }

  // Taken up after the next result of a tool, or, where none comes, at the end of the turn as the next one: it says which.
  steer(input: PromptInput): SteerWrites | undefined {
    if (this.#mode === 'oneshot') {
      return undefined;
    }
    const key = input.promptId ?? this.#context.newId();
    return { ...this.prompt({ ...input, promptId: key }), key };
  }

  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported' {
    if (!this.state.pending.has(key)) {
      return 'gone';
    }
    const response = this.#parts.questions.reply(key, answer);
    if (response === undefined) {
      return 'unsupported';
    }
    return { write: [controlResponse(key, response)] };
  }

  returnHostTool(key: string, outcome: HostToolOutcome): Writes | 'gone' {
    const response = this.#parts.hostTools.result(key, outcome);
    return response === undefined ? 'gone' : { write: [controlResponse(key, response)] };
  }

  parseEvent(text: string, { source, partial }: LineContext): Parsed {
    if (source === 'stderr') {
      return text === '' ? NOTHING : say({ type: 'log', source, line: text });
    }
    if (source === 'stdin' && this.#mode === 'oneshot') {
      // Plain text, whatever it looks like.
      this.#give(text);
      return NOTHING;
    }
    let line: unknown;
    try {
      line = parseLine(text);
    } catch {
      // Because a crash may cut any line.
      return source === 'stdin' ? NOTHING : unreadable(text, partial ?? false);
    }
    if (!isNative<keyof NativeLine>(line)) {
      return source === 'stdin' ? NOTHING : sayAll([{ type: 'log', source, line: text }]);
    }
    if (source === 'stdin') {
      return sayAll(this.#written(line));
    }
    // First, since most lines are these.
    return line.type === 'stream_event' ? this.#parts.stream.parse(line) : this.#whole(line);
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const { turns } = this.#parts;
    const meaning = turns.isClean || turns.isOpen ? undefined : exitMeaning(info.stderr);
    if (meaning !== undefined) {
      return { drafts: [{ type: 'outcome', outcome: meaning }] };
    }
    const { isOpen: isTurnOpen, isClean, hasFailed, isInterrupted } = turns;
    return { drafts: exitDrafts({ isTurnOpen, isClean, hasFailed, isInterrupted }, info) };
  }

  #whole(line: NativeLine): Parsed {
    const drafts = this.#output.parse(line);
    if (this.#replies.length === 0) {
      return sayAll(drafts);
    }
    const write = this.#replies;
    this.#replies = [];
    return { drafts, write };
  }

  // A live run has its prompt from the options, a recording from stdin.
  #give(prompt: string): void {
    if (!this.#hasPrompted) {
      this.#hasPrompted = true;
      this.#parts.prompts.given(prompt);
    }
  }

  #ready(): void {
    this.#isReady = true;
    this.#replies.push(...this.#intent.splice(0));
  }

  // Of both directions, since what was asked and answered is known only from there.
  #written(line: NativeLine): readonly EventDraft[] {
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
