/** `system` lines and the other notices that are not part of the conversation itself. */
import type { EventDraft } from '@agent-mux/core';
import { countOf, debug, numberOf, objectOf, textOf } from '../../shared/index.ts';
import type { Background } from './background.ts';
import type { Denials } from './denials.ts';
import type { NativeLine } from './native.ts';
import type { SessionOpening } from './opening.ts';
import type { Prompts } from './prompts.ts';
import type { Subagents } from './subagents.ts';
import { shellNote } from './tool-results.ts';
import type { Tools } from './tools.ts';
import type { Turns } from './turns.ts';

export interface SystemLinesParts {
  readonly opening: SessionOpening;
  readonly turns: Turns;
  readonly prompts: Prompts;
  readonly tools: Tools;
  readonly subagents: Subagents;
  readonly background: Background;
  readonly denials: Denials;
  /** The number of tokens saved; undefined where the line does not say it. */
  readonly onCompaction: (tokensSaved: number | undefined) => void;
}

export class SystemLines {
  readonly #parts: SystemLinesParts;

  constructor(parts: SystemLinesParts) {
    this.#parts = parts;
  }

  /** The events of the line; none where this subtype is not known. */
  parse(line: NativeLine): readonly EventDraft[] {
    switch (line.subtype) {
      case 'status':
        return this.#status(line);
      case 'api_retry':
        return retry(line);
      case 'session_state_changed':
        return this.#sessionState(line);
      case 'compact_boundary':
        this.#parts.onCompaction(tokensSaved(line));
        return [];
      case 'task_started':
      case 'task_notification':
      case 'task_progress':
      case 'task_updated':
      case 'background_tasks_changed':
        return this.#task(line);
      case 'permission_denied':
        return this.#parts.denials.tell(
          textOf(line.tool_use_id) ?? '',
          textOf(line.tool_name) ?? '',
          textOf(line.message) ?? 'not allowed',
        );
      default:
        return notice(line);
    }
  }

  #sessionState(line: NativeLine): readonly EventDraft[] {
    if (line.state === 'idle') {
      // The notice that it is completed also ends a prompt that was taken up without a turn of its own.
      this.#parts.prompts.takeBegun();
    }
    return this.#parts.turns.sessionState(line.state);
  }

  #status(line: NativeLine): readonly EventDraft[] {
    const drafts: EventDraft[] = [];
    if (line.status === 'requesting') {
      drafts.push({ type: 'step_start' });
    } else if (line.status === 'compacting') {
      drafts.push(debug('info', 'The agent compacts its context.'));
    }
    if (line.compact_result === 'failed') {
      drafts.push(debug('warn', `The agent could not compact its context: ${textOf(line.compact_error) ?? ''}`));
    }
    drafts.push(...this.#parts.opening.permissionMode(line.permissionMode));
    return drafts;
  }

  #task(line: NativeLine): readonly EventDraft[] {
    const { background, subagents, tools } = this.#parts;
    switch (line.subtype) {
      case 'background_tasks_changed':
        background.listed(line);
        return [];
      case 'task_started': {
        const taskId = textOf(line.task_id);
        const id = textOf(line.tool_use_id);
        if (taskId !== undefined && line.is_backgrounded === true) {
          background.began(taskId);
        }
        // A shell is a task only when it runs for some seconds, or in the background.
        return line.task_type === 'local_agent' ? subagents.started(line) : id === undefined ? [] : tools.runs(id);
      }
      case 'task_notification':
        return this.#taskEnded(line);
      default:
        return [debug('verbose', `Task ${textOf(line.task_id) ?? ''}: ${progressOf(line)}`)];
    }
  }

  #taskEnded(line: NativeLine): readonly EventDraft[] {
    const { background, subagents, turns } = this.#parts;
    const taskId = textOf(line.task_id) ?? '';
    const id = textOf(line.tool_use_id);
    const isAgent = subagents.laneOf(taskId) !== undefined;
    const wasBackground = background.has(taskId) || (isAgent && subagents.isBackground(id));
    background.ended(taskId);
    if (!wasBackground) {
      // The result of a foreground call says more than this line.
      return [];
    }
    if (line.status !== 'stopped') {
      turns.reported();
    }
    if (!isAgent || id === undefined) {
      return [shellNote(line)];
    }
    const summary = textOf(line.summary) ?? '';
    return line.status === 'completed'
      ? // Where the agent made no report, the CLI gives only a label: then its last words are the report.
        subagents.ended(id, { summary: line.summary_is_report === true ? summary : subagents.lastWords(id, summary) })
      : subagents.ended(id, { error: summary === '' ? (textOf(line.status) ?? 'failed') : summary });
  }
}

function progressOf(line: NativeLine): string {
  return textOf(line.description) ?? textOf(objectOf<'status'>(line.patch)?.status) ?? 'changed';
}

function retry(line: NativeLine): readonly EventDraft[] {
  const delayMs = countOf(line.retry_delay_ms);
  const status = numberOf(line.error_status);
  // A retry that does not say which one it is is at least the first, and one that does not say how many there are may be the last.
  const attempt = countOf(line.attempt) || 1;
  const drafts: EventDraft[] = line.error === 'rate_limit' ? [{ type: 'rate_limited', retryAfterMs: delayMs }] : [];
  drafts.push({
    type: 'retry',
    attempt,
    maxAttempts: countOf(line.max_retries) || attempt,
    reason: status === undefined ? (textOf(line.error) ?? 'unknown') : `${textOf(line.error) ?? 'unknown'} (${status})`,
    delayMs,
  });
  return drafts;
}

function tokensSaved(line: NativeLine): number | undefined {
  const metadata = objectOf<'pre_tokens' | 'post_tokens'>(line.compact_metadata);
  const [before, after] = [numberOf(metadata?.pre_tokens), numberOf(metadata?.post_tokens)];
  return before === undefined || after === undefined ? undefined : Math.max(0, before - after);
}

function notice(line: NativeLine): readonly EventDraft[] {
  const subtype = textOf(line.subtype) ?? '';
  switch (subtype) {
    case 'thinking_tokens':
    case 'ui_invalidate':
      return [];
    case 'informational':
      return [debug('info', textOf(line.content) ?? '')];
    case 'model_fallback':
    case 'model_refusal_fallback':
      return [
        debug(
          'warn',
          `The model was switched from ${textOf(line.original_model) ?? '?'} to ${textOf(line.fallback_model) ?? '?'}.`,
        ),
      ];
    case 'model_refusal_no_fallback':
      return [debug('warn', `${textOf(line.original_model) ?? 'The model'} refused the request.`)];
    case 'session_title_changed':
      return [debug('verbose', `Session title: ${textOf(line.title) ?? ''}`)];
    case 'hook_started':
    case 'hook_progress':
    case 'hook_response':
      return [debug('verbose', `${subtype} ${textOf(line.hook_name) ?? ''} ${textOf(line.outcome) ?? ''}`.trim())];
    default:
      return [];
  }
}
