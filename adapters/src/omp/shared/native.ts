/** Native JSON of omp: that of pi's family, and what its subagents, questions and frames add. */
import type { Native } from '../../shared/index.ts';

export type { NativeLine } from '../../pi-family/index.ts';

/** `payload` of `subagent_lifecycle` and `subagent_event`. */
export type NativeSubagent = Native<'id' | 'agent' | 'status' | 'parentToolCallId' | 'detached' | 'index' | 'event'>;
/** An entry of `details.progress` of a dispatch. */
export type NativeProgress = Native<'id' | 'agent' | 'assignment' | 'task' | 'status' | 'index'>;
/** An entry of `details.results` of a dispatch that was waited for. */
export type NativeTaskResult = Native<'id' | 'output' | 'exitCode' | 'error' | 'aborted'>;
export type NativeDispatchDetails = Native<'progress' | 'results'>;
export type NativeTask = Native<'name' | 'agent' | 'task'>;
/** An entry of `details.jobs` of a result that was waited for in the background. */
export type NativeJob = Native<'jobId' | 'type' | 'label' | 'durationMs'>;
/** A question of the tool `ask`. */
export type NativeQuestion = Native<'id' | 'question' | 'header' | 'options' | 'multi'>;
export type NativeOption = Native<'label' | 'description'>;
/** Inputs of omp's own tools. */
export type NativeToolInput = Native<'command' | 'path' | 'content' | 'input' | 'questions' | 'tasks'>;
/** A call of a tool of the program's, or the end of waiting for one. */
export type NativeHostTool = Native<'id' | 'toolCallId' | 'toolName' | 'arguments' | 'targetId'>;
/** A part of a line that is longer than a frame may be. */
export type NativeChunk = Native<'chunkId' | 'index' | 'count' | 'data'>;
