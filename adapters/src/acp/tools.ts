/** Tool calls: each begins once, is complete when its input is, has a shell while a command runs, and ends once. */
import type { EventDraft } from '@agent-mux/core';
import { defined, objectOf, ShellFolder, textOf } from '../shared/index.ts';
import { identify } from './identify.ts';
import type { NativeToolCall } from './native.ts';
import type { AcpCall, Surroundings, ToolIdentity, ToolQuirks } from './quirks.ts';
import { fileDrafts, imageDrafts, textIn } from './tool-content.ts';

/** The message that named a call. */
export type CallSource = 'tool_call' | 'tool_call_update' | 'permission';

interface Entry {
  call: AcpCall;
  identity: ToolIdentity;
  isReady: boolean;
  isOver: boolean;
  /** `waits`: nobody knows yet whether the command runs. */
  shell: 'none' | 'waits' | 'runs';
  shellText: string;
  /** The folder in which its command began, if that is known. */
  folder: string | undefined;
  /** The reason why the call will not run, in case the agent says nothing more about it. */
  denial: string | undefined;
}

export interface ToolCallsParts {
  readonly quirks: ToolQuirks | undefined;
  /** Whether the agent asks for approvals: a shell that it may still ask about has not begun. */
  readonly asks: boolean;
  readonly cwd: string;
  readonly surroundings: Surroundings;
}

/** How many ended calls are remembered: a later line about an older one begins that call anew. */
const MAX_OVER = 1_000;
const FIELDS = ['title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput', '_meta'] as const;

export class ToolCalls {
  readonly #parts: ToolCallsParts;
  readonly #folder: ShellFolder;
  readonly #entries = new Map<string, Entry>();
  // The newest calls that are over, by which late lines are recognised, and whether the agent itself has ended them.
  readonly #over = new Map<string, boolean>();
  #denied: Entry[] = [];

