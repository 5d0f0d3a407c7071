/** Shows a run to a person: the agent's text on stdout, everything else in short lines on stderr. */
import type { RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { createDenials } from './denials.ts';
import { describeRunEvent } from './describe-run-event.ts';
import { describeToolEvent } from './describe-tool-event.ts';
import type { Screen } from './screen.ts';
import { summarize } from './summarize.ts';
import { firstLines, makeInlineDeep, quoteLines } from './terminal.ts';

const LANE_LINES = 12;

/** Takes the events of a run in their order, then its result. */
export interface Presenter {
  event(event: AgentEvent): Promise<void>;
  result(result: RunResult): Promise<void>;
}

export interface HumanOptions {
  readonly screen: Screen;
  /** Whether only the text and errors are shown. */
  readonly isQuiet: boolean;
  /** Whether only the run's last text is shown, once it has completed. @defaultValue false */
  readonly isFinal?: boolean;
  /** The run's working folder, where it is known. */
  readonly cwd?: string;
}

export function createHumanPresenter(options: HumanOptions): Presenter {
  return new HumanPresenter(options);
}

class HumanPresenter implements Presenter {
  readonly #options: HumanOptions;
  readonly #denials = createDenials();
  // Only so many characters of the open message are on the screen, because a message may end with more than its deltas had.
  #shown = 0;
  #thought = 0;
  // The output of a tool is shown when the next event, such as a diff or a file, does not say it better.
  #output: { readonly toolCallId: string; readonly lines: string } | undefined;

  constructor(options: HumanOptions) {
    this.#options = options;
  }

  async event(event: AgentEvent): Promise<void> {
    const { screen, isQuiet, isFinal = false, cwd } = this.#options;
    const { palette } = screen;
    await this.#showOutput(event);
    if (isFinal || (await this.#text(event)) || isQuiet || (await this.#thinking(event))) {
      return;
    }
    const told = this.#denials.tell(event);
    if (told === undefined) {
      return;
    }
    const safe = makeInlineDeep(told);
    const toolView = { palette, ...(cwd === undefined ? {} : { cwd }) };
    const lines = describeToolEvent(safe, toolView) ?? describeRunEvent(safe, palette) ?? describeLaneText(safe);
    if (event.type === 'tool_result' && event.lane === undefined && lines !== undefined) {
      this.#output = { toolCallId: event.toolCallId, lines };
    } else if (lines !== undefined) {
      await screen.note(event.lane === undefined ? lines : lines.replace(/^/gm, palette.dim('  ┊ ')));
    }
  }

  async result(result: RunResult): Promise<void> {
    const { screen, isQuiet, isFinal = false } = this.#options;
    await this.#showOutput();
    if (isFinal && result.exitReason === 'completed') {
      await screen.text(result.text);
    }
    await screen.endText();
    if (!(isQuiet || isFinal) || result.exitReason !== 'completed') {
      await screen.note(summarize(result, screen.palette));
    }
  }

  async #text(event: AgentEvent): Promise<boolean> {
    const { screen } = this.#options;
    if (event.lane !== undefined) {
      return false;
    }
    switch (event.type) {
      case 'message_start':
        this.#shown = 0;
        return true;
      case 'text_delta':
        this.#shown += event.delta.length;
        await screen.text(event.delta);
        return true;
      case 'message_stop':
        if (event.text.length > this.#shown) {
          await screen.text(event.text.slice(this.#shown));
        }
        this.#shown = 0;
        await screen.endText();
        return true;
      default:
        return false;
    }
  }

  async #thinking(event: AgentEvent): Promise<boolean> {
    const { screen } = this.#options;
    if (event.lane !== undefined) {
      return false;
    }
    switch (event.type) {
      case 'thinking_start':
        this.#thought = 0;
        return true;
      case 'thinking_delta':
        this.#thought += event.delta.length;
        await screen.piece(event.delta, screen.palette.dim);
        return true;
      case 'thinking_stop':
        if (event.thinking.length > this.#thought) {
          await screen.piece(event.thinking.slice(this.#thought), screen.palette.dim);
        }
        this.#thought = 0;
        await screen.endPiece();
        return true;
      default:
        return false;
    }
  }

  async #showOutput(next?: AgentEvent): Promise<void> {
    const output = this.#output;
    this.#output = undefined;
    const isBetter = next?.type.startsWith('file_') && 'toolCallId' in next && next.toolCallId === output?.toolCallId;
    if (output !== undefined && !isBetter) {
      await this.#options.screen.note(output.lines);
    }
  }
}

// A subagent's text is no part of the answer, but of what was asked to be shown.
function describeLaneText(event: AgentEvent): string | undefined {
  return event.lane !== undefined && event.type === 'message_stop' && event.text !== ''
    ? quoteLines(firstLines(event.text, { count: LANE_LINES }))
    : undefined;
}
