/** What Hermes Agent 0.17.0 adds to the Agent Client Protocol. Fields that are not looked at are left out. */
import type { Native } from '../../shared/index.ts';

/** `rawInput` of a question; a tool call itself carries none. */
export type NativeRawInput = Native<'command' | 'description' | 'workdir'>;
