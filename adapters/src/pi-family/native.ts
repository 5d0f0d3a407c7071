/** Native JSON of pi and its forks: the fields that we read. All are unknown until a guard has looked at them. */
import type { FieldIn, Native } from '../shared/index.ts';
import type { FAMILY_FIELDS } from './known.ts';

/** Any line, of either direction. */
export type NativeLine = Native<FieldIn<typeof FAMILY_FIELDS> | AnswerField | OwnField>;
type AnswerField = 'value' | 'confirmed' | 'cancelled' | 'streamingBehavior';
/** Fields that pi or omp alone has. */
type OwnField = 'willRetry' | 'reason' | 'commands' | 'payload' | 'chunkId' | 'index' | 'count';

export type NativeMessage = Native<
  | 'role'
  | 'content'
  | 'usage'
  | 'model'
  | 'provider'
  | 'stopReason'
  | 'errorMessage'
  | 'errorStatus'
  | 'customType'
  | 'details'
>;
export type NativeBlock = Native<'type' | 'text' | 'thinking' | 'id' | 'name' | 'arguments' | 'data' | 'mimeType'>;
/** A piece of an answer. `partial` is the message as it grows; it is read only where nothing else says what a block is. */
export type NativePiece = Native<'type' | 'contentIndex' | 'delta' | 'content' | 'toolCall' | 'partial'>;
export type NativeUsage = Native<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'reasoning' | 'cost'>;
export type NativeResult = Native<'content' | 'details'>;
/** The `details` of the results of both agents' own tools. */
export type NativeDetails = Native<
  | 'diff'
  | 'exitCode'
  | 'wallTimeMs'
  | 'async'
  | 'resolvedPath'
  | 'path'
  | 'op'
  | 'oldText'
  | 'newText'
  | 'meta'
  | 'progress'
>;
export type NativeToolInput = Native<'command' | 'cwd' | 'path' | 'content' | 'questions' | 'tasks' | 'task' | 'agent'>;
