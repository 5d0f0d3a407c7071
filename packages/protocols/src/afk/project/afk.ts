/** The journal as the events of an AFK run. */
import type { AgentEvent } from '@agent-mux/events';
import { demandOptions, isName } from '../../given.ts';
import {
  advance,
  createModel,
  drop,
  find,
  findFailure,
  findWarning,
  frontRun,
  isFront,
  isRefusal,
  type Moment,
  nameOf,
  put,
  type TurnEnd,
  treeCause,
  untoldQuestions,
} from '../../model/index.ts';
import type { Projection } from '../../projection.ts';
import type { AfkEvent } from '../types.ts';
import { finish, messageOf } from './ends.ts';
import { completeTool, readyCall, tellLoop } from './loop.ts';
import { readDecision } from './notes.ts';
import { ask, decide, goOn, settlePause } from './questions.ts';
import { type AfkFold, type AfkOptions, attributionOf, createFold, type Tell, tell } from './state.ts';

/**
 * Projects a run to 16 types. A tree of runs is one AFK run: it has the starts and ends of lanes and child runs, their tools and their
 * questions. A source of several trees gives one run after another.
 */
export function afk(options: AfkOptions = {}): Projection<AfkEvent, AfkFold> {
  demandOptions('afk()', options, { thread: { expected: 'a string that is not empty', is: isName } });
  return {
    init: () => createFold(createModel()),
    step(fold, source, emit) {
      const moment = advance(fold.model, source);
      const whole: Tell = { fold, options, emit };
      begin(whole, moment);
      if (fold.isOver) {
        return;
      }
      if (moment.told !== null) {
        ask(whole, moment.told);
      }
      if (moment.began !== null) {
        goOn(whole, moment);
      }
      tellLoop(whole, moment);
      const { entry } = moment;
      if ('entry' in entry) {
        hearEntry(whole, moment);
      } else {
        hearEvent(whole, moment, entry);
      }
    },
    end(fold, emit) {
      const whole: Tell = { fold, options, emit };
      if (fold.isOver || fold.runId === null) {
        return;
      }
      for (const question of untoldQuestions(fold.model)) {
        ask(whole, question);
      }
      finish(whole, treeCause(fold.model), frontRun(fold.model));
    },
  };
}

/** Starts the run of a tree at its first entry, whatever that is. */
function begin(whole: Tell, { run, entry }: Moment): void {
  const { fold, options } = whole;
  const { model } = fold;
  if (model.root === fold.runId || model.root === null) {
    return;
  }
  finish(whole, 'lost', undefined);
  Object.assign(fold, createFold(model), { runId: model.root });
  fold.threadId = options.thread ?? run.header?.threadId ?? model.root;
  const { resumes, forks } = run.header ?? {};
  const resumed =
    resumes !== undefined ||
    forks !== undefined ||
    ('type' in entry && entry.type === 'session_start' && entry.resumed);
  tell(whole, { type: 'run_started', data: { agent_name: nameOf(run), resumed } });
}

function hearEntry(whole: Tell, moment: Moment): void {
  const { fold } = whole;
  const { entry, actor, run, question } = moment;
  if (!('entry' in entry)) {
    return;
  }
  switch (entry.entry) {
    case 'open':
      if (!isFront(fold.model, actor)) {
        startSubagent(whole, moment, run.runId, actor.name);
      }
      break;
    case 'input':
      if (entry.input === 'answer' && question?.event.type === 'input_required') {
        const { response } = entry;
        decide(
          whole,
          question,
          isRefusal(response) ? 'deny' : 'allow',
          response.type === 'deny' ? response.reason : undefined,
        );
      } else if (entry.input === 'control' && isFront(fold.model, actor)) {
        fold.isCancelling ||= entry.action === 'abort';
        fold.isInterrupted ||= entry.action === 'interrupt';
      }
      break;
    case 'note': {
      const decision = readDecision(entry);
      if (decision !== null) {
        tell(whole, { type: 'policy_decision', data: decision }, { message: decision.reason });
      }
      break;
    }
    case 'turn':
      if (moment.rested !== null) {
        warnOfTurn(whole, moment, moment.rested);
      }
      break;
    case 'close': {
      const { cause, handoffTo } = entry;
      if (!isFront(fold.model, actor)) {
        const error = cause === 'completed' ? undefined : (messageOf(cause, run) ?? `The run was ${cause}.`);
        endSubagent(whole, moment, { id: run.runId, name: actor.name, error });
      } else if (handoffTo === undefined) {
        finish(whole, cause, run);
      }
      break;
    }
    default:
  }
}

