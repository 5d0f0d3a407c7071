/** The route of each kind of draft: one row for each, which hands it to the part that keeps its state. */
import type { EventDraft, Outcome } from '../adapter/index.ts';
import { given } from '../given.ts';
import type { Approvals } from './approvals.ts';
import type { Closers, ClosersParts } from './closers.ts';
import type { DraftOf } from './contract.ts';
import type { Frame } from './frame.ts';
import { cutJson } from './json-text.ts';
import type { BlockKind } from './lane.ts';
import { demoted, outcomeOf, worded } from './outcomes.ts';
import type { Session } from './session.ts';
import type { LooseBody } from './stand-ins.ts';
import type { FileBody, ShellDraft } from './tool.ts';
import { HAS_ENDED, NO_CALL, type Tools } from './tools.ts';

type Route<D extends EventDraft> = (parts: RoutedParts, draft: D) => void;

export interface RoutedParts extends ClosersParts {
  readonly session: Session;
  readonly closers: Closers;
  readonly frame: Frame;
  /** The native types and fields that the dialect does not know, with how often they came. */
  readonly unknownNative: Map<string, number>;
}

const ROUTES: { readonly [T in EventDraft['type']]: Route<DraftOf<T>> } = {
  session_start: ofRun(({ session }, draft) => session.start(draft)),
  session_checkpoint: ofRun(({ out, session }, { type, checkpointId }) =>
    out.put({ type, sessionId: session.id, checkpointId }),
  ),
  turn_start: ofRun(({ frame }) => frame.beginTurn()),
  turn_end: ofRun(({ frame }, draft) => frame.endTurn(draft)),
  step_start: ofRun(({ closers, turns }, { stepType = 'generation' }) => {
    if (closers.closeStep()) {
      turns.beginStep(stepType);
    }
  }),
  // A step lasts until its tools are done, which this draft does not say, so the next step or the end of the turn
  // closes it.
  step_end: ignore,
  outcome: ofRun(({ frame }, { outcome }) => frame.keep(outcome)),
  plugin_loaded: ofRun(load),
  skill_loaded: ofRun(load),
  agentdoc_read: ofRun(load),
  paused: ofRun(({ frame }) => frame.pause(true)),
  resumed: ofRun(({ frame }) => frame.pause(false)),
  cost: ({ frame }, draft) => frame.takeCost(draft),
  token_usage: (parts, draft) => {
    pass(parts, draft);
    // The model comes after the event, since that may open the turn.
    parts.turns.tellModel(draft.lane === undefined ? draft : {});
  },
  rate_limited: pass,
  retry: pass,
  debug: pass,
  log: pass,
  interrupted: fail,
  turn_limit: fail,
  auth_error: fail,
  context_exceeded: fail,
  crash: fail,
  rate_limit_error: fail,
  error: fail,
  aborted: rejectEnd,
  timeout: rejectEnd,
  // The run acts on these; other drafts report what there is to report of them.
  host_tool_call: ignore,
  host_tool_settled: ignore,
  steer_settled: ignore,
  tokens_seen: ignore,
  misplaced: ({ out }, { message }) => out.misplace(message),
  unknown_native: ({ out, unknownNative }, { name }) => {
    unknownNative.set(name, (unknownNative.get(name) ?? 0) + 1);
    out.debug('verbose', `The agent said something that this version does not know: ${name}`);
  },
  text_delta: (parts, draft) => addTo('message', parts, draft),
  thinking_delta: (parts, draft) => addTo('thinking', parts, draft),
  message_stop: (parts, draft) => stop('message', parts, draft, draft.text),
  thinking_stop: (parts, draft) => stop('thinking', parts, draft, draft.thinking),
  thinking_effort: ({ subagents }, { lane, effort }) => {
    subagents.lane(lane).effort = effort;
  },
  tool_call_start: ({ tools }, draft) => tools.start(draft),
  tool_input_delta: (parts, draft) => expect(parts, draft, parts.tools.inputDelta(draft), NO_CALL),
  tool_call_ready: (parts, draft) => expect(parts, draft, parts.tools.ready(draft), NO_CALL),
  tool_result: (parts, draft) => expect(parts, draft, parts.tools.result(draft), whyNoOutcome(parts, draft)),
  tool_error: (parts, draft) => expect(parts, draft, parts.tools.error(draft), whyNoOutcome(parts, draft)),
  mcp_tool_call_start: ({ tools }, draft) => startMcp(tools, draft, draft.input),
  mcp_tool_result: ({ tools }, draft) => {
    demandMcp(tools, draft);
    tools.result({ type: 'tool_result', toolCallId: draft.toolCallId, output: draft.output });
  },
  mcp_tool_error: ({ tools }, draft) => {
    demandMcp(tools, draft);
    tools.error({ type: 'tool_error', toolCallId: draft.toolCallId, error: draft.error });
  },
  shell_start: shell,
  shell_stdout_delta: shell,
  shell_stderr_delta: shell,
  shell_exit: shell,
  file_read: file,
  file_write: file,
  file_create: file,
  file_delete: file,
  file_patch: file,
  subagent_spawn: ({ subagents }, draft) => subagents.spawn(draft),
  subagent_result: endSubagent,
  subagent_error: endSubagent,
  approval_request: (parts, draft) => {
    const { approvals, tools } = parts;
    const { toolCallId: id } = draft;
    const isRunning = id !== undefined && tools.find(id)?.shell !== undefined;
    approvals.request(draft, id === undefined ? undefined : { id: tools.publicId(id), isRunning });
    tools.settleShells();
  },
  input_required: ofQuestion((approvals, draft) => approvals.requireInput(draft)),
  approval_granted: ofQuestion((approvals, { key }) => approvals.grant(key)),
  approval_denied: ofQuestion((approvals, { key, reason }) => approvals.deny(key, reason)),
  interaction_settled: ofQuestion((approvals, { key }) => approvals.deny(key, 'withdrawn')),
  plugin_invoked: tell,
  plugin_error: tell,
  skill_invoked: tell,
  image_input_ack: tell,
  context_limit_warning: tell,
  context_compacted: tell,
  image_output: (parts, draft) => {
    const { lane, toolCallId, ...body } = draft;
    if (draft.base64 === undefined && draft.filePath === undefined) {
      parts.out.reject(draft, 'an image without data and without a path');
    } else {
      const tool = toolCallId === undefined ? undefined : parts.tools.find(toolCallId);
      putInLane(parts, draft, tool === undefined ? body : { ...body, toolCallId: tool.id });
    }
  },
};

