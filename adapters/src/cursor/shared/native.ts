/** What Cursor CLI prints as stream-json, after public samples of 2026. Fields that are not looked at are left out. */
import type { FieldIn, Native } from '../../shared/index.ts';
import type { KNOWN_LINES } from '../stream-json/known.ts';

export type NativeLine = Native<FieldIn<typeof KNOWN_LINES>>;

/** `{ <name>ToolCall: { args, result } }`; newer builds say `{ tool: { case: '<name>ToolCall', value } }`. */
export type NativeToolCall = Native<'tool' | 'function'>;

export type NativeCallBody = Native<'args' | 'result' | 'name' | 'arguments'>;

/** One of these holds what came of a call. */
export type NativeResult = Native<'success' | 'failure' | 'error' | 'rejected'>;

export type NativeShellResult = Native<'exitCode' | 'stdout' | 'stderr' | 'interleavedOutput' | 'executionTime'>;

export type NativeEditResult = Native<'path' | 'diffString' | 'afterFullFileContent'>;

export type NativeUsage = Native<'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>;
