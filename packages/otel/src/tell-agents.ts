/** Agents: a span for each run, and for each subagent that an agent reports. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry } from '@agent-mux/events/journal';
import {
  type Actor,
  callKey,
  describeEnd,
  type Failure,
  find,
  type Moment,
  put,
  type Run,
  seenCause,
  textOf,
  whyAborted,
} from '@agent-mux/protocols/model';
import { inputMessages, messageOf, outputMessages, toolMessage, userMessage } from './contents.ts';
import { attributesOf, createTokens, speakerOf, type Tell } from './fold.ts';
import { requestAttributes, responseAttributes } from './models.ts';
import { ERROR_TYPE, GEN_AI, KINDS, OWN, STATUS, spanName } from './names.ts';
import type { Attributes, AttributeValue, SpanStatus } from './records.ts';
import { endSpan, startSpan } from './span-tree.ts';
import { endChat } from './tell-chats.ts';
import { endOpenTools } from './tell-tools.ts';
import { addTokens, costAttributes, tokenAttributes } from './usage.ts';

/**
 * The span of the actor, which begins with its first entry; null where its run has ended, since late entries are dropped. A subagent that
 * has ended begins again where it works again (`wakes`); otherwise its late entries belong to its caller.
 */
export function spanOf(tell: Tell, actor: Actor, at: number, wakes = true): string | null {
  const { fold } = tell;
  const speaker = speakerOf(fold, actor);
  if (speaker.span !== null) {
    return speaker.span;
  }
  const run = find(fold.model.runs, actor.runId);
  if (run === undefined) {
    return null;
  }
  if (actor.lane !== null) {
    const caller = actor.parent === null ? undefined : find(fold.model.actors, actor.parent);
    const parent = caller === undefined ? null : spanOf(tell, caller, at);
    if (parent === null || (!actor.isOpen && !wakes)) {
      return parent;
    }
    speaker.span = startAgent(tell, run, actor, { parent, at });
    return speaker.span;
  }
  if (find(fold.runs, run.runId) !== undefined) {
    return null;
  }
  speaker.span = startAgent(tell, run, actor, { parent: callerSpan(tell, run), at: run.openedAt });
  put(fold.runs, run.runId, speaker.span);
  return speaker.span;
}

/** The span of the call that has started the run, while it runs; else that of the run that has called it. */
function callerSpan({ fold }: Tell, { header }: Run): string | null {
  const { parent, parentCall } = header ?? {};
  if (parent === undefined) {
    return null;
  }
  const call = parentCall === undefined ? undefined : find(fold.calls, callKey(parent, parentCall));
  return call?.span ?? find(fold.speakers, parent)?.span ?? null;
}

function startAgent(
  { fold, emit }: Tell,
  run: Run,
  actor: Actor,
  { parent, at }: { readonly parent: string | null; readonly at: number },
): string {
  const { header } = run;
  speakerOf(fold, actor).name = actor.name;
  const from = actor.lane === null ? header?.handoffFrom : undefined;
  const predecessor = from === undefined ? undefined : find(fold.runs, from);
  const own: Record<string, AttributeValue> =
    actor.lane !== null || header === null
      ? {}
      : {
          [OWN.runMode]: header.mode,
          [OWN.root]: header.root,
          ...(header.parent === undefined ? {} : { [OWN.parent]: header.parent }),
          ...(from === undefined ? {} : { [OWN.handoffFrom]: from }),
        };
  return startSpan(fold.tree, emit, {
    parent,
    spans: true,
    name: spanName('invoke_agent', actor.name),
    kind: KINDS.invoke_agent,
    time: at,
    attributes: {
      [GEN_AI.operation]: 'invoke_agent',
      ...requestAttributes({ fold }, run, actor),
      ...(actor.lane === null ? { [GEN_AI.agentId]: run.agent } : {}),
      ...attributesOf(run, actor),
      ...own,
    },
    ...(predecessor === undefined ? {} : { links: [predecessor] }),
  });
}

type SubagentEvent = Extract<AgentEvent, { type: `subagent_${string}` }>;

/** Tells of a subagent that its agent reports. */
export function tellSubagent(tell: Tell, { subagent, actor, run }: Moment, event: SubagentEvent): void {
  if (subagent === null || subagent.id === actor.id || subagent.lane === null) {
    return;
  }
  const span = spanOf(tell, subagent, event.timestamp);
  if (span === null) {
    return;
  }
  const speaker = speakerOf(tell.fold, subagent);
  if (event.type === 'subagent_spawn') {
    if (tell.content && event.prompt !== '') {
      speaker.prompts.push(userMessage({ text: event.prompt }));
      speaker.waiting.push(userMessage({ text: event.prompt }));
    }
    return;
  }
  const failed = event.type === 'subagent_error';
  const text = failed ? '' : event.summary === '' ? subagent.text : event.summary;
  if (tell.content) {
    const response = failed ? event.error : event.summary;
    speakerOf(tell.fold, actor).waiting.push(toolMessage(event.subagentId, response));
  }
  endLane(tell, run, subagent, {
    time: event.timestamp,
    text,
    attributes: { ...(failed ? { [ERROR_TYPE]: SUBAGENT_ERROR } : costAttributes(event.cost)) },
    status: failed ? { code: 'error', message: (tell.content && event.error) || SUBAGENT_ERROR } : { code: 'unset' },
  });
}

/** The error type of a subagent, because no agent has a code for its failures. */
const SUBAGENT_ERROR = 'subagent_error';