export function route(parts: RoutedParts, draft: EventDraft): void {
  (ROUTES[draft.type] as Route<EventDraft>)(parts, draft);
}

function ignore(): void {
  // The draft has no event.
}

/** The stream tells nothing of a subagent here but that it has failed: it has no session, turns and steps of its own. */
function ofRun<D extends EventDraft>(act: Route<D>): Route<D> {
  return (parts, draft) => {
    if (draft.lane === undefined) {
      act(parts, draft);
    } else {
      tellOutcome(parts, outcomeOf(draft), draft.lane);
    }
  };
}

/** Reports an outcome; the failure of a subagent is not the run's. */
function tellOutcome({ out, frame, subagents }: RoutedParts, outcome: Outcome | undefined, lane?: string): void {
  if (outcome !== undefined && lane === undefined) {
    frame.keep(outcome);
  } else if (outcome !== undefined) {
    out.put(demoted(worded(outcome)), subagents.lane(lane));
  }
}

type LoadDraft = DraftOf<'plugin_loaded' | 'skill_loaded' | 'agentdoc_read'>;

function load({ out, turns }: RoutedParts, { lane, ...body }: LoadDraft): void {
  if (turns.count === 0) {
    out.put(body);
  } else {
    out.debug('info', `Loaded during the run: ${cutJson(body)}`);
  }
}

type PassingDraft = DraftOf<'token_usage' | 'rate_limited' | 'retry' | 'debug' | 'log' | 'rate_limit_error' | 'error'>;

function pass({ out, subagents }: RoutedParts, { lane, ...body }: PassingDraft): void {
  out.put(body, subagents.lane(lane));
}

type Failure =
  | 'interrupted'
  | 'turn_limit'
  | 'auth_error'
  | 'context_exceeded'
  | 'crash'
  | 'rate_limit_error'
  | 'error';

function fail(parts: RoutedParts, draft: DraftOf<Failure>): void {
  const outcome = outcomeOf(draft);
  if (outcome !== undefined) {
    tellOutcome(parts, outcome, draft.lane);
  } else if (draft.type === 'rate_limit_error' || draft.type === 'error') {
    pass(parts, worded(draft));
  }
}

function rejectEnd({ out }: RoutedParts, draft: DraftOf<'aborted' | 'timeout'>): void {
  out.reject(draft, 'only the host can say so');
}