  constructor(parts: ToolCallsParts) {
    this.#parts = parts;
    const { worksElsewhere, shellForgets } = parts.quirks ?? {};
    this.#folder = new ShellFolder({
      start: worksElsewhere === true ? undefined : parts.cwd,
      persists: shellForgets !== true,
    });
  }

  /** The number of calls that have begun and not ended. */
  get openCount(): number {
    return this.#entries.size;
  }

  isOpen(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Whether the line says nothing new: it repeats how a call ended, or comes after that. */
  isRepeat(id: string, source: CallSource): boolean {
    return source === 'tool_call_update' && this.#over.has(id) && !this.#entries.has(id);
  }

  /** Whether the agent has told how this call ended. */
  hasEnded(id: string): boolean {
    return this.#over.get(id) === true;
  }

  identity(id: string): ToolIdentity | undefined {
    return this.#entries.get(id)?.identity;
  }

  /** The folder in which its command would begin now, if that is known. */
  folderOf({ cwd }: ToolIdentity): string | undefined {
    return this.#folder.of(cwd);
  }

  /** Takes one more line about a call. */
  update(id: string, native: NativeToolCall, source: CallSource): readonly EventDraft[] {
    if (this.isRepeat(id, source)) {
      return [];
    }
    const known = this.#entries.get(id);
    const drafts: EventDraft[] = [];
    const entry = known === undefined ? this.#open(id, native, drafts) : this.#merge(known, native);
    const status = textOf(native.status);
    const isPending = status === 'pending' || (status === undefined && source === 'tool_call_update');
    if (source === 'permission' || !isPending) {
      this.#makeReady(entry, drafts);
    }
    if (status === 'completed' || status === 'failed') {
      this.#finish(entry, status === 'completed', drafts);
    } else {
      this.#run(entry, source, status, drafts);
    }
    return drafts;
  }

  /** Takes the grant of a call. */
  granted(id: string): readonly EventDraft[] {
    const entry = this.#entries.get(id);
    const drafts: EventDraft[] = [];
    if (entry !== undefined) {
      this.#startShell(entry, drafts);
    }
    return drafts;
  }

  denied(id: string, reason: string): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) {
      entry.denial = reason;
      this.#denied.push(entry);
    }
  }

  get hasDenied(): boolean {
    return this.#denied.length > 0;
  }

  /** Ends the calls that were denied: the agent goes on, or speaks about another call, and will not end them itself. */
  settleDenied(except?: string): readonly EventDraft[] {
    const drafts: EventDraft[] = [];
    for (const entry of this.#denied) {
      if (!entry.isOver && entry.call.toolCallId !== except) {
        this.#fail(entry, entry.denial ?? '', drafts);
      }
    }
    this.#denied = this.#denied.filter(({ isOver }) => !isOver);
    return drafts;
  }

  /** Ends every call that is still open when the turn is over. */
  turnEnded(): readonly EventDraft[] {
    const drafts = this.settleDenied();
    for (const entry of this.#entries.values()) {
      this.#close(entry, false);
    }
    return drafts;
  }

  #open(id: string, native: NativeToolCall, drafts: EventDraft[]): Entry {
    const call: AcpCall = { ...native, toolCallId: id, ...defined({ firstTitle: textOf(native.title) }) };
    const identity = identify(call, this.#parts.quirks, this.#parts.surroundings);
    const { name: toolName, kind: toolKind, mcp, command, subagent } = identity;
    const shell = command === undefined ? 'none' : 'waits';
    const entry: Entry = {
      call,
      identity,
      isReady: false,
      isOver: false,
      shell,
      shellText: '',
      folder: undefined,
      denial: undefined,
    };
    this.#entries.set(id, entry);
    if (subagent === undefined) {
      drafts.push({ type: 'tool_call_start', toolCallId: id, toolName, toolKind, ...defined({ mcp }) });
    }
    return entry;
  }

  #merge(entry: Entry, native: NativeToolCall): Entry {
    const call: { -readonly [K in keyof AcpCall]: AcpCall[K] } = { ...entry.call };
    for (const field of FIELDS) {
      if (native[field] !== undefined && native[field] !== null) {
        call[field] = native[field];
      }
    }
    entry.call = call;
    return entry;
  }

  #makeReady(entry: Entry, drafts: EventDraft[]): void {
    if (entry.isReady) {
      return;
    }
    entry.isReady = true;
    // The final lines may identify the call anew, but its name stays.
    const { name } = entry.identity;
    entry.identity = { ...identify(entry.call, this.#parts.quirks, this.#parts.surroundings), name };
    const { input, kind: toolKind, mcp, command, subagent } = entry.identity;
    const { toolCallId } = entry.call;
    if (subagent !== undefined) {
      // A dispatch is no call in the stream, but it ends the text before it like one.
      drafts.push(
        { type: 'thinking_stop' },
        { type: 'message_stop' },
        {
          type: 'subagent_spawn',
          subagentId: toolCallId,
          ...defined({ agentName: subagent.name, prompt: subagent.prompt }),
        },
      );
      return;
    }
    entry.shell = command === undefined ? 'none' : 'waits';
    drafts.push({ type: 'tool_call_ready', toolCallId, toolName: name, toolKind, ...defined({ mcp }), input });
  }

  #run(entry: Entry, source: CallSource, status: string | undefined, drafts: EventDraft[]): void {
    const { quirks, asks } = this.#parts;
    if (entry.shell === 'none' || source === 'permission' || entry.denial !== undefined) {
      return;
    }
    const output = source === 'tool_call_update' ? textIn(entry.call.content) : '';
    if (output !== '' || (entry.isReady && status !== 'pending' && !(asks && quirks?.asksWhileRunning))) {
      this.#startShell(entry, drafts);
    }
    this.#tell(entry, output, drafts);
  }

  // Each update repeats what was printed before, so only the new part is an event.
  #tell(entry: Entry, output: string, drafts: EventDraft[]): void {
    if (output.length > entry.shellText.length && output.startsWith(entry.shellText)) {
      const delta = output.slice(entry.shellText.length);
      entry.shellText = output;
      drafts.push({ type: 'shell_stdout_delta', toolCallId: entry.call.toolCallId, delta });
    }
  }

  #startShell(entry: Entry, drafts: EventDraft[]): void {
    const { command, cwd: given } = entry.identity;
    if (entry.shell === 'waits' && command !== undefined) {
      this.#makeReady(entry, drafts);
      entry.shell = 'runs';
      const cwd = this.#folder.of(given);
      this.#folder.ran(command);
      entry.folder = cwd;
      drafts.push({ type: 'shell_start', toolCallId: entry.call.toolCallId, command, ...defined({ cwd }) });
    }
  }

  #finish(entry: Entry, hasSucceeded: boolean, drafts: EventDraft[]): void {
    const { call, identity } = entry;
    const text = textIn(call.content);
    const failure = this.#parts.quirks?.failure?.(call, text);
    if (!hasSucceeded || failure !== undefined) {
      this.#fail(entry, failure ?? (text || errorIn(call.rawOutput)), drafts, failure === undefined ? '' : text);
      return;
    }
    const { toolCallId } = call;
    if (identity.subagent !== undefined) {
      const summary = this.#parts.quirks?.report?.(text) ?? text;
      drafts.push({ type: 'subagent_result', subagentId: toolCallId, ...(summary === '' ? {} : { summary }) });
      this.#close(entry);
      return;
    }
    this.#startShell(entry, drafts);
    this.#endShell(entry, text, drafts);
    const output = this.#parts.quirks?.output?.(call, text) ?? (text === '' ? (call.rawOutput ?? '') : text);
    const files = this.#parts.quirks?.files?.(call, identity, entry.folder) ?? fileDrafts(call, identity);
    drafts.push({ type: 'tool_result', toolCallId, output }, ...files, ...imageDrafts(call));
    if (identity.skill !== undefined) {
      drafts.push({ type: 'skill_invoked', skillName: identity.skill });
    }
    this.#close(entry);
  }

  #endShell(entry: Entry, text: string, drafts: EventDraft[]): void {
    if (entry.shell === 'runs') {
      const { call } = entry;
      const { output = text, ...told } = this.#parts.quirks?.shellEnd?.(call, text) ?? {};
      drafts.push({ type: 'shell_exit', toolCallId: call.toolCallId, ...told, output });
    }
  }

  #fail(entry: Entry, error: string, drafts: EventDraft[], output = ''): void {
    const { toolCallId } = entry.call;
    if (entry.identity.subagent === undefined) {
      if (entry.denial === undefined) {
        this.#endShell(entry, output, drafts);
      }
      drafts.push({ type: 'tool_error', toolCallId, error: error || 'The tool failed without a word.' });
    } else {
      this.#makeReady(entry, drafts);
      drafts.push({
        type: 'subagent_error',
        subagentId: toolCallId,
        error: error || 'The subagent failed without a word.',
      });
    }
    this.#close(entry);
  }

  #close(entry: Entry, hasEnded = true): void {
    const { toolCallId } = entry.call;
    entry.isOver = true;
    this.#entries.delete(toolCallId);
    // A call that begins anew may end a second time, and is the newest one again.
    this.#over.delete(toolCallId);
    this.#over.set(toolCallId, hasEnded);
    const [oldest] = this.#over.keys();
    if (this.#over.size > MAX_OVER && oldest !== undefined) {
      this.#over.delete(oldest);
    }
  }
}

function errorIn(rawOutput: unknown): string {
  const { error, message } = objectOf<'error' | 'message'>(rawOutput) ?? {};
  return textOf(error) ?? textOf(message) ?? textOf(rawOutput) ?? '';
}
