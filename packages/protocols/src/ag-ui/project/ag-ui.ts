/** The journal as AG-UI's events. */
import type { AgentEvent } from '@agent-mux/events';
import { demandOptions, FLAG, oneOf } from '../../given.ts';
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
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import type { AguiEvent } from '../types.ts';
import { endSubagent, tellStep, tellSubagent, tellText, tellThinking } from './blocks.ts';
import { tellCall, tellFile, tellShell } from './calls.ts';
import { tellEntry, tellQuestion, tellUnheard } from './entries.ts';
import { AGUI_OUTCOMES } from './outcomes.ts';
import { addPaid, addUsage, owesPaid } from './paid.ts';
import { endRun, endTurn, startRun } from './run.ts';
import { type AguiOptions, type AguiState, begin, createState, of, type Tell } from './state.ts';

/**
 * Projects a run: a run of AG-UI goes from one prompt to the next; turns and steps are its steps, lanes and child runs its subagents. An
 * event that AG-UI lacks is a CUSTOM, `amux.<type>`, with the event as its value.
 */
export function agui(options: AguiOptions = {}): Projection<AguiEvent, AguiState> {
  demandOptions('agui()', options, { interrupts: oneOf('custom', 'finish'), raw: FLAG });
  return {
    init: () => createState(createModel()),
    step(state, source, emit) {
      const moment = advance(state.model, source);
      const { entry, told } = moment;
      const tell: Tell = { state, options, timestamp: entry.timestamp, emit };
      if (told !== null) {
        tellQuestion(tell, told);
      }
      if ('type' in entry) {
        tellEvent(tell, moment, entry);
        endTurnOf(tell, moment);
      } else if (entry.entry === 'close') {
        tellClose(tell, moment);
      } else {
        tellEntry(tell, moment);
        endTurnOf(tell, moment);
      }
    },
    end(state, emit) {
      const front = frontRun(state.model);
      if (front === undefined) {
        return;
      }
      const tell: Tell = { state, options, timestamp: front.at, emit };
      for (const question of untoldQuestions(state.model)) {
        tellQuestion(tell, question);
      }
      const isOver = front.close !== null && front.close.handoffTo === null && !state.isInterrupted;
      if (isOver && state.current === null) {
        return;
      }
      if (front.close === null) {
        tellUnheard(tell, front);
      }
      finish(tell, front.failure);
    },
  };
}

/** Ends a run with its turn, because nothing else may come for hours where the journal waits for prompts. */
function endTurnOf(tell: Tell, { over, actor, prompt }: Moment): void {
  if (over !== null && prompt === null && isFront(tell.state.model, actor)) {
    endTurn(tell, over);
  }
}

function tellEvent(tell: Tell, moment: Moment, event: AgentEvent): void {
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
    case 'shell_start':
    case 'shell_stdout_delta':
    case 'shell_stderr_delta':
    case 'shell_exit':
      tellShell(tell, moment, event);
      break;
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      tellFile(tell, moment, event);
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      tellSubagent(tell, moment, event);
      break;
    case 'turn_start':
    case 'turn_end':
    case 'step_start':
    case 'step_end':
      tellStep(tell, moment, event);
      break;
    case 'token_usage':
      startRun(tell);
      addUsage(tell, moment.run, moment.actor, event);
      break;
    // The question is told with what it offers.
    case 'approval_request':
    case 'input_required':
      break;
    case 'debug':
    case 'log':
      tellRaw(tell, event);
      break;
    default:
      tellCustom(tell, moment, event);
  }
}

function tellRaw({ state, options, timestamp, emit }: Tell, event: AgentEvent): void {
  // A diagnostic begins no run of its own.
  if (options.raw === true && state.current !== null) {
    emit({ type: 'RAW', timestamp, event, source: event.agent });
  }
}

function tellCustom(tell: Tell, { actor, isRepeated }: Moment, event: AgentEvent): void {
  if (isRepeated || (event.type === 'session_end' && tell.state.current === null)) {
    return;
  }
  startRun(tell);
  const owner = begin(tell, actor);
  tell.emit({ type: 'CUSTOM', timestamp: tell.timestamp, name: `amux.${event.type}`, value: event, ...of(owner) });
}

function tellClose(tell: Tell, { entry, run, actor }: Moment): void {
  const { state } = tell;
  if (!('entry' in entry) || entry.entry !== 'close') {
    return;
  }
  const failure = run.failure ?? describeEnd(entry.cause, entry.facts);
  if (!isFront(state.model, actor)) {
    const { message: error, code } = failure;
    endSubagent(tell, actor.id, AGUI_OUTCOMES[entry.cause] === 'success' ? { result: run.text } : { error, code });
    return;
  }
  if (entry.handoffTo !== undefined) {
    return;
  }
  tellUnheard(tell, run);
  const isTold = isEndTold(run) || (run.lastTurn === null && entry.cause === 'completed');
  const isDone = isTold && !owesPaid(tell) && state.runs > 0 && state.current === null && !state.isInterrupted;
  if (!isDone) {
    finish(tell, failure);
  }
}

/** Ends the stream: opens a run where none goes on, because its end is always told. */
function finish(tell: Tell, failure: Failure | null): void {
  const { model } = tell.state;
  const cause = treeCause(model);
  startRun(tell);
  addPaid(tell);
  const type = AGUI_OUTCOMES[cause];
  if (type === 'error') {
    endRun(tell, { failure: failure ?? describeEnd(cause, frontRun(model)?.close?.facts) });
  } else {
    endRun(tell, { outcome: { type } });
  }
}
