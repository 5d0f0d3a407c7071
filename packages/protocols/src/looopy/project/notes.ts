/** What the host publishes: kinds that no agent has, in the same order as everything else. */
import type { NoteEntry } from '@agent-mux/events/journal';
import { isObject } from '../../decode.ts';
import { find, type Moment } from '../../model/index.ts';
import type { AnyEvent } from '../../tasks/index.ts';
import { findFieldProblems } from '../fields.ts';
import { passesThought } from '../thoughts.ts';
import { writeArtifact } from './artifacts.ts';
import { tellInternal } from './internal.ts';
import type { Task, Tell } from './state.ts';
import { announce, say, settle, taskOf } from './tasks.ts';

/** The kinds that a host may publish, as `note` with the fields of the event as `data`. */
export const PUBLISHED = [
  'tool-progress',
  'auth-completed',
  'file-write',
  'data-write',
  'dataset-write',
  'thought-stream',
  'internal:thought-process',
] as const;

export type PublishedKind = (typeof PUBLISHED)[number];

export function isPublished(kind: string): kind is PublishedKind {
  return (PUBLISHED as readonly string[]).includes(kind);
}

/** Tells a note; one that is none of the protocol, or has wrong fields, is told as it is, internally. */
export function tellNote(tell: Tell, moment: Moment, note: NoteEntry): void {
  const { kind, data } = note;
  if (kind === 'title') {
    const title = isObject(data) ? data['title'] : data;
    if (typeof title === 'string') {
      announce(tell, taskOf(tell, moment.actor), undefined, { title });
    }
    return;
  }
  if (!isPublished(kind)) {
    tellInternal(tell, moment.actor, { kind: 'internal:note', note });
    return;
  }
  const problem = tellPublished(tell, moment, kind, data);
  if (problem !== undefined) {
    tellInternal(tell, moment.actor, { kind: 'internal:note', note, problem });
  }
}

function tellPublished(tell: Tell, { actor }: Moment, kind: PublishedKind, data: unknown): string | undefined {
  if (!isObject(data)) {
    return 'the data of the note is no object';
  }
  const task = taskOf(tell, actor);
  // The projection sets these fields itself, so the note's own are dropped.
  const { contextId: _context, taskId: _task, timestamp: _time, kind: _kind, ...given } = data;
  const numbered = kind === 'thought-stream' ? { ...given, index: task.thoughts } : given;
  const [problem] = findFieldProblems(numbered, kind);
  if (problem !== undefined) {
    return problem;
  }
  const said = { kind, ...numbered } as AnyEvent;
  switch (said.kind) {
    case 'auth-completed':
      return completeLogin(tell, task, said);
    case 'thought-stream':
      tellPublishedThought(tell, task, said);
      return undefined;
    case 'internal:thought-process':
      tellInternal(tell, actor, said);
      return undefined;
    case 'tool-progress':
      return tellProgress(tell, task, said);
    case 'file-write':
    case 'data-write':
    case 'dataset-write':
      return writeArtifact(tell, task, said);
    default:
      return 'nobody may publish this kind';
  }
}

type Of<Kind extends AnyEvent['kind']> = Extract<AnyEvent, { kind: Kind }>;

function completeLogin(tell: Tell, task: Task, said: Of<'auth-completed'>): string | undefined {
  if (!task.logins.includes(said.authId)) {
    return `no login ${said.authId} is asked for`;
  }
  task.logins = task.logins.filter((id) => id !== said.authId);
  say(tell, task, said);
  settle(tell, task);
  return undefined;
}

function tellPublishedThought(tell: Tell, task: Task, said: Of<'thought-stream'>): void {
  if (said.metadata?.['internal'] === true) {
    const { content: reasoning, metadata } = said;
    const process = { iteration: task.iterations, stage: 'post-llm', reasoning, state: metadata } as const;
    tellInternal(tell, { id: task.actor }, { kind: 'internal:thought-process', ...process });
    return;
  }
  if (!passesThought(said, tell.options.thoughts ?? {})) {
    return;
  }
  say(tell, task, { ...said, index: task.thoughts });
  task.thoughts += 1;
}

/** Tells progress: the finished share of counted steps, which never falls. */
function tellProgress(tell: Tell, task: Task, said: Of<'tool-progress'>): string | undefined {
  const { state } = tell;
  const key = Object.keys(state.calls).find((name) => find(state.model.calls, name)?.id === said.toolCallId);
  const call = key === undefined ? undefined : find(state.calls, key);
  if (call?.stage !== 'called') {
    return `no call ${said.toolCallId} runs`;
  }
  const { stepsCompleted, stepsTotal } = said.metadata ?? {};
  const isCounted = typeof stepsCompleted === 'number' && typeof stepsTotal === 'number' && stepsTotal > 0;
  const done = isCounted ? Math.min(1, Math.max(0, stepsCompleted / stepsTotal)) : said.progress;
  call.progress = Math.max(call.progress, done);
  say(tell, task, { ...said, progress: call.progress });
  return undefined;
}
