/** Levels of thinking, as Codex names them. */
import type { ThinkingEffortLevel } from '@agent-mux/core';

export const EFFORT_LEVELS: readonly ThinkingEffortLevel[] = ['low', 'medium', 'high', 'max'];

export function nativeEffort(level: ThinkingEffortLevel): string {
  return level === 'max' ? 'xhigh' : level;
}

/** The level named by settings in the form of a command line. */
export function effortFromNative(settings: readonly string[]): ThinkingEffortLevel | undefined {
  const value = settings.flatMap((text) => /^model_reasoning_effort="?(\w+)"?$/.exec(text)?.[1] ?? []).at(-1);
  return EFFORT_LEVELS.find((level) => nativeEffort(level) === value);
}
