/**
 * What Gemini CLI writes with `--output-format stream-json`, as seen with 0.61.0. All fields are unknown until a guard has looked at them.
 */
import type { FieldIn, Native } from '../../shared/index.ts';
import type { KNOWN_LINES } from '../stream-json/known.ts';

export type NativeLine = Native<FieldIn<typeof KNOWN_LINES>>;

export type NativeError = Native<'type' | 'message'>;

export type NativeStats = Native<'total_tokens' | 'input_tokens' | 'output_tokens' | 'cached' | 'models'>;

export type NativeParameters = Native<
  | 'command'
  | 'dir_path'
  | 'directory'
  | 'file_path'
  | 'content'
  | 'old_string'
  | 'new_string'
  | 'agent_name'
  | 'prompt'
  | 'name'
  | 'url'
  | 'query'
>;
