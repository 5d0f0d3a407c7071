/** The journal as the events of the agentic protocol. */
import type { AgentEvent } from '@agent-mux/events';
import type { NoteEntry } from '@agent-mux/events/journal';
import { isObject } from '../../decode.ts';
import { demandOptions, FLAG } from '../../given.ts';
import {
  advance,
  createModel,
  isRefusal,
  type Moment,
  type TurnEnd,
  untoldQuestions,
  wordsOf,
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import { type AgenticEvent, NOTE_TYPES, type NoteType } from '../types.ts';
import { closeRun, endAll, openRun, tellSubagent } from './agents.ts';
import { ask, endCall, grant, resumeAfter, tellCall, tellLog } from './calls.ts';
import {
  type AgenticFold,
  type AgenticOptions,
  createFold,
  say,
  type Tell,
  type Turn,
  type TurnOutcome,
  turnOf,
} from './state.ts';
import { beginTurn, ENDS, endTurn, steer, tellCompletions } from './turns.ts';

/**
 * Projects a run: each actor speaks with its name and its depth, and all of a tree in the order in which it occurred. A turn runs from one
 * prompt to the next.
 */
export function agentic(options: AgenticOptions = {}): Projection<AgenticEvent, AgenticFold> {
  demandOptions('agentic()', options, { logs: FLAG });
  return {
    init: () => createFold(createModel()),
    step(fold, source, emit) {
      const moment = advance(fold.model, source);
      const tell: Tell = { fold, options, emit };
      if (moment.told !== null) {
        ask(tell, moment.told);
      }
      const { entry } = moment;
      if ('entry' in entry) {
        hearEntry(tell, moment);
      } else {
        // The end of a turn also ends its last request, and is told late.
        tellCompletions(tell, moment);
        hearEvent(tell, moment, entry);
      }
      if (moment.over !== null && moment.prompt === null) {
        endTurnOf(tell, moment, moment.over);
      }
    },
    end(fold, emit) {
      const tell: Tell = { fold, options, emit };
      for (const question of untoldQuestions(fold.model)) {
        ask(tell, question);
      }
      endAll(tell);
    },
  };
}

function hearEntry(tell: Tell, moment: Moment): void {
  const { entry, question, actor } = moment;
  if (!('entry' in entry)) {
    return;
  }
  if (moment.prompt !== null) {
    hearPrompt(tell, moment);
  }
  switch (entry.entry) {
    case 'open':
      openRun(tell, moment);
      break;
    case 'input':
      if (entry.input === 'answer' && question?.event.type === 'input_required') {
        // A form may be accepted as it is.
        const words = wordsOf(entry.response) ?? (isRefusal(entry.response) ? 'decline' : 'accept');
        resumeAfter(tell, actor, question, words);
      }
      break;
    case 'note':
      tellNote(tell, moment, entry);
      break;
    case 'close':
      closeRun(tell, moment, entry);
      break;
    default:
  }
}

function hearPrompt(tell: Tell, { prompt, actor, run, over }: Moment): void {
  if (prompt === null) {
    return;
  }
  if (prompt.how === 'steered' || prompt.how === 'answer') {
    steer(tell, actor, prompt.text);
  }
  // The prompt waits until the running turn is over.
  else if (prompt.how === 'new-turn' && run.turn !== null) {
    turnOf(tell.fold, actor).next = { content: prompt.text, outcome: outcomeOf(over) };
  } else {
    beginTurn(tell, actor, prompt.text, outcomeOf(over));
  }
}

/**
 * Ends a turn, because nothing else may come for hours where the run waits for prompts. A failure that nobody has heard of is told in any
 * case.
 */
function endTurnOf(tell: Tell, { actor }: Moment, end: TurnEnd): void {
  if (turnOf(tell.fold, actor).isOpen || end.failure !== null) {
    endTurn(tell, actor, outcomeOf(end));
  }
}

function outcomeOf(end: TurnEnd | null): TurnOutcome {
  if (end === null || end.failure !== null) {
    return { how: 'done', error: end?.failure?.message };
  }
  return { how: ENDS[end.cause] === 'cancelled' ? 'cancelled' : 'done' };
}

function hearEvent(tell: Tell, moment: Moment, event: AgentEvent): void {
  const { actor, run, question } = moment;
  const turn = turnOf(tell.fold, actor);
  switch (event.type) {
    case 'turn_start':
      if (turn.next !== null) {
        beginTurn(tell, actor, turn.next.content, turn.next.outcome);
      }
      // An agent may go on by itself. A list of events alone has no prompts, so each turn counts as having had one.
      else if (!turn.isOpen || (turn.isEnding && run.header === null)) {
        beginTurn(tell, actor, '');
      }
      turn.isEnding = false;
      break;
    case 'turn_end':
      turn.isEnding = true;
      break;
    case 'text_delta':
      turn.hasText = true;
      say(tell, actor, { type: 'chat_output', payload: { content: event.delta, role: 'assistant' } });
      break;
    case 'message_stop':
      keepMessage(turn, actor.name, event.text);
      break;
    case 'thinking_stop':
      say(tell, actor, { type: 'reasoning_content', payload: { reasoning_content: event.thinking } });
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      tellCall(tell, moment);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
      endCall(tell, moment, { output: event.output });
      break;
    case 'tool_error':
    case 'mcp_tool_error':
      endCall(tell, moment, { error: event.error });
      break;
    case 'shell_stdout_delta':
    case 'shell_stderr_delta':
      tellLog(tell, moment, event.delta);
      break;
    case 'approval_granted':
      grant(tell, moment);
      break;
    case 'approval_denied':
      if (question !== null) {
        resumeAfter(tell, actor, question, 'deny');
      }
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      tellSubagent(tell, moment, event);
      break;
    case 'token_usage':
      turn.inputTokens += event.inputTokens;
      turn.outputTokens += event.outputTokens;
      break;
    default:
  }
}

function keepMessage(turn: Turn, name: string, content: string): void {
  if (content === '') {
    return;
  }
  turn.messages.push({ role: 'assistant', name, content });
  if (turn.completion !== null) {
    turn.completion.content += content;
  }
}

function tellNote(tell: Tell, { actor }: Moment, { kind, data }: NoteEntry): void {
  if (isObject(data) && isNoteType(kind)) {
    say(tell, actor, { type: kind, payload: data });
  }
}

function isNoteType(kind: string): kind is NoteType {
  return (NOTE_TYPES as readonly string[]).includes(kind);
}
