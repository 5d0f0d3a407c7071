/** Options that pi and its forks take by the same flags, and the files that carry them. */
import { join } from 'node:path';
import type { ModeContext, OptionNote, ResolvedOptions, ThinkingEffortLevel } from '@agent-mux/core';
import { ignoredSamplingAndLengths, otherFiles } from '../shared/index.ts';

/** Files in the run's folder, by their purpose. */
const FILES = {
  systemPrompt: 'system-prompt.md',
  appendedPrompt: 'appended-prompt.md',
  instructions: 'instructions.md',
} as const;

const LEVELS: Readonly<Record<ThinkingEffortLevel, string>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  max: 'xhigh',
};

/** The flags for the model, the depth of thinking, and the session's file. */
export function commonWords({ model, thinkingEffort, noSession }: ResolvedOptions): readonly string[] {
  return [
    ...(model === undefined ? [] : ['--model', model]),
    ...(thinkingEffort === undefined ? [] : ['--thinking', LEVELS[thinkingEffort]]),
    ...(noSession ? ['--no-session'] : []),
  ];
}

/** The files of system prompts, because everybody can read what stands in argv. */
export function promptFiles(
  { systemPrompt, systemPromptMode, agentsDoc }: ResolvedOptions,
  { dir }: ModeContext,
  files: Record<string, string>,
): { readonly replaces: readonly string[]; readonly appends: readonly string[] } {
  const replaces: string[] = [];
  const appends: string[] = [];
  if (systemPrompt !== undefined) {
    const isWhole = systemPromptMode === 'replace';
    const name = isWhole ? FILES.systemPrompt : FILES.appendedPrompt;
    files[name] = systemPrompt;
    (isWhole ? replaces : appends).push(join(dir, name));
  }
  if (agentsDoc !== undefined) {
    // Both agents put an AGENTS.md of the project into the system prompt, so one for a single run can only be given there. It goes into one
    // file with the appended prompt, since omp reads only the last file of several (18.2.3).
    const isAppendedTo = systemPrompt !== undefined && appends.length > 0;
    const name = isAppendedTo ? FILES.appendedPrompt : FILES.instructions;
    files[name] = isAppendedTo ? `${systemPrompt}\n\n${agentsDoc}` : agentsDoc;
    if (!isAppendedTo) {
      appends.push(join(dir, name));
    }
  }
  return { replaces, appends };
}

/** Notes about options that neither agent honours in full. */
export function commonNotes(name: string, options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, systemPromptMode, skills = [] } = options;
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, `${name} has no such setting`);
  if (systemPrompt !== undefined && systemPromptMode === 'prepend') {
    notes.push(`systemPromptMode: ${name} cannot put text before its own system prompt; it is appended.`);
  }
  if (skills.length > 0) {
    notes.push(`skills: ${name} loads all skills of the user and the project; the list restricts nothing.`);
  }
  if (otherFiles(options).length > 0) {
    notes.push('attachments: files that are no images are named in the prompt, for the agent to read.');
  }
  return notes;
}
