/** The adapters that ship with agent-mux. */
import type { Adapter } from '@agent-mux/core';
import { claude } from './claude/index.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { hermes } from './hermes/index.ts';
import { omp } from './omp/index.ts';
import { openclaw } from './openclaw/index.ts';
import { opencode } from './opencode/index.ts';
import { pi } from './pi/index.ts';

export { claude } from './claude/index.ts';
export { codex } from './codex/index.ts';
export { copilot } from './copilot/index.ts';
export { cursor } from './cursor/index.ts';
export { gemini } from './gemini/index.ts';
export { hermes } from './hermes/index.ts';
export { omp } from './omp/index.ts';
export { openclaw } from './openclaw/index.ts';
export { opencode } from './opencode/index.ts';
export { pi } from './pi/index.ts';

export const builtInAdapters: readonly Adapter[] = [
  claude,
  codex,
  gemini,
  openclaw,
  copilot,
  hermes,
  pi,
  omp,
  cursor,
  opencode,
];