interface End {
  readonly time: number;
  /** Its last message. */
  readonly text: string;
  readonly attributes: Attributes;
  readonly status: SpanStatus;
}

function endLane(tell: Tell, run: Run, lane: Actor, { time, status, attributes, text }: End): void {
  const errorType = attributes[ERROR_TYPE];
  endChat(
    tell,
    lane,
    status.code === 'unset' && attributes[OWN.unfinished] === undefined
      ? { how: 'whole' }
      : { how: 'cut', at: time, status, ...(typeof errorType === 'string' ? { errorType } : {}) },
  );
  endAgent(tell, run, lane, { time, status, attributes, text });
}

/** Ends the spans of a run that has closed, or of which nothing more comes. */
export function endRun(tell: Tell, run: Run, actor: Actor, close?: CloseEntry): void {
  const cause = seenCause(run);
  const time = close?.timestamp ?? run.at;
  const failure = STATUS[cause] === 'error' ? failureOf(run) : null;
  const status: SpanStatus =
    failure === null ? { code: 'unset' } : { code: 'error', message: messageOf(failure, tell.content) };
  const error = failure === null ? {} : { [ERROR_TYPE]: failure.code };
  endOpenTools(tell, run.runId, { time, status, attributes: error });
  for (const lane of Object.values(tell.fold.model.actors)) {
    if (lane.runId !== run.runId || lane.lane === null || speakerOf(tell.fold, lane).span === null) {
      continue;
    }
    endLane(tell, run, lane, { time, status, text: lane.text, attributes: { ...error, [OWN.unfinished]: true } });
  }
  endChat(
    tell,
    actor,
    cause === 'completed'
      ? { how: 'whole' }
      : { how: 'cut', at: time, status, ...(failure === null ? {} : { errorType: failure.code }) },
  );
  const { handoffTo } = close ?? {};
  const why = whyAborted(run, cause);
  endAgent(tell, run, actor, {
    time,
    status,
    text: textOf(run),
    attributes: {
      [OWN.cause]: cause,
      ...(why === undefined ? {} : { [OWN.abortReason]: why }),
      ...error,
      ...(handoffTo === undefined ? {} : { [OWN.handoffTo]: handoffTo }),
      ...costAttributes(run.cost),
    },
  });
}

/** The failure of a run, according to its end or else to its events. */
function failureOf(run: Run): Failure {
  const facts = run.close?.facts;
  return (facts?.error === undefined ? run.failure : null) ?? describeEnd(seenCause(run), facts);
}

function endAgent(tell: Tell, run: Run, actor: Actor, { time, text, attributes, status }: End): void {
  const speaker = speakerOf(tell.fold, actor);
  const { span } = speaker;
  if (span === null) {
    return;
  }
  const isWhole =
    actor.lane === null ? attributes[OWN.cause] === 'completed' : attributes[OWN.unfinished] === undefined;
  const reason = status.code === 'error' ? 'error' : isWhole ? 'stop' : undefined;
  if (speaker.tokens.reports === 0 && actor.lane === null && run.cost !== null) {
    addTokens(speaker.tokens, run.cost);
  }
  endSpan(tell.fold.tree, tell.emit, span, {
    time,
    ...(speaker.name === actor.name ? {} : { name: spanName('invoke_agent', actor.name) }),
    attributes: {
      ...attributesOf(run, actor),
      // The session may have given these facts after the span began.
      ...requestAttributes(tell, run, actor),
      ...responseAttributes(speaker.answered),
      ...tokenAttributes(speaker.tokens),
      ...attributes,
      ...inputMessages(speaker.prompts),
      ...(tell.content && text !== '' ? outputMessages([{ type: 'text', content: text }], reason) : {}),
    },
    status,
  });
  // A lane may be active once more, and begins again then.
  Object.assign(speaker, {
    span: null,
    wanted: null,
    answered: null,
    tokens: createTokens(),
    prompts: [],
    waiting: [],
  });
}

/**
 * Ends all spans, because nothing more comes: runs that have not closed end as they were seen last, and a successor that never came is
 * lost.
 */
export function endAll(tell: Tell): void {
  const { model } = tell.fold;
  tellAbsent(tell);
  for (const run of Object.values(model.runs)) {
    const actor = find(model.actors, run.runId);
    if (actor !== undefined && speakerOf(tell.fold, actor).span !== null) {
      endRun(tell, run, actor);
    }
  }
}

function tellAbsent(tell: Tell): void {
  const { fold, emit, content } = tell;
  for (const run of Object.values(fold.model.runs)) {
    const to = run.close?.handoffTo ?? null;
    const predecessor = find(fold.runs, run.runId);
    if (to === null || predecessor === undefined || find(fold.model.runs, to) !== undefined) {
      continue;
    }
    const failure = describeEnd('lost', undefined);
    const span = startSpan(fold.tree, emit, {
      parent: callerSpan(tell, run),
      spans: true,
      name: 'invoke_agent',
      kind: KINDS.invoke_agent,
      time: run.at,
      attributes: {
        [GEN_AI.operation]: 'invoke_agent',
        [OWN.runId]: to,
        [OWN.handoffFrom]: run.runId,
      },
      links: [predecessor],
    });
    put(fold.runs, to, span);
    endSpan(fold.tree, emit, span, {
      time: run.at,
      attributes: { [OWN.cause]: 'lost', [ERROR_TYPE]: failure.code },
      status: { code: 'error', message: messageOf(failure, content) },
    });
  }
}
