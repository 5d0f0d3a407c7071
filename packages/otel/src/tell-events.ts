/** What happens within a span and takes no time: one table from types of events to span events. */
import type { AgentEvent } from '@agent-mux/events';
import type { InputEntry, NoteEntry, TurnEntry } from '@agent-mux/events/journal';
import { factsOfQuestion, type Question } from '@agent-mux/protocols/model';
import { valueText } from './contents.ts';
import type { Tell } from './fold.ts';
import { ERROR_TYPE, OWN, OWN_PREFIX } from './names.ts';
import type { Attributes, AttributeValue } from './records.ts';

interface Told {
  /** Fields that are always included. */
  readonly always: readonly string[];
  /** Fields that contain what was said. */
  readonly content?: readonly string[];
}

/** The events, each as `agent_mux.<type>` with fields `agent_mux.<field>`. Types that are missing here are told by spans, or not at all. */
const SPAN_EVENTS: Readonly<Partial<Record<AgentEvent['type'], Told>>> = {
  turn_start: { always: ['turnIndex'] },
  turn_end: { always: ['turnIndex'] },
  session_checkpoint: { always: ['checkpointId'] },
  approval_request: { always: ['interactionId', 'toolCallId', 'toolName', 'riskLevel'], content: ['action', 'detail'] },
  approval_granted: { always: ['interactionId', 'toolCallId'] },
  approval_denied: { always: ['interactionId', 'toolCallId'], content: ['reason'] },
  input_required: { always: ['interactionId', 'source'], content: ['question'] },
  rate_limited: { always: ['retryAfterMs'] },
  rate_limit_error: { always: ['retryAfterMs'], content: ['message'] },
  retry: { always: ['attempt', 'maxAttempts', 'delayMs'], content: ['reason'] },
  context_limit_warning: { always: ['usedTokens', 'maxTokens', 'pctUsed'] },
  context_compacted: { always: ['tokensSaved'], content: ['summary'] },
  stream_fallback: { always: ['capability'] },
  paused: { always: [] },
  resumed: { always: [] },
  error: { always: ['recoverable'], content: ['message'] },
  plugin_error: { always: ['pluginId'], content: ['error'] },
  debug: { always: ['level'], content: ['message'] },
};

/** Tells an event within `span`. `question` is the one that it asks. */
export function tellEvent(tell: Tell, span: string, event: AgentEvent, question: Question | null): void {
  const told = Object.hasOwn(SPAN_EVENTS, event.type) ? SPAN_EVENTS[event.type] : undefined;
  // The run's remarks about itself are for its own reader.
  if (told === undefined || (event.type === 'debug' && event.level !== 'warn')) {
    return;
  }
  const names = [...told.always, ...(tell.content ? (told.content ?? []) : [])];
  emitEvent(tell, span, event, {
    ...Object.assign({}, ...names.map((name) => fieldOf(event, name))),
    ...(event.type === 'error' ? { [ERROR_TYPE]: event.code } : {}),
    ...(event.type === 'approval_request' && question !== null ? toolAttributes(tell, question) : {}),
  });
}

/** The attributes of the tool that a question is about. */
function toolAttributes({ fold }: Tell, question: Question): Attributes {
  const { toolKind, mcp } = factsOfQuestion(fold.model, question);
  return {
    ...(toolKind === undefined ? {} : { [OWN.toolKind]: toolKind }),
    ...(mcp === undefined ? {} : { [OWN.server]: mcp.server, [OWN.mcpTool]: mcp.tool }),
  };
}

/** Tells what a user or a program has said to the run. */
export function tellInput(tell: Tell, span: string, entry: InputEntry): void {
  const { by } = entry;
  const who = 'rule' in by ? { rule: by.rule } : 'id' in by ? { id: by.id } : {};
  const attributes: Attributes = {
    [`${OWN_PREFIX}by`]: by.kind,
    ...Object.assign({}, ...Object.entries(who).map(([name, value]) => scalar(`by.${name}`, value))),
  };
  if (entry.input === 'prompt') {
    emitEvent(tell, span, { ...entry, type: 'prompt' }, { ...attributes, [`${OWN_PREFIX}as`]: entry.as });
  } else if (entry.input === 'answer') {
    const { interactionId, response } = entry;
    emitEvent(
      tell,
      span,
      { ...entry, type: 'answer' },
      {
        ...attributes,
        [`${OWN_PREFIX}interaction_id`]: interactionId,
        [`${OWN_PREFIX}response`]: tell.content ? valueText(response) : response.type,
        // The choice to send or decline a form is nothing that was said.
        ...(response.type === 'form' ? { [`${OWN_PREFIX}action`]: response.action } : {}),
      },
    );
  } else if (entry.input === 'control') {
    emitEvent(tell, span, { ...entry, type: 'control' }, { ...attributes, [`${OWN_PREFIX}action`]: entry.action });
  }
}

/** Tells what the program has published, such as thoughts of its own. */
export function tellNote(tell: Tell, span: string, entry: NoteEntry): void {
  const { kind, data } = entry;
  emitEvent(
    tell,
    span,
    { ...entry, type: 'note' },
    { [`${OWN_PREFIX}kind`]: kind, ...(tell.content ? { [`${OWN_PREFIX}data`]: valueText(data) } : {}) },
  );
}

/** Tells how a turn of the run ended. */
export function tellTurn(tell: Tell, span: string, entry: TurnEntry): void {
  const { outcome, error } = entry;
  emitEvent(
    tell,
    span,
    { ...entry, type: 'turn' },
    {
      ...scalar('outcome', outcome),
      ...(error === undefined ? {} : { [ERROR_TYPE]: error.code }),
      ...(error === undefined || !tell.content ? {} : scalar('message', error.message)),
    },
  );
}

function emitEvent(
  { emit }: Tell,
  span: string,
  { type, timestamp }: { readonly type: string; readonly timestamp: number },
  attributes: Attributes,
): void {
  emit({ record: 'event', span, name: `${OWN_PREFIX}${type}`, time: timestamp, attributes });
}

function fieldOf(event: AgentEvent, name: string): Attributes {
  return scalar(name, (event as unknown as Record<string, unknown>)[name]);
}

function scalar(name: string, value: unknown): Record<string, AttributeValue> {
  if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isFinite(value)) {
    return {};
  }
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { [`${OWN_PREFIX}${snake}`]: value as AttributeValue };
}
