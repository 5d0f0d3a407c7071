/** The adapters that ship with agent-mux. */
import type { Adapter } from '@agent-mux/core';
import { claude } from './claude/index.ts';

export { claude } from './claude/index.ts';

export const builtInAdapters: readonly Adapter[] = [claude];
