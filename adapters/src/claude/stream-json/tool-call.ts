/** A call of a tool, as the model has made it. */
import type { NativeToolInput } from './native.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly lane: string | undefined;
  readonly input: NativeToolInput;
  /** Of a shell: where its command began, if that is known. */
  readonly folder?: string | undefined;
}
