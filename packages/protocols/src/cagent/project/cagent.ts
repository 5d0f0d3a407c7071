/** The journal as cagent's runtime events. */
import type { SeenCause } from '@agent-mux/events/journal';
import { demandOptions, oneOf } from '../../given.ts';
import {
  advance,
  createModel,
  describeEnd,
  frontRun,
  inOrder,
  isEndTold,
  isFront,
  type Moment,
  nameOf,
  type Run,
  type TurnEnd,
  treeCause,
  untoldQuestions,
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import type { CagentEvent } from '../types.ts';
import { armCall, askCall, endCall, grantCall, releaseAll, releaseCalls, startCall, streamCall } from './calls.ts';
import { tellAnswer, tellDecision } from './decisions.ts';
import {
  type CagentOptions,
  type CagentState,
  createState,
  start,
  stop,
  type Tell,
  tellError,
  tellUsage,
} from './state.ts';
import { tellRest } from './tell-rest.ts';

const EXTENSIONS = { true: 'all', false: 'none' } as const;

/**
 * Projects a run to 15 types, and `amux_` extensions. A stream session is `user_message`, `stream_started`, what comes of the prompt,
 * `stream_stopped`; lanes and child runs speak within it, under their own names.
 */
export function cagent(given: CagentOptions = {}): Projection<CagentEvent, CagentState> {
  demandOptions('cagent()', given, {
    partial: oneOf('first', 'all'),
    extensions: oneOf('none', 'needed', 'all', true, false),
  });
  const { extensions } = given;
  const options = typeof extensions === 'boolean' ? { ...given, extensions: EXTENSIONS[`${extensions}`] } : given;
  return {
    init: () => ({ ...createState(), model: createModel() }),
    step(state, source, emit) {
      const moment = advance(state.model, source);
      const tell: Tell = { state, options, emit };
      if (moment.told !== null) {
        askCall(tell, moment.told);
      }
      const { entry } = moment;
      if ('entry' in entry) {
        hearEntry(tell, moment);
      } else {
        hearEvent(tell, moment);
      }
      if (moment.over !== null && (moment.prompt === null || !isFront(state.model, moment.actor))) {
        endTurn(tell, moment, moment.over);
      }
    },
    end(state, emit) {
      endStream({ state, options, emit });
    },
  };
}

function hearEvent(tell: Tell, moment: Moment): void {
  const { entry, actor } = moment;
  if (!('type' in entry)) {
    return;
  }
  if (moment.began !== null) {
    releaseCalls(tell, actor);
  }
  switch (entry.type) {
    case 'text_delta':
      start(tell);
      tell.emit({ type: 'agent_choice', content: entry.delta, agent_name: actor.name });
      break;
    case 'thinking_delta':
      start(tell);
      tell.emit({ type: 'agent_choice_reasoning', content: entry.delta, agent_name: actor.name });
      break;
    case 'tool_call_start':
      startCall(tell, moment);
      break;
    case 'tool_input_delta':
      streamCall(tell, moment);
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      armCall(tell, moment);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
      endCall(tell, moment, entry.output);
      break;
    case 'tool_error':
    case 'mcp_tool_error':
      endCall(tell, moment, entry.error);
      break;
    case 'approval_granted':
      tellDecision(tell, moment, { action: 'allow' });
      grantCall(tell, moment);
      break;
    case 'approval_denied':
      tellDecision(tell, moment, { action: 'deny', reason: entry.reason });
      break;
    case 'token_usage':
    case 'cost':
      tellUsage(tell, moment);
      break;
    case 'turn_end':
      releaseCalls(tell, actor);
      tellUsage(tell, moment);
      break;
    default:
      tellRest(tell, moment);
  }
}

function hearEntry(tell: Tell, moment: Moment): void {
  const { entry, run, prompt, actor } = moment;
  if (!('entry' in entry)) {
    return;
  }
  if (prompt !== null) {
    hearPrompt(tell, moment);
  }
  switch (entry.entry) {
    case 'input':
      if (entry.input === 'answer') {
        tellAnswer(tell, moment, entry);
      }
      break;
    case 'note':
      tellRest(tell, moment);
      break;
    case 'close': {
      if (run.failure === null && !isEndTold(run) && CAGENT_OUTCOMES[entry.cause] === 'error') {
        tellError(tell, describeEnd(entry.cause, entry.facts), actor.name);
      }
      if (isFront(tell.state.model, actor) && entry.handoffTo === undefined) {
        tellUnheard(tell, run);
        releaseAll(tell);
        stop(tell);
      }
      break;
    }
    default:
  }
}

// The prompt of a child or a successor is an agent's.
function hearPrompt(tell: Tell, moment: Moment): void {
  const { prompt, run, actor, over } = moment;
  if (prompt === null || !isFront(tell.state.model, actor)) {
    return;
  }
  if (prompt.how === 'first' && run.header?.handoffFrom !== undefined) {
    return;
  }
  const begins = prompt.how === 'first' || prompt.how === 'new-turn';
  if (over !== null) {
    endTurn(tell, moment, over);
  }
  if (!begins) {
    start(tell);
  }
  tell.emit({ type: 'user_message', message: prompt.text });
  start(tell);
}

/** Ends the session with its turn, or with the next prompt. A failure is told once, though events report it too. */
function endTurn(tell: Tell, { actor }: Moment, { cause, failure, isTold }: TurnEnd): void {
  if (!isTold && CAGENT_OUTCOMES[cause] === 'error') {
    tellError(tell, failure ?? describeEnd(cause, undefined), actor.name);
  }
  if (isFront(tell.state.model, actor)) {
    stop(tell);
  }
}

/** Tells prompts for the running turn whose delivery is unknown, because they were given all the same. */
function tellUnheard(tell: Tell, { prompts }: Run): void {
  for (const { text } of inOrder(prompts)) {
    start(tell);
    tell.emit({ type: 'user_message', message: text });
  }
}

function endStream(tell: Tell): void {
  const { model } = tell.state;
  const front = frontRun(model);
  if (front === undefined) {
    return;
  }
  for (const question of untoldQuestions(model)) {
    askCall(tell, question);
  }
  const cause = treeCause(model);
  // The `close` has told everything, except for a question that was told only now.
  if (front.close !== null && front.close.handoffTo === null && !tell.state.isOpen) {
    return;
  }
  if (front.close === null) {
    tellUnheard(tell, front);
  }
  releaseAll(tell);
  if (front.failure === null && CAGENT_OUTCOMES[cause] === 'error') {
    tellError(tell, describeEnd(cause, front.close?.facts), nameOf(front));
  }
  stop(tell);
}

/** Whether an `error` stands before the end, by its cause: a run that somebody has stopped is no error. */
export const CAGENT_OUTCOMES: Readonly<Record<SeenCause, 'stop' | 'error'>> = {
  completed: 'stop',
  interrupted: 'stop',
  aborted: 'stop',
  timeout: 'error',
  inactivity: 'error',
  turn_limit: 'error',
  budget: 'error',
  auth: 'error',
  rate_limit: 'error',
  context: 'error',
  error: 'error',
  crash: 'error',
  kill: 'error',
  lost: 'error',
};
