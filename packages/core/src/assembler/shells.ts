/**
 * Shells: each is inside its tool call, opens after the call is ready and allowed, and closes before the outcome of the
 * call.
 */
import { given } from '../given.ts';
import type { Approvals } from './approvals.ts';
import type { DraftOf } from './contract.ts';
import { GrowingText } from './growing-text.ts';
import type { Moment } from './moment.ts';
import type { Output } from './output.ts';
import type { Shell, ShellDraft, Tool } from './tool.ts';

/** The character that stands for the bytes of one that was cut in two. */
const BROKEN = '\uFFFD';

export interface ShellsParts {
  readonly out: Output;
  readonly moment: Moment;
  readonly approvals: Approvals;
}

export class Shells {
  readonly #parts: ShellsParts;

  constructor(parts: ShellsParts) {
    this.#parts = parts;
  }

  /**
   * Takes a draft about a shell whose tool is open and ready. Some agents say that a command begins while they still
   * ask about it (omp 18.2.3): its events come out when it is granted, and a command that was denied did nothing.
   */
  take(tool: Tool, draft: ShellDraft): void {
    switch (this.#parts.approvals.standingOf(tool.id)) {
      case 'asked':
        tool.waitingShell.push(draft);
        break;
      case 'refused':
        this.#refuse(tool, draft);
        break;
      default:
        this.#tell(tool, draft);
    }
  }

  /** Settles the drafts that waited for the answer to a question about the call: they come out, or are dropped. */
  settle(tool: Tool): void {
    const waiting = tool.waitingShell;
    tool.waitingShell = [];
    for (const draft of waiting) {
      this.take(tool, draft);
    }
  }

  #tell(tool: Tool, draft: ShellDraft): void {
    if (draft.type === 'shell_start') {
      this.#start(tool, draft);
    } else if (tool.shell !== undefined) {
      if (draft.type === 'shell_exit') {
        this.#end(tool, tool.shell, draft);
      } else {
        this.#delta(tool, draft);
      }
    } else if (draft.type !== 'shell_exit' && draft.delta !== '') {
      this.#parts.out.reject(draft, 'its shell is not open');
    }
  }

  // The start and the exit of a denied command mean nothing, but output would be lost.
  #refuse(tool: Tool, draft: ShellDraft): void {
    if (draft.type !== 'shell_start' && draft.type !== 'shell_exit' && draft.delta !== '') {
      this.#parts.out.reject(draft, `the call ${tool.id} was denied`);
    }
  }

  // A tool that has a shell already keeps it.
  #start(tool: Tool, { command, cwd }: DraftOf<'shell_start'>): void {
    if (tool.shell === undefined) {
      tool.shell = { startedAt: this.#parts.moment.arrival, output: new GrowingText(this.#parts.out.maxTextBytes) };
      this.#parts.out.put({ type: 'shell_start', command, ...given({ cwd }), toolCallId: tool.id }, tool.lane);
    }
  }

  #delta(tool: Tool, { type, delta }: DraftOf<'shell_stdout_delta' | 'shell_stderr_delta'>): void {
    if (tool.shell !== undefined && delta !== '') {
      const { output } = tool.shell;
      const wasCut = output.isCut;
      output.add(delta);
      if (output.isCut && !wasCut) {
        this.#parts.out.textCut(`The output of ${tool.id}`);
      }
      this.#parts.out.put({ type, delta, toolCallId: tool.id }, tool.lane);
    }
  }

  #end(tool: Tool, shell: Shell, draft: DraftOf<'shell_exit'>): void {
    const { output } = draft;
    // Beyond the bound nobody can know what is missing.
    if (output !== undefined && !shell.output.isCut) {
      this.#complete(tool, shell.output.whole, output);
    }
    this.#exit(tool, shell, draft);
  }

  /** Closes a shell of which nobody will say how it ended. */
  close(tool: Tool): void {
    tool.waitingShell = [];
    if (tool.shell !== undefined) {
      this.#exit(tool, tool.shell, {});
    }
  }

  // Streamed output cannot be taken back: only a missing end can be added. Some agents lose the head of what they
  // stream; then the deltas are a part, and the call's result has the whole.
  #complete(tool: Tool, told: string, output: string): void {
    const { out } = this.#parts;
    if (output.startsWith(told)) {
      this.#delta(tool, { type: 'shell_stdout_delta', toolCallId: tool.id, delta: output.slice(told.length) });
    } else if (isPartOf(told, output) && !out.isHidden(tool.lane)) {
      const sizes = `${told.length} characters streamed, ${output.length} in the complete output`;
      out.debug('warn', `The output of ${tool.id} was streamed in part (${sizes}); its result has the whole.`);
    }
  }

  #exit(tool: Tool, shell: Shell, end: Pick<DraftOf<'shell_exit'>, 'exitCode' | 'signal' | 'durationMs'>): void {
    tool.shell = undefined;
    const { exitCode, signal, durationMs = this.#parts.moment.arrival - shell.startedAt } = end;
    tool.hasFailedShell = (exitCode !== undefined && exitCode !== 0) || signal !== undefined;
    const told = { ...given({ exitCode, signal }), durationMs: Math.max(0, durationMs) };
    this.#parts.out.put({ type: 'shell_exit', ...told, toolCallId: tool.id }, tool.lane);
  }
}

/**
 * Whether the streamed output is only a part. A shorter complete output is one that the agent has cut, unless
 * characters were broken on the way.
 */
function isPartOf(told: string, output: string): boolean {
  return output.length > told.length || (told.includes(BROKEN) && !output.includes(BROKEN));
}
