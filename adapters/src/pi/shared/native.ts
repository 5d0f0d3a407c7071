/** Native JSON of pi: that of its family, and what its approval gate adds. */
import type { Native } from '../../shared/index.ts';

export type { NativeLine } from '../../pi-family/index.ts';

/** The title of a question of the gate. */
export type NativeGateQuestion = Native<'agentMux' | 'toolCallId' | 'toolName' | 'input'>;
/** The value of its answer. */
export type NativeGateAnswer = Native<'allow' | 'scope' | 'input' | 'reason'>;
/** Inputs of pi's own tools. */
export type NativeToolInput = Native<'command' | 'path'>;
