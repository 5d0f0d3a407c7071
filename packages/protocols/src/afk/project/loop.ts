/** The loop of the main agent: its steps, its requests to the model and its tools, and what subagents tell of theirs. */
import {
  type Call,
  callKey,
  drop,
  factsOfCall,
  find,
  inSnakeCase,
  isFront,
  type Moment,
  modelOf,
} from '../../model/index.ts';
import type { AfkToolCompleted } from '../types.ts';
import { ENDS } from './ends.ts';
import { attributionOf, completeLlm, startBatch, type Tell, tell } from './state.ts';

/** Tells the steps and requests that the entry ends and begins. */
export function tellLoop(whole: Tell, moment: Moment): void {
  const { fold } = whole;
  const { entry, actor, run, answered, began, rested, over } = moment;
  if (!isFront(fold.model, actor)) {
    return;
  }
  if ('type' in entry && fold.llm === 'none' && !BUILDING.has(entry.type)) {
    startBatch(whole);
  }
  if (answered !== null && fold.llm === 'open') {
    if ('entry' in entry) {
      completeLlm(whole, entry.entry === 'close' ? ENDS[entry.cause].reason : undefined);
    } else if (!isEnd(entry.type) || fold.ready.length > 0 || over !== null) {
      completeLlm(whole);
    }
    // The request is held, because the cause of its end is known only after the turn has ended.
    else {
      fold.llm = 'held';
    }
  }
  if (rested !== null) {
    completeLlm(whole, ENDS[rested.cause].reason);
  }
  if (began === null) {
    return;
  }
  completeLlm(whole);
  fold.isInterrupted = false;
  fold.step += 1;
  tell(whole, { type: 'step_started' });
  tell(whole, { type: 'llm_called', data: modelOf(run, actor) });
  fold.llm = 'open';
}

/** Events by which a request to the model still names its calls. */
const BUILDING: ReadonlySet<string> = new Set([
  'tool_call_start',
  'tool_input_delta',
  'tool_call_ready',
  'mcp_tool_call_start',
]);

function isEnd(type: string): boolean {
  return type === 'turn_end' || type === 'step_end';
}

export function readyCall({ fold }: Tell, moment: Moment): void {
  const { call, actor } = moment;
  const key = keyOf(moment);
  if (call === null || !isFront(fold.model, actor) || isKnown(fold, key)) {
    return;
  }
  fold.ready.push({ key, id: call.id, name: call.name });
}

export function completeTool(
  whole: Tell,
  moment: Moment,
  outcome: Pick<AfkToolCompleted, 'success' | 'output' | 'error'>,
): void {
  const { fold } = whole;
  const { call, actor, entry } = moment;
  if (call === null) {
    return;
  }
  if (isFront(fold.model, actor)) {
    // An incomplete call is told with its end.
    readyCall(whole, moment);
    completeLlm(whole);
    startBatch(whole);
    drop(fold.announced, keyOf(moment));
  }
  const data: AfkToolCompleted = {
    tool_name: nameOf(call, entry),
    tool_call_id: call.id,
    ...outcome,
    ...inSnakeCase(factsOfCall(call)),
    ...attributionOf(fold.model, actor),
  };
  tell(whole, { type: 'tool_completed', data });
}

function nameOf({ name }: Call, entry: Moment['entry']): string {
  return name === '' && 'toolName' in entry && entry.toolName !== undefined ? entry.toolName : name;
}

function isKnown({ ready, announced }: Tell['fold'], key: string): boolean {
  return find(announced, key) === true || ready.some((each) => each.key === key);
}

function keyOf({ entry }: Moment): string {
  return 'toolCallId' in entry && entry.toolCallId !== undefined ? callKey(entry.runId, entry.toolCallId) : '';
}
