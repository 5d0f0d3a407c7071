/** Requests to a model: a span for each generation cycle, which stays open until its usage can change no more. */
import type { AgentEvent } from '@agent-mux/events';
import {
  type Actor,
  argumentsOf,
  find,
  inputObject,
  type Moment,
  type Run,
  type TurnEnd,
} from '@agent-mux/protocols/model';
import { inputMessages, outputMessages } from './contents.ts';
import { attributesOf, type Chat, createTokens, speakerOf, type Tell } from './fold.ts';
import { requestAttributes, requestedModel, responseAttributes } from './models.ts';
import { ERROR_TYPE, GEN_AI, KINDS, OWN, spanName } from './names.ts';
import type { SpanStatus } from './records.ts';
import { endSpan, startSpan } from './span-tree.ts';
import { addTokens, tokenAttributes } from './usage.ts';

/** Why nothing more comes of a request. */
export type ChatEnd =
  /** The agent went on, so that its output was whole. */
  | { readonly how: 'whole' }
  /** The run or the lane has ended in another way, at that time. */
  | { readonly how: 'cut'; readonly at: number; readonly status: SpanStatus; readonly errorType?: string };

/** Begins a cycle, and ends the one before. `span` is that of the actor. */
export function tellCycles(tell: Tell, { actor, run, began, ended, answered }: Moment, span: string): void {
  const speaker = speakerOf(tell.fold, actor);
  if (ended !== null && speaker.chat !== null) {
    speaker.chat.isOver = true;
  }
  if (answered !== null && began === null && speaker.chat !== null) {
    speaker.chat.answeredAt ??= run.at;
  }
  if (began === null) {
    return;
  }
  endChat(tell, actor, { how: 'whole' });
  const started = startSpan(tell.fold.tree, tell.emit, {
    parent: span,
    spans: true,
    name: spanName('chat', requestedModel(tell, run, actor)),
    kind: KINDS.chat,
    time: began.startedAt,
    attributes: {
      [GEN_AI.operation]: 'chat',
      ...requestAttributes(tell, run, actor),
      ...attributesOf(run, actor),
      [OWN.cycle]: began.number,
    },
  });
  speaker.chat = {
    span: started,
    startedAt: began.startedAt,
    saidAt: null,
    answeredAt: null,
    isWriting: false,
    isOver: false,
    hasAsked: false,
    isGivenUp: false,
    tokens: createTokens(),
    model: null,
    input: speaker.waiting,
    output: [],
  };
  speaker.waiting = [];
}

/** Takes the model's output, as far as it belongs to a request. */
export function hearOutput(tell: Tell, { actor, call }: Moment, event: AgentEvent): void {
  const { chat } = speakerOf(tell.fold, actor);
  if (chat === null) {
    return;
  }
  switch (event.type) {
    case 'message_start':
    case 'text_delta':
    case 'thinking_start':
    case 'thinking_delta':
    case 'tool_call_start':
    case 'tool_input_delta':
      says(chat, event, true);
      break;
    case 'message_stop':
      says(chat, event, false);
      if (tell.content && event.text !== '') {
        chat.output.push({ type: 'text', content: event.text });
      }
      break;
    case 'thinking_stop':
      says(chat, event, false);
      if (tell.content && event.thinking !== '') {
        chat.output.push({ type: 'reasoning', content: event.thinking });
      }
      break;
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      says(chat, event, false);
      chat.hasAsked = true;
      if (tell.content && call !== null) {
        const { toolCallId: id, toolName: name } = event;
        chat.output.push({
          type: 'tool_call',
          id,
          name,
          arguments: inputObject({ input: event.input ?? argumentsOf(call) }),
        });
      }
      break;
    case 'subagent_spawn':
      says(chat, event, false);
      chat.hasAsked = true;
      if (tell.content) {
        const { subagentId: id, agentName: name, prompt } = event;
        chat.output.push({ type: 'tool_call', id, name, arguments: { prompt } });
      }
      break;
    case 'token_usage':
      addTokens(chat.tokens, event);
      if (event.model !== undefined) {
        chat.model = { name: event.model, provider: event.provider ?? null };
      }
      break;
    case 'retry':
      chat.isGivenUp = true;
      break;
    default:
  }
}

function says(chat: Chat, { timestamp }: AgentEvent, isWriting: boolean): void {
  chat.saidAt = timestamp;
  chat.isWriting = isWriting;
}

/** Ends the last request of the actor, of which nothing more comes. */
export function endChat(tell: Tell, actor: Actor, end: ChatEnd): void {
  const speaker = speakerOf(tell.fold, actor);
  const { chat } = speaker;
  if (chat === null) {
    return;
  }
  speaker.chat = null;
  const isOpen = chat.isWriting || chat.saidAt === null;
  // The turns of lanes have no end of their own.
  const isCut = end.how === 'cut' && (isOpen || (actor.lane === null && !chat.isOver));
  const status: SpanStatus = isCut ? end.status : { code: 'unset' };
  const reason = reasonOf(chat, end.how === 'whole', status);
  endSpan(tell.fold.tree, tell.emit, chat.span, {
    time: isOpen && end.how === 'cut' ? end.at : (chat.saidAt ?? chat.answeredAt ?? chat.startedAt),
    attributes: {
      ...(reason === undefined ? {} : { [GEN_AI.finishReasons]: [reason] }),
      ...tokenAttributes(chat.tokens),
      ...responseAttributes(chat.model),
      ...(isCut ? { [OWN.unfinished]: true } : {}),
      ...(isCut && end.errorType !== undefined ? { [ERROR_TYPE]: end.errorType } : {}),
      ...inputMessages(chat.input),
      ...outputMessages(chat.output, reason),
    },
    status,
  });
}

// No journal has the model's own reason. The reason of an answer without calls is known only where the agent has gone on with it.
function reasonOf(chat: Chat, isWhole: boolean, { code }: SpanStatus): string | undefined {
  if (code === 'error') {
    return 'error';
  }
  if (chat.hasAsked && !chat.isWriting) {
    return 'tool_call';
  }
  return isWhole && !chat.isGivenUp ? 'stop' : undefined;
}

/** Takes the end of a turn: where it went wrong, nothing shows that its last answer was whole, though the agent goes on. */
export function endTurn(tell: Tell, { actor }: Moment, { cause }: TurnEnd): void {
  const { chat } = speakerOf(tell.fold, actor);
  if (chat !== null && cause !== 'completed') {
    chat.isGivenUp = true;
  }
}

/** Gives up the request of a turn that somebody has stopped: its output is not complete. */
export function giveUpChat(tell: Tell, run: Run): void {
  for (const id of Object.keys(tell.fold.speakers)) {
    const chat = find(tell.fold.speakers, id)?.chat;
    if (chat !== null && chat !== undefined && find(tell.fold.model.actors, id)?.runId === run.runId) {
      chat.isGivenUp = true;
    }
  }
}
