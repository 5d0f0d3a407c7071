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
  /** Only the text, and what went wrong. */
  readonly isQuiet: boolean;
  /** Of the text only what the run has said last, once it has completed. @defaultValue false */
  readonly isFinal?: boolean;
  /** The run's working folder, where it is known. */
  readonly cwd?: string;
}

export function createHumanPresenter({ screen, isQuiet, isFinal = false, cwd }: HumanOptions): Presenter {
  const { palette } = screen;
  const toolView = { palette, ...(cwd === undefined ? {} : { cwd }) };
  // Characters of the open message that are on the screen: what a message says at its end may be more than its deltas.
  let shown = 0;
  let thought = 0;
  // The output of a tool is shown when the next event does not say it better: a diff, a file.
  let held: { readonly toolCallId: string; readonly lines: string } | undefined;
  const denials = createDenials();

  async function text(event: AgentEvent): Promise<boolean> {
    if (event.lane !== undefined) {
      return false;
    }
    switch (event.type) {
      case 'message_start':
        shown = 0;
        return true;
      case 'text_delta':
        shown += event.delta.length;
        await screen.text(event.delta);
        return true;
      case 'message_stop':
        if (event.text.length > shown) {
          await screen.text(event.text.slice(shown));
        }
        shown = 0;
        await screen.endText();
        return true;
      default:
        return false;
    }
  }

  async function thinking(event: AgentEvent): Promise<boolean> {
    if (event.lane !== undefined) {
      return false;
    }
    switch (event.type) {
      case 'thinking_start':
        thought = 0;
        return true;
      case 'thinking_delta':
        thought += event.delta.length;
        await screen.piece(event.delta, palette.dim);
        return true;
      case 'thinking_stop':
        if (event.thinking.length > thought) {
          await screen.piece(event.thinking.slice(thought), palette.dim);
        }
        thought = 0;
        await screen.endPiece();
        return true;
      default:
        return false;
    }
  }

  async function note(lines: string | undefined, lane: string | undefined): Promise<void> {
    if (lines !== undefined) {
      await screen.note(lane === undefined ? lines : lines.replace(/^/gm, palette.dim('  ┊ ')));
    }
  }

  async function showHeld(next?: AgentEvent): Promise<void> {
    if (held === undefined) {
      return;
    }
    const { toolCallId, lines } = held;
    held = undefined;
    if (
      next === undefined ||
      !(next.type.startsWith('file_') && 'toolCallId' in next && next.toolCallId === toolCallId)
    ) {
      await screen.note(lines);
    }
  }

  return {
    async event(event) {
      await showHeld(event);
      if (isFinal || (await text(event)) || isQuiet || (await thinking(event))) {
        return;
      }
      const told = denials.tell(event);
      if (told === undefined) {
        return;
      }
      const safe = makeInlineDeep(told);
      const lines = describeToolEvent(safe, toolView) ?? describeRunEvent(safe, palette) ?? describeLaneText(safe);
      if (event.type === 'tool_result' && event.lane === undefined && lines !== undefined) {
        held = { toolCallId: event.toolCallId, lines };
      } else {
        await note(lines, event.lane);
      }
    },
    async result(result) {
      await showHeld();
      if (isFinal && result.exitReason === 'completed') {
        await screen.text(result.text);
      }
      await screen.endText();
      if (!(isQuiet || isFinal) || result.exitReason !== 'completed') {
        await screen.note(summarize(result, palette));
      }
    },
  };
}

// What a subagent says is no part of the answer, but of what was asked to be shown.
function describeLaneText(event: AgentEvent): string | undefined {
  return event.lane !== undefined && event.type === 'message_stop' && event.text !== ''
    ? quoteLines(firstLines(event.text, { count: LANE_LINES }))
    : undefined;
}