function hearEvent(whole: Tell, moment: Moment, event: AgentEvent): void {
  const { fold } = whole;
  const { question, subagent, actor } = moment;
  switch (event.type) {
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      readyCall(whole, moment);
      break;
    case 'tool_result':
    case 'mcp_tool_result':
      completeTool(whole, moment, { success: true, output: event.output ?? null });
      break;
    case 'tool_error':
    case 'mcp_tool_error':
      completeTool(whole, moment, { success: false, error: event.error });
      break;
    case 'approval_granted':
      if (question !== null) {
        decide(whole, question, 'allow');
      }
      break;
    case 'approval_denied':
      if (question !== null) {
        decide(whole, question, 'deny', event.reason);
      }
      break;
    case 'subagent_spawn':
      if (subagent !== null) {
        startSubagent(whole, moment, subagent.id, subagent.name);
      }
      break;
    case 'subagent_result':
    case 'subagent_error':
      if (subagent === null) {
        break;
      }
      endSubagent(whole, moment, {
        id: subagent.id,
        name: subagent.name,
        error: event.type === 'subagent_error' ? event.error : undefined,
      });
      break;
    case 'paused':
    case 'resumed':
      if (!isFront(fold.model, actor)) {
        break;
      }
      fold.isHostPaused = event.type === 'paused';
      settlePause(whole, event.type === 'paused' ? 'The program has paused the run.' : undefined);
      break;
    case 'turn_end':
      goOn(whole, moment);
      break;
    default:
      warn(whole, moment, event);
  }
}

function startSubagent(whole: Tell, { entry }: Moment, id: string, name: string): void {
  const { subagents } = whole.fold;
  if (find(subagents, id) !== undefined) {
    return;
  }
  put(subagents, id, { name, at: entry.timestamp });
  tell(whole, { type: 'subagent_started', data: { subagent_name: name, correlation_id: id } });
}

interface SubagentEnd {
  readonly id: string;
  readonly name: string;
  readonly error: string | undefined;
}

function endSubagent(whole: Tell, moment: Moment, { id, name, error }: SubagentEnd): void {
  startSubagent(whole, moment, id, name);
  const started = drop(whole.fold.subagents, id);
  const data = {
    subagent_name: started?.name ?? name,
    correlation_id: id,
    success: error === undefined,
    latency_ms: Math.max(0, moment.entry.timestamp - (started?.at ?? moment.entry.timestamp)),
    ...(error === undefined ? {} : { error }),
  };
  tell(whole, { type: 'subagent_completed', data });
}

/** Warns of a turn that failed and after which the run goes on. */
function warnOfTurn(whole: Tell, { actor }: Moment, { failure, isTold }: TurnEnd): void {
  if (failure === null || isTold) {
    return;
  }
  const data = { source: 'turn', ...attributionOf(whole.fold.model, actor) };
  tell(whole, { type: 'warning', data }, { message: failure.message });
}

/** Warns of a problem that the run survives. The terminal event tells what ends it. */
function warn(whole: Tell, { actor, isRepeated }: Moment, event: AgentEvent): void {
  const { fold } = whole;
  const failure = findFailure(event);
  if (failure?.isFatal === true || isRepeated) {
    return;
  }
  const warning = findWarning(event);
  const message = failure?.message ?? warning?.message ?? compaction(event);
  if (message === undefined) {
    return;
  }
  // A line that could not be read is lost, and so are the later effects of a plugin.
  fold.isDegraded ||= warning?.isLasting === true || failure?.code === 'PARSE_ERROR' || event.type === 'plugin_error';
  tell(whole, { type: 'warning', data: { source: event.type, ...attributionOf(fold.model, actor) } }, { message });
}

function compaction(event: AgentEvent): string | undefined {
  return event.type === 'context_compacted'
    ? `The conversation was compacted: ${event.tokensSaved} tokens are saved.`
    : undefined;
}
