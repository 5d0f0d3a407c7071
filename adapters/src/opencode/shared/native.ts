/** What opencode 1.18.33 prints with `run --format json`. Fields that we do not read are left out. */
import type { Native } from '../../shared/index.ts';

export type NativeLine = Native<'type' | 'timestamp' | 'sessionID' | 'part' | 'error'>;

export type NativePart = Native<
  | 'id'
  | 'messageID'
  | 'text'
  | 'tool'
  | 'callID'
  | 'state'
  | 'reason'
  | 'tokens'
  | 'cost'
  | 'snapshot'
  | 'time'
  | 'metadata'
  | 'synthetic'
>;

export type NativeToolState = Native<'status' | 'input' | 'output' | 'error' | 'metadata' | 'time' | 'attachments'>;

/** What a tool says besides its output, for any tool. */
export type NativeToolMetadata = Native<'output' | 'exit' | 'diff' | 'filepath' | 'exists' | 'filediff' | 'sessionId'>;

/** A file of `apply_patch`: in the metadata of the call, and in the question about it. */
export type NativePatchedFile = Native<'filePath' | 'type' | 'patch' | 'movePath'>;

export type NativeTokens = Native<'input' | 'output' | 'reasoning' | 'cache'>;

export type NativeError = Native<'name' | 'data'>;

export type NativeErrorData = Native<'message' | 'statusCode' | 'responseHeaders'>;
