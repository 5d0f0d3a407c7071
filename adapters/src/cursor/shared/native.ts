/** What Cursor CLI prints as stream-json, according to public samples of 2026. Fields that we do not read are left out. */
import type { FieldIn, Native } from '../../shared/index.ts';
import type { KNOWN_LINES } from '../stream-json/known.ts';

export type NativeLine = Native<FieldIn<typeof KNOWN_LINES>>;

/** A call of the form `{ <name>ToolCall: { args, result } }`, or of newer builds: `{ tool: { case: '<name>ToolCall', value } }`. */
export type NativeToolCall = Native<'tool' | 'function'>;

export type NativeCallBody = Native<'args' | 'result' | 'name' | 'arguments'>;

/** A result, of which one field contains what came of the call. */
export type NativeResult = Native<'success' | 'failure' | 'error' | 'rejected'>;

export type NativeShellResult = Native<'exitCode' | 'stdout' | 'stderr' | 'interleavedOutput' | 'executionTime'>;

export type NativeEditResult = Native<'path' | 'diffString' | 'afterFullFileContent'>;

export type NativeUsage = Native<'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'>;
