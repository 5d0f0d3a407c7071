/** A call of a tool, as the model made it. */
import type { NativeToolInput } from './native.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly lane: string | undefined;
  readonly input: NativeToolInput;
  /** The folder in which a shell command began, if that is known. */
  readonly folder?: string | undefined;
}
