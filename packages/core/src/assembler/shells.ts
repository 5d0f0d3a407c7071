/** Shells: each inside its tool call, opened after the call is ready, closed before its outcome. */
import type { EventDraft } from '../adapter/draft.ts';
import type { CloserName } from './contract.ts';
import type { Moment } from './moment.ts';
import type { Output } from './output.ts';
import type { Tool } from './tool.ts';

type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;

export interface Shell {
  readonly startedAt: number;
  /** All that was said, of both streams. */
  output: string;
}

/** Stands for the bytes of a character that was cut in two. */
const BROKEN = '\uFFFD';

export interface ShellsParts {
  readonly out: Output;
  readonly moment: Moment;
  readonly omit: ReadonlySet<CloserName>;
}

export class Shells {
  readonly #out: Output;
  readonly #moment: Moment;
  readonly #omit: ReadonlySet<CloserName>;

  constructor({ out, moment, omit }: ShellsParts) {
    this.#out = out;
    this.#moment = moment;
    this.#omit = omit;
  }

  /** The tool is open and ready. One that has a shell already keeps it. */
  start(tool: Tool, { command, cwd }: DraftOf<'shell_start'>): void {
    if (tool.shell === undefined) {
      tool.shell = { startedAt: this.#moment.arrival, output: '' };
      this.#out.put({ type: 'shell_start', command, cwd, toolCallId: tool.id }, tool.lane);
    }
  }

  delta(tool: Tool, { type, delta }: DraftOf<'shell_stdout_delta' | 'shell_stderr_delta'>): void {
    if (tool.shell !== undefined && delta !== '') {
      tool.shell.output += delta;
      this.#out.put({ type, delta, toolCallId: tool.id }, tool.lane);
    }
  }

  exit(tool: Tool, { exitCode, output, durationMs }: DraftOf<'shell_exit'>): void {
    const { shell } = tool;
    if (shell === undefined) {
      return;
    }
    if (output !== undefined) {
      this.#complete(tool, shell.output, output);
    }
    this.#exit(tool, shell, exitCode, durationMs);
  }

  /** Nobody will say how it ended. */
  close(tool: Tool): void {
    const { shell } = tool;
    if (shell === undefined) {
      return;
    }
    if (this.#omit.has('shell')) {
      tool.shell = undefined;
    } else {
      this.#exit(tool, shell, -1, undefined);
    }
  }

  // What was streamed cannot be taken back: only a missing end can be added. Some agents lose the head of what they stream;
  // then the deltas are a part, and the call's result has the whole.
  #complete(tool: Tool, told: string, output: string): void {
    if (output.startsWith(told)) {
      this.delta(tool, { type: 'shell_stdout_delta', toolCallId: tool.id, delta: output.slice(told.length) });
    } else if (isPartOf(told, output) && !this.#out.isHidden(tool.lane)) {
      const sizes = `${told.length} characters streamed, ${output.length} in the complete output`;
      this.#out.debug('warn', `The output of ${tool.id} was streamed in part (${sizes}); its result has the whole.`);
    }
  }

  #exit(tool: Tool, shell: Shell, exitCode: number, durationMs: number | undefined): void {
    tool.shell = undefined;
    const measured = this.#moment.arrival - shell.startedAt;
    this.#out.put(
      { type: 'shell_exit', exitCode, durationMs: Math.max(0, durationMs ?? measured), toolCallId: tool.id },
      tool.lane,
    );
  }
}

/** A complete output that is shorter is one that the agent has cut, unless characters were broken on the way. */
function isPartOf(told: string, output: string): boolean {
  return output.length > told.length || (told.includes(BROKEN) && !output.includes(BROKEN));
}
