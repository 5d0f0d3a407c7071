/** The journal as UI message streams of the AI SDK. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import {
  advance,
  createModel,
  describeEnd,
  type Failure,
  frontRun,
  isEndTold,
  isFront,
  type Moment,
  treeCause,
  untoldQuestions,
  whyAborted,
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import type { UiMessageChunk } from '../types.ts';
import { tellCall } from './calls.ts';
import { UI_ENDS } from './ends.ts';
import { type SubagentState, tellFile, tellImage, tellNote, tellSubagent, tellText, tellThinking } from './parts.ts';
import { tellAnswer, tellPrompt, tellQuestion, tellUnheard } from './questions.ts';
import { createState, subagentOf, type Tell, tellData, type UiState } from './state.ts';
import { endStream, endTurn, finishStep, resumeStream, totalsOf } from './stream.ts';

/**
 * Projects a run to one stream for each prompt, from its `start` to its `finish`. It finishes at a question; after an approval, the next
 * one continues the same message. An event that the AI SDK has no chunk for is a `data-amux-…`.
 */
export function uiMessages(): Projection<UiMessageChunk, UiState> {
  return {
    init: () => createState(createModel()),
    step(state, source, emit) {
      const moment = advance(state.model, source);
      const { entry, told, ended, began, actor } = moment;
      const tell: Tell = { state, emit };
      if (told !== null) {
        tellQuestion(tell, told);
      }
      if ((ended !== null || began !== null) && isFront(state.model, actor)) {
        finishStep(tell);
      }
      if ('type' in entry) {
        tellEvent(tell, moment, entry);
      } else {
        tellEntry(tell, moment);
      }
      // Nothing else may come for hours, where the journal waits for prompts.
      if (moment.over !== null && moment.prompt === null && isFront(state.model, actor)) {
        endTurn(tell, moment.over);
      }
    },
    end(state, emit) {
      const front = frontRun(state.model);
      if (front === undefined) {
        return;
      }
      const tell: Tell = { state, emit };
      for (const question of untoldQuestions(state.model)) {
        tellQuestion(tell, question);
      }
      const isOver = front.close !== null && front.close.handoffTo === null && !state.isWaiting;
      if (isOver && !state.isStreaming) {
        return;
      }
      if (front.close === null) {
        tellUnheard(tell, front);
      }
      finish(tell, front.failure);
    },
  };
}

function tellEvent(tell: Tell, moment: Moment, event: AgentEvent): void {
  const { model } = tell.state;
  switch (event.type) {
    case 'message_start':
    case 'text_delta':
    case 'message_stop':
      tellText(tell, moment);
      break;
    case 'thinking_start':
    case 'thinking_delta':
    case 'thinking_stop':
      tellThinking(tell, moment);
      break;
    case 'tool_call_start':
    case 'tool_input_delta':
    case 'tool_call_ready':
    case 'tool_result':
    case 'tool_error':
    case 'mcp_tool_call_start':
    case 'mcp_tool_result':
    case 'mcp_tool_error':
      tellCall(tell, moment);
      break;
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      tellFile(tell, moment, event);
      break;
    case 'image_output':
      tellImage(tell, moment, event);
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      if (moment.subagent !== null) {
        tellSubagent(tell, moment.subagent, standingOf(event));
      }
      break;
    case 'approval_granted':
    case 'approval_denied':
      tellAnswer(tell, moment);
      break;
    // Questions are told with what they offer, usage with the finish; steps are told already, and diagnostics are for the host.
    case 'approval_request':
    case 'input_required':
    case 'turn_start':
    case 'turn_end':
    case 'step_start':
    case 'step_end':
    case 'token_usage':
    case 'debug':
    case 'log':
      break;
    default: {
      if (moment.isRepeated) {
        break;
      }
      const subagent = subagentOf(model, moment.actor);
      const data = subagent === undefined ? event : { ...event, subagent };
      tellData(tell, event.type, data, { transient: true });
    }
  }
}

function standingOf(event: EventOf<'subagent_spawn' | 'subagent_result' | 'subagent_error'>): SubagentState {
  switch (event.type) {
    case 'subagent_spawn':
      return { state: 'running' };
    case 'subagent_result':
      return { state: 'done', result: event.summary };
    default:
      return { state: 'failed', error: event.error };
  }
}

function tellEntry(tell: Tell, moment: Moment): void {
  const { entry, prompt, actor, run } = moment;
  if (!('entry' in entry)) {
    return;
  }
  if (prompt !== null) {
    tellPrompt(tell, moment);
  }
  if (entry.entry === 'input' && entry.input === 'answer') {
    tellAnswer(tell, moment);
  } else if (entry.entry === 'note') {
    tellNote(tell, moment);
  } else if (entry.entry === 'close') {
    tellClose(tell, moment);
  } else if (entry.entry === 'open' && isChild(tell, moment)) {
    tellSubagent(tell, actor, { state: run.close === null ? 'running' : 'done' });
  }
}

// A successor takes over from the run that speaks for the tree, or waits for it.
function isChild({ state }: Tell, { actor, run }: Moment): boolean {
  return !isFront(state.model, actor) && run.header?.handoffFrom === undefined;
}

function tellClose(tell: Tell, moment: Moment): void {
  const { entry, run, actor } = moment;
  const { state } = tell;
  if (!('entry' in entry) || entry.entry !== 'close') {
    return;
  }
  const failure = run.failure ?? describeEnd(entry.cause, entry.facts);
  if (isChild(tell, moment)) {
    const isDone = UI_ENDS[entry.cause].as === 'done';
    tellSubagent(
      tell,
      actor,
      isDone ? { state: 'done', result: run.text } : { state: 'failed', error: failure.message },
    );
    return;
  }
  if (!isFront(state.model, actor) || entry.handoffTo !== undefined) {
    return;
  }
  tellUnheard(tell, run);
  const isEnd = isEndTold(run) || (run.lastTurn === null && entry.cause === 'completed');
  const isTold = state.messages > 0 && !state.isWaiting && state.totals === JSON.stringify(totalsOf(state.model));
  if (isEnd && !state.isStreaming && isTold) {
    return;
  }
  finish(tell, failure);
}

/** Ends everything: where no stream runs, the last message gets one more, because its end is always told. */
function finish(tell: Tell, failure: Failure | null): void {
  const { state } = tell;
  const cause = treeCause(state.model);
  const { as, reason } = UI_ENDS[cause];
  resumeStream(tell);
  const front = frontRun(state.model);
  const { message } = failure ?? describeEnd(cause, front?.close?.facts);
  const abort = whyAborted(front, cause) ?? cause;
  const more = as === 'failed' ? { error: message } : as === 'stopped' ? { abort } : {};
  endStream(tell, { reason, ...more });
  state.isWaiting = false;
}
