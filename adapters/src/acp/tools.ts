/** Tool calls: each begun once, complete when its input is, with a shell while one runs, and ended once. */
import type { EventDraft } from '@agent-mux/core';
import { defined, objectOf, ShellFolder, textOf } from '../shared/index.ts';
import { identify } from './identify.ts';
import type { NativeToolCall } from './native.ts';
import type { AcpCall, Surroundings, ToolIdentity, ToolQuirks } from './quirks.ts';
import { fileDrafts, imageDrafts, textIn } from './tool-content.ts';

/** Where a call was told of. */
export type CallSource = 'tool_call' | 'tool_call_update' | 'permission';

interface Entry {
  call: AcpCall;
  identity: ToolIdentity;
  isReady: boolean;
  isOver: boolean;
  /** `waits`: it is not known whether it runs. */
  shell: 'none' | 'waits' | 'runs';
  shellText: string;
  /** Where its command began, if that is known. */
  folder: string | undefined;
  /** Why it will not run, where the agent may have nothing more to say of it. */
  denial: string | undefined;
}

export interface ToolCallsParts {
  readonly quirks: ToolQuirks | undefined;
  /** Approvals are asked for: a shell that may still be asked about has not begun. */
  readonly asks: boolean;
  readonly cwd: string;
  readonly surroundings: Surroundings;
}

/** A line about a call that ended longer ago than this many others begins it anew. */
const MAX_OVER = 1_000;
const FIELDS = ['title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput', '_meta'] as const;

export class ToolCalls {
  readonly #parts: ToolCallsParts;
  readonly #folder: ShellFolder;
  readonly #entries = new Map<string, Entry>();
  // The newest ids that are over: late lines are told by them.
  readonly #over = new Set<string>();
  #denied: Entry[] = [];

  constructor(parts: ToolCallsParts) {
    this.#parts = parts;
    const { worksElsewhere, shellForgets } = parts.quirks ?? {};
    this.#folder = new ShellFolder({
      start: worksElsewhere === true ? undefined : parts.cwd,
      persists: shellForgets !== true,
    });
  }

  /** Calls that have begun and not ended. */
  get openCount(): number {
    return this.#entries.size;
  }

  isOpen(id: string): boolean {
    return this.#entries.has(id);
  }

  identity(id: string): ToolIdentity | undefined {
    return this.#entries.get(id)?.identity;
  }

  /** Where its command would begin now, if that is known. */
  folderOf({ cwd }: ToolIdentity): string | undefined {
    return this.#folder.of(cwd);
  }

  /** One more line about a call. */
  update(id: string, native: NativeToolCall, source: CallSource): readonly EventDraft[] {
    const known = this.#entries.get(id);
    if (known === undefined && source === 'tool_call_update' && this.#over.has(id)) {
      // Said again, or too late.
      return [];
    }
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

  /** The call may run. */
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

  /** The agent goes on, or says something of another call: those that were denied will have no end of their own. */
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

  /** What has no end by now gets none. */
  turnEnded(): readonly EventDraft[] {
    const drafts = this.settleDenied();
    for (const entry of this.#entries.values()) {
      this.#close(entry);
    }
    return drafts;
  }

  #open(id: string, native: NativeToolCall, drafts: EventDraft[]): Entry {
    const call: AcpCall = { ...native, toolCallId: id };
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
    // Now that its lines have said all of it. Its name stays.
    const { name } = entry.identity;
    entry.identity = { ...identify(entry.call, this.#parts.quirks, this.#parts.surroundings), name };
    const { input, kind: toolKind, mcp, command, subagent } = entry.identity;
    const { toolCallId } = entry.call;
    if (subagent !== undefined) {
      // A dispatch is no call in the stream: what was being said is over all the same.
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

  // Each update repeats what was printed so far.
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

  #close(entry: Entry): void {
    const { toolCallId } = entry.call;
    entry.isOver = true;
    this.#entries.delete(toolCallId);
    // Begun anew it may end a second time: then it is the newest again.
    this.#over.delete(toolCallId);
    this.#over.add(toolCallId);
    const [oldest] = this.#over;
    if (this.#over.size > MAX_OVER && oldest !== undefined) {
      this.#over.delete(oldest);
    }
  }
}

function errorIn(rawOutput: unknown): string {
  const { error, message } = objectOf<'error' | 'message'>(rawOutput) ?? {};
  return textOf(error) ?? textOf(message) ?? textOf(rawOutput) ?? '';
}
