/** The journal as spans: a fold that says when each one starts, what happens in it, and how it ends. */
import type { AgentEvent } from '@agent-mux/events';
import type { Projection } from '@agent-mux/protocols';
import { advance, createModel, find, type Moment } from '@agent-mux/protocols/model';
import { userMessage } from './contents.ts';
import { type SpanFold, type SpanOptions, speakerOf, type Tell } from './fold.ts';
import { hearModel } from './models.ts';
import type { SpanRecord } from './records.ts';
import { createSpanTree } from './span-tree.ts';
import { endAll, endRun, spanOf, tellSubagent } from './tell-agents.ts';
import { endTurn, giveUpChat, hearOutput, tellCycles } from './tell-chats.ts';
import { tellEvent, tellInput, tellNote, tellTurn } from './tell-events.ts';
import { endTool, startTool } from './tell-tools.ts';
import { addTokens } from './usage.ts';

/**
 * Runs and their subagents are `invoke_agent`, requests to a model `chat`, tool calls `execute_tool`. Each span lies within that of its
 * cause, and has the times of the entries.
 */
export function spanRecords({ content = false }: SpanOptions = {}): Projection<SpanRecord, SpanFold> {
  return {
    init: () => ({ model: createModel(), tree: createSpanTree(), speakers: {}, calls: {}, runs: {} }),
    step(fold, source, emit) {
      const moment = advance(fold.model, source);
      const tell: Tell = { fold, emit, content };
      const main = find(fold.model.actors, moment.run.runId);
      if (main === undefined || spanOf(tell, main, moment.entry.timestamp) === null) {
        return;
      }
      const span = spanOf(tell, moment.actor, moment.entry.timestamp, moment.began !== null);
      if (span === null) {
        return;
      }
      if (moment.prompt !== null) {
        hearPrompt(tell, moment);
      }
      if ('type' in moment.entry) {
        hearEvent(tell, moment, moment.entry, span);
      } else {
        hearEntry(tell, moment, span);
      }
    },
    end(fold, emit) {
      endAll({ fold, emit, content });
    },
  };
}

function hearPrompt(tell: Tell, { prompt, actor }: Moment): void {
  if (prompt === null || !tell.content) {
    return;
  }
  const speaker = speakerOf(tell.fold, actor);
  speaker.prompts.push(userMessage(prompt));
  speaker.waiting.push(userMessage(prompt));
}

function hearEntry(tell: Tell, moment: Moment, span: string): void {
  const { entry, actor, run } = moment;
  if (!('entry' in entry)) {
    return;
  }
  switch (entry.entry) {
    case 'input':
      tellInput(tell, span, entry);
      if (entry.input === 'control' && entry.action === 'interrupt') {
        giveUpChat(tell, run);
      }
      break;
    case 'note':
      tellNote(tell, span, entry);
      break;
    case 'turn':
      if (moment.rested !== null) {
        tellTurn(tell, span, entry);
        endTurn(tell, moment, moment.rested);
      }
      break;
    case 'close':
      endRun(tell, run, actor, entry);
      break;
    default:
  }
}

function hearEvent(tell: Tell, moment: Moment, event: AgentEvent, span: string): void {
  const { fold } = tell;
  const { actor, run } = moment;
  hearModel(tell, actor, event);
  tellCycles(tell, moment, span);
  hearOutput(tell, moment, event);
  switch (event.type) {
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      startTool(tell, moment, event, span);
      break;
    case 'tool_result':
    case 'tool_error':
    case 'mcp_tool_result':
    case 'mcp_tool_error':
      endTool(tell, moment, event, span);
      break;
    case 'subagent_spawn':
    case 'subagent_result':
    case 'subagent_error':
      tellSubagent(tell, moment, event);
      break;
    case 'token_usage':
      addTokens(speakerOf(fold, actor).tokens, event);
      if (actor.lane !== null) {
        addTokens(speakerOf(fold, { id: run.runId }).tokens, event);
      }
      break;
    default:
      tellEvent(tell, spanOfCall(tell, moment) ?? span, event, moment.question);
  }
}

/** The span of the call that a question is about, within which it happens. */
function spanOfCall({ fold }: Tell, { question }: Moment): string | undefined {
  const key = question?.callKey ?? null;
  return key === null ? undefined : find(fold.calls, key)?.span;
}
