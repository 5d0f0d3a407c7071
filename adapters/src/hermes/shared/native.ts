/** What Hermes Agent 0.17.0 adds to the Agent Client Protocol. Fields that we do not read are left out. */
import type { Native } from '../../shared/index.ts';

/** The `rawInput` of a question; a tool call itself has none. */
export type NativeRawInput = Native<'command' | 'description' | 'workdir'>;