function addTo(kind: BlockKind, parts: RoutedParts, draft: DraftOf<'text_delta' | 'thinking_delta'>): void {
  const lane = parts.subagents.lane(draft.lane);
  expect(parts, draft, parts.blocks.add(lane, kind, draft.delta, draft.key), HAS_ENDED);
}

type StopDraft = DraftOf<'message_stop' | 'thinking_stop'>;

function stop(kind: BlockKind, parts: RoutedParts, draft: StopDraft, complete: string | undefined): void {
  const lane = parts.subagents.lane(draft.lane);
  expect(parts, draft, parts.blocks.stop(lane, kind, complete, draft.key), HAS_ENDED);
}

type McpDraft = DraftOf<'mcp_tool_call_start' | 'mcp_tool_result' | 'mcp_tool_error'>;

// An adapter may name the family itself; the table of calls is the same.
function startMcp(tools: Tools, { toolCallId, server, toolName, lane }: McpDraft, input: unknown): void {
  const mcp = { server, tool: toolName };
  tools.start({ type: 'tool_call_start', toolCallId, toolName, mcp, input, ...given({ lane }) });
}

function demandMcp(tools: Tools, draft: McpDraft): void {
  if (tools.find(draft.toolCallId) === undefined) {
    startMcp(tools, draft, {});
  }
}

function shell({ out, tools, shells }: RoutedParts, draft: ShellDraft): void {
  const tool = tools.find(draft.toolCallId);
  if (tool === undefined) {
    out.reject(draft, NO_CALL);
  } else if (tool.mcp !== undefined) {
    out.reject(draft, 'an MCP call has no shell');
  } else if (tool.isOpen) {
    if (draft.type === 'shell_start') {
      tools.ensureReady(tool);
    }
    shells.take(tool, draft);
  } else if (draft.type === 'shell_start') {
    out.reject(draft, 'its tool call is over');
  }
}

function file(parts: RoutedParts, draft: DraftOf<FileBody['type']>): void {
  const { lane: laneId, toolCallId, ...body } = draft;
  const lane = parts.subagents.lane(laneId);
  if (toolCallId !== undefined) {
    const why = parts.tools.file(toolCallId, body);
    if (why !== undefined) {
      parts.out.reject(draft, why);
    }
  } else if (lane.hasSucceeded || parts.out.isHidden(lane)) {
    putInLane(parts, draft, body);
  } else {
    parts.out.reject(draft, 'no call has succeeded that could have touched it');
  }
}

function endSubagent(
  { out, subagents, closers }: RoutedParts,
  draft: DraftOf<'subagent_result' | 'subagent_error'>,
): void {
  const lane = subagents.find(draft.subagentId);
  if (lane === undefined) {
    out.reject(draft, 'no such subagent');
  } else if (lane.state === 'living') {
    closers.endSubagent(lane, draft);
  }
}

/** Routes a question or an answer, since a shell may wait for the answer. */
function ofQuestion<D extends EventDraft>(act: (approvals: Approvals, draft: D) => void): Route<D> {
  return ({ approvals, tools }, draft) => {
    act(approvals, draft);
    tools.settleShells();
  };
}

type ToldDraft = DraftOf<
  | 'plugin_invoked'
  | 'plugin_error'
  | 'skill_invoked'
  | 'image_input_ack'
  | 'context_limit_warning'
  | 'context_compacted'
>;

function tell(parts: RoutedParts, draft: ToldDraft): void {
  const { lane, ...body } = draft;
  putInLane(parts, draft, body);
}

function putInLane({ out, subagents }: RoutedParts, draft: EventDraft, body: LooseBody): void {
  const lane = subagents.lane(draft.lane);
  if (subagents.admit(lane)) {
    out.put(body, lane);
  } else if (!out.isHidden(lane)) {
    out.reject(draft, HAS_ENDED);
  }
}

function whyNoOutcome({ tools }: RoutedParts, { toolCallId }: DraftOf<'tool_result' | 'tool_error'>): string {
  const tool = tools.find(toolCallId);
  if (tool === undefined) {
    return NO_CALL;
  }
  return tool.isGivenUp ? 'the next step had begun without it' : 'its call had ended before its input was said again';
}

function expect({ out }: RoutedParts, draft: EventDraft, hasPlace: boolean, why: string): void {
  if (!hasPlace) {
    out.reject(draft, why);
  }
}
