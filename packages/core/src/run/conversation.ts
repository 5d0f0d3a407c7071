/** One attempt's conversation, without I/O: messages of all directions go through the dialect into the assembler. */
import type { Dialect, ExitInfo, LineContext, Parsed, Writes } from '../adapter/dialect.ts';
import type { EventDraft } from '../adapter/draft.ts';
import type { ApprovalMode } from '../adapter/options.ts';
import type { Assembler } from '../assembler/index.ts';
import { describeError } from '../describe-error.ts';
import { findDraftProblem } from './check-draft.ts';

/** Drafts without an event of their own: the run acts on them. */
export type RunDraft = Extract<EventDraft, { type: 'host_tool_call' | 'host_tool_settled' | 'steer_settled' }>;

export interface ConversationOptions {
  readonly dialect: Dialect;
  readonly assembler: Assembler;
  readonly approvalMode: ApprovalMode;
  /** The raw text of each message is put on its events. */
  readonly debug?: boolean;
  /** What we said stands in the recording: it is heard from there, and nothing is written. */
  readonly isReplay?: boolean;
  /** A message on its way to the CLI, after the dialect has seen it. */
  readonly write: (message: string) => void;
  /** The CLI opened a question; its event is out and its line is done. */
  readonly asked?: (key: string) => void;
  /** The CLI called a tool of the program's, or waits for it no more, or told what became of words for the running turn; the events of that line are out. */
  readonly toRun?: (draft: RunDraft) => void;
  /** The CLI opened an approval that yolo mode answers; no event tells of it. */
  readonly autoApprove?: (key: string) => void;
}

export interface Conversation {
  /** A message of the CLI, or of a foreign client to it. */
  receive(message: string, context: LineContext, now: number): void;
  /** What we say: each message is seen by the dialect just before it is handed to the pipe. `done`: all of it is. */
  say(writes: Writes, now: number, done?: () => void): void;
  /** What the CLI was given as its whole input: seen by the dialect, written by nobody. */
  overhear(message: string, now: number): void;
  /** The process is gone. */
  exit(info: ExitInfo, now: number): void;
}

const STDIN: LineContext = { source: 'stdin' };

export function createConversation(options: ConversationOptions): Conversation {
  const { dialect, assembler, approvalMode, debug, isReplay = false, write, asked, toRun, autoApprove } = options;
  // In yolo mode an approval leaves no trace in the stream: its events are swallowed by key.
  const silent = new Set<string>();
  // What a listener or a question causes waits until the message being handled is done: a replay sees the same order.
  const later: (() => void)[] = [];
  let isHandling = false;

  function take(drafts: readonly EventDraft[], now: number, raw: string | undefined): void {
    for (let index = 0; index < drafts.length; index++) {
      const given = drafts[index] as EventDraft;
      const problem = problemOf(given);
      const draft = problem === undefined ? given : misfit(`The adapter gave a draft that is none: ${problem}`);
      if (approvalMode === 'yolo' && isSwallowed(draft)) {
        continue;
      }
      assembler.push(draft, now, raw);
      if ((draft.type === 'approval_request' || draft.type === 'input_required') && asked !== undefined) {
        const { key } = draft;
        later.push(() => asked(key));
      }
      if (toRun !== undefined && isForRun(draft)) {
        later.push(() => toRun(draft));
      }
    }
  }

  // A getter of a draft may throw.
  function problemOf(draft: EventDraft): string | undefined {
    try {
      return findDraftProblem(draft);
    } catch (error) {
      return describeError(error);
    }
  }

  function isSwallowed(draft: EventDraft): boolean {
    switch (draft.type) {
      case 'approval_request':
        silent.add(draft.key);
        if (autoApprove !== undefined) {
          const { key } = draft;
          later.push(() => autoApprove(key));
        }
        return true;
      case 'approval_granted':
      case 'approval_denied':
        return silent.delete(draft.key);
      default:
        return false;
    }
  }

  function hear(message: string, context: LineContext, now: number): void {
    const { drafts, write: answers } = parse(message, context);
    if (drafts.length > 0) {
      take(drafts, now, debug ? message : undefined);
    }
    if (isReplay) {
      return;
    }
    if (context.source === 'stdin') {
      write(message);
    }
    for (let index = 0; index < answers.length; index++) {
      hear(answers[index] as string, STDIN, now);
    }
  }

  // Adapters from outside may break the promise not to throw: the message is lost then, not the run.
  function parse(message: string, context: LineContext): Parsed {
    try {
      return demandParsed(dialect.parseEvent(message, context));
    } catch (error) {
      const reason = describeError(error);
      const text = `The adapter could not read a message of ${context.source} (${reason}): ${message.slice(0, 200)}`;
      return { drafts: [misfit(text)], write: [] };
    }
  }

  function settle(): void {
    for (let next = later.shift(); next !== undefined; next = later.shift()) {
      next();
    }
  }

  function handle(message: string, context: LineContext, now: number): void {
    isHandling = true;
    try {
      hear(message, context, now);
    } finally {
      isHandling = false;
      if (later.length > 0) {
        settle();
      }
    }
  }

  function say(writes: Writes, now: number, done?: () => void): void {
    if (isHandling) {
      later.push(() => say(writes, now, done));
      return;
    }
    for (const message of writes.write) {
      handle(message, STDIN, now);
    }
    done?.();
  }

  return {
    receive: handle,
    say,
    overhear: (message, now) => take(parse(message, STDIN).drafts, now, debug ? message : undefined),
    exit(info, now) {
      const { drafts } = dialect.exit(info);
      // Whoever ends a process knows why it ended: what its exit looks like is then no outcome of its own.
      const isOurs = info.asked === 'abort' || info.asked === 'timeout';
      take(isOurs ? drafts.filter(({ type }) => type !== 'outcome') : drafts, now, undefined);
    },
  };
}

function isForRun(draft: EventDraft): draft is RunDraft {
  const { type } = draft;
  return type === 'host_tool_call' || type === 'host_tool_settled' || type === 'steer_settled';
}

function demandParsed(parsed: Parsed): Parsed {
  if (!Array.isArray(parsed?.drafts) || !Array.isArray(parsed.write)) {
    throw new TypeError('parseEvent() gave no { drafts, write }');
  }
  const { write } = parsed;
  for (let index = 0; index < write.length; index++) {
    if (typeof write[index] !== 'string') {
      throw new TypeError('parseEvent() gave a write that is no string');
    }
  }
  return parsed;
}

// What is lost is said; the run goes on.
function misfit(message: string): EventDraft {
  return { type: 'error', code: 'PARSE_ERROR', message, recoverable: true };
}
