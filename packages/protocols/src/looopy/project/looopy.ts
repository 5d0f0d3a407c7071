/** The journal as the events of Looopy's internal protocol. */
import type { AgentEvent } from '@agent-mux/events';
import type { SeenCause } from '@agent-mux/events/journal';
import { isObject } from '../../decode.ts';
import { demandOptions, FLAG, isText, oneOf } from '../../given.ts';
import {
  advance,
  createModel,
  failureOfEnd,
  find,
  frontRun,
  isEndTold,
  isFront,
  type Moment,
  modelOf,
  type Run,
  seenCause,
  type TurnEnd,
  treeCause,
  untoldQuestions,
  whyAborted,
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import type { LooopyEvent } from '../../tasks/index.ts';
import { armCall, beginCall, endCall, releaseCalls } from './calls.ts';
import { LOOOPY_ENDS } from './ends.ts';
import { tellInternal } from './internal.ts';
import { tellNote } from './notes.ts';
import { askQuestion, receiveAnswer } from './questions.ts';
import { createState, type LooopyOptions, type LooopyState, type Task, type Tell, toIso } from './state.ts';
import { beginTask, endTask, openTask, say, taskOf } from './tasks.ts';
import { askLogin, tellRest } from './tell-rest.ts';
import { holdThought, tellHeld } from './thought.ts';

const VERBOSITIES = oneOf('none', 'brief', 'normal', 'detailed');

const OPTIONS = {
  thoughts: {
    expected: `an object, with the verbosity ${VERBOSITIES.expected}`,
    is: (value: unknown) => isObject(value) && (value['verbosity'] === undefined || VERBOSITIES.is(value['verbosity'])),
  },
  forwardSubtasks: FLAG,
  internal: FLAG,
  clientTools: {
    expected: 'a list of names',
    is: (value: unknown) => Array.isArray(value) && value.every(isText),
  },
  requireUser: { expected: 'a function', is: (value: unknown) => typeof value === 'function' },
};

/**
 * Projects a run to 20 kinds, stamped with their context and task. A task runs from one prompt to the next; child runs and lanes are
 * subtasks. An event that the specification has no kind for is `internal:` and our type.
 */
export function looopy(options: LooopyOptions = {}): Projection<LooopyEvent, LooopyState> {
  demandOptions('looopy()', options, OPTIONS);
  return {
    init: () => ({ ...createState(), model: createModel() }),
    step(state, source, emit) {
      const moment = advance(state.model, source);
      const { entry } = moment;
      const tell: Tell = { state, options, at: entry.timestamp, emit };
      if (moment.told !== null) {
        askQuestion(tell, moment.told);
      }
      if ('type' in entry) {
        hearEvent(tell, moment, entry);
      } else {
        hearEntry(tell, moment);
      }
      if (moment.over !== null && moment.prompt === null) {
        endTurn(tell, moment, moment.over);
      }
    },
    end(state, emit) {
      const front = frontRun(state.model);
      if (front === undefined) {
        return;
      }
      const at = Object.values(state.model.runs).reduce((last, run) => Math.max(last, run.at), front.at);
      const tell: Tell = { state, options, at, emit };
      for (const question of untoldQuestions(state.model)) {
        askQuestion(tell, question);
      }
      const ended = endTasks(tell, () => true);
      const isTold = front.close !== null && front.close.handoffTo === null;
      if (!isTold && !ended.has(front.runId)) {
        tellEnd(tell, front, treeCause(state.model));
      }
    },
  };
}

function hearEvent(tell: Tell, moment: Moment, event: AgentEvent): void {
  const { actor, began } = moment;
  if (began !== null) {
    releaseCalls(tell, actor);
    callModel(tell, moment);
  }
  switch (event.type) {
    case 'text_delta':
      tellDelta(tell, taskOf(tell, actor), event.delta);
      break;
    case 'message_start':
      restartMessage(openTask(tell, actor));
      tellRest(tell, moment, event);
      break;
    case 'message_stop':
      stopMessage(tell, taskOf(tell, actor), event.text);
      break;
    case 'thinking_start':
      tellHeld(tell, taskOf(tell, actor));
      break;
    case 'thinking_stop':
      holdThought(tell, taskOf(tell, actor), moment, event.thinking);
      break;
    case 'tool_call_start':
      beginCall(tell, moment);
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      armCall(tell, moment);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
    case 'tool_error':
    case 'mcp_tool_error':
      endCall(tell, moment, event);
      break;
    case 'approval_request':
    case 'input_required':
      break;
    case 'approval_granted':
    case 'approval_denied':
      receiveAnswer(tell, moment);
      break;
    case 'step_start':
      setStepType(openTask(tell, actor), event.stepType);
      break;
    case 'token_usage':
      countTokens(openTask(tell, actor), event);
      tellRest(tell, moment, event);
      break;
    case 'turn_end':
      releaseCalls(tell, actor);
      setStepType(openTask(tell, actor), '');
      break;
    default:
      tellRest(tell, moment, event);
  }
}

/** Tells the beginning of a generation cycle. */
function callModel(tell: Tell, { actor, run }: Moment): void {
  const task = taskOf(tell, actor);
  task.iterations += 1;
  const { iterations: iteration, messages: messageCount, tools: toolCount } = task;
  const { model = 'unknown' } = modelOf(run, actor);
  tellInternal(tell, actor, { kind: 'internal:llm-call', iteration, model, messageCount, toolCount });
}

function tellDelta(tell: Tell, task: Task, delta: string): void {
  if (task.held !== null) {
    tellHeld(tell, task);
  }
  const { id: taskId, contextId, deltas: index } = task;
  // The event is written out, since there are thousands of them.
  if (!task.isMuted) {
    tell.emit({ kind: 'content-delta', contextId, taskId, timestamp: toIso(tell.at), delta, index });
  }
  task.deltas += 1;
  task.told += delta.length;
}

function restartMessage(task: Task | undefined): void {
  if (task === undefined) {
    return;
  }
  task.deltas = 0;
  task.told = 0;
}

/** Ends a message: what no delta has told is one more. */
function stopMessage(tell: Tell, task: Task, text: string): void {
  if (task.told < text.length) {
    tellDelta(tell, task, text.slice(task.told));
  }
  say(tell, task, { kind: 'content-complete', content: text });
  restartMessage(task);
  task.text = text;
  task.messages += 1;
}

function setStepType(task: Task | undefined, stepType: string): void {
  if (task !== undefined) {
    task.stepType = stepType;
  }
}

function countTokens(
  task: Task | undefined,
  { inputTokens, outputTokens }: { readonly inputTokens: number; readonly outputTokens: number },
): void {
  if (task !== undefined) {
    task.tokens += inputTokens + outputTokens;
  }
}

/** Ends a task with its turn, or with the next prompt. A failure that came when no task was open has one of its own. */
function endTurn(tell: Tell, moment: Moment, { cause, failure }: TurnEnd): void {
  const { actor } = moment;
  const open = openTask(tell, actor);
  if (open === undefined && LOOOPY_ENDS[cause].status !== 'failed') {
    return;
  }
  releaseCalls(tell, actor);
  if (cause === 'auth' && failure !== null) {
    askLogin(tell, moment, failure.message);
  }
  endTask(tell, open ?? taskOf(tell, actor), { cause, failure });
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
    case 'open': {
      const { handoffFrom } = entry.header;
      const before = handoffFrom === undefined ? undefined : find(tell.state.model.runs, handoffFrom);
      // A run that waits to take over may be given up before.
      if (before?.close?.handoffTo === run.runId && before !== run) {
        endTasks(tell, (task) => task.runId === before.runId, seenCause(before));
      }
      break;
    }
    case 'input':
      if (entry.input === 'answer') {
        if (moment.question?.event.type === 'input_required') {
          receiveAnswer(tell, moment);
        }
      }
      break;
    case 'note':
      tellNote(tell, moment, entry);
      break;
    case 'close': {
      // Either a successor says what comes of it, or nobody does.
      if (entry.handoffTo !== undefined) {
        break;
      }
      const ended = endTasks(tell, ({ runId }) => runId === run.runId);
      if (isFront(tell.state.model, actor) && !ended.has(run.runId) && !isEndTold(run)) {
        tellEnd(tell, run, entry.cause);
      }
      break;
    }
    default:
  }
}

/** Takes a prompt: one that begins something new begins a task. The task of a run's first prompt may have begun before. */
function hearPrompt(tell: Tell, moment: Moment): void {
  const { prompt, actor, run, over } = moment;
  if (prompt === null) {
    return;
  }
  const open = openTask(tell, actor);
  if (prompt.how === 'first') {
    const isOfAgent = prompt.by.kind === 'agent' || run.header?.initiator === 'agent';
    if (open === undefined) {
      beginTask(tell, actor, { initiator: isOfAgent ? 'agent' : 'user' });
    }
  } else if (prompt.how === 'new-turn') {
    if (over !== null) {
      endTurn(tell, moment, over);
    }
    beginTask(tell, actor, { initiator: prompt.by.kind === 'agent' ? 'agent' : 'user' });
  } else if (open !== undefined) {
    open.messages += 1;
  }
}

/** Ends the open tasks, the deepest first, and returns whose they were. @param cause by default the causes of their own runs */
function endTasks(tell: Tell, isMeant: (task: Task) => boolean, cause?: SeenCause): ReadonlySet<string> {
  const { model, tasks } = tell.state;
  const meant = Object.values(tasks).filter(isMeant);
  meant.sort((one, other) => other.depth - one.depth || other.order - one.order);
  for (const task of meant) {
    releaseCalls(tell, { id: task.actor });
    const run = find(model.runs, task.runId);
    const seen = cause ?? causeOf(run);
    // A lane whose end nobody has told was left behind.
    const isLeft = task.actor !== task.runId && seen === 'completed';
    const how = { failure: failureOf(run, seen), why: whyAborted(run, seen) };
    endTask(tell, task, { cause: isLeft ? 'aborted' : seen, ...how });
  }
  return new Set(meant.map(({ actor }) => actor));
}

function causeOf(run: Run | undefined): SeenCause {
  return run === undefined || (run.close?.handoffTo ?? null) !== null ? 'lost' : seenCause(run);
}

function failureOf(run: Run | undefined, cause: SeenCause): Run['failure'] {
  if (LOOOPY_ENDS[cause].status !== 'failed') {
    return null;
  }
  return run?.failure ?? failureOfEnd(cause, run?.close?.facts);
}

/** Tells the end of a run. A failure that came when no task was open has one of its own. */
function tellEnd(tell: Tell, run: Run, cause: SeenCause): void {
  const actor = find(tell.state.model.actors, run.runId);
  if (actor === undefined || LOOOPY_ENDS[cause].status !== 'failed') {
    return;
  }
  endTask(tell, taskOf(tell, actor), { cause, failure: failureOf(run, cause) });
}
