/** How Gemini CLI is started: options become flags, environment and files. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { ignoredSamplingAndLengths, otherFiles, withPaths } from '../shared/index.ts';

/** The file in the run's folder that replaces the agent's own system prompt. */
const SYSTEM_PROMPT = 'system-prompt.md';

const MAX_PROMPT_BYTES = 8 * 1024 * 1024;

export function acpCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { model, cwd } = options;
  const isReplaced = replacesSystemPrompt(options);
  return {
    file: context.binary,
    // The session is given its approval mode later, whatever the settings say.
    args: [
      ...['--acp', '--approval-mode', 'default', ...(model === undefined ? [] : ['--model', model])],
      ...(options.native?.args ?? []),
    ],
    env: environment(options, context),
    cwd,
    stdin: 'open',
    ...(isReplaced ? { files: { [SYSTEM_PROMPT]: options.systemPrompt ?? '' } } : {}),
  };
}

/** The command of one prompt by stdin, of which Gemini CLI reads the first 8 MiB (0.61.0). */
export function streamJsonCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { model, cwd, sessionId, approvalMode, prompt } = options;
  return {
    file: context.binary,
    args: [
      ...['--output-format', 'stream-json'],
      // Where nobody can be asked, `default` keeps tools that would need leave from the model.
      ...['--approval-mode', approvalMode === 'yolo' ? 'yolo' : 'default'],
      ...(sessionId === undefined ? ['--session-id', context.newId()] : ['--resume', sessionId]),
      ...(model === undefined ? [] : ['--model', model]),
      ...(options.native?.args ?? []),
    ],
    env: environment(options, context),
    cwd,
    stdin: { text: withSystemPrompt(options, withPaths(options, prompt)) },
    ...(replacesSystemPrompt(options) ? { files: { [SYSTEM_PROMPT]: options.systemPrompt ?? '' } } : {}),
  };
}

/** The environment that both modes need. */
function environment(options: ResolvedOptions, { dir }: ModeContext): Readonly<Record<string, string>> {
  return {
    // Gemini CLI would start itself anew for a larger heap: a second process, half a second, and signals that reach only the first.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    // Only a shell without a terminal prints its output as text that is reported (0.61.0).
    GEMINI_PTY_INFO: 'child_process',
    ...(options.sandbox === 'off' ? { GEMINI_SANDBOX: 'false' } : {}),
    ...(replacesSystemPrompt(options) ? { GEMINI_SYSTEM_MD: join(dir, SYSTEM_PROMPT) } : {}),
  };
}

function replacesSystemPrompt({ systemPrompt, systemPromptMode }: ResolvedOptions): boolean {
  return systemPrompt !== undefined && systemPromptMode === 'replace';
}

/** The first prompt, preceded by what cannot be said in any other way. */
export function withSystemPrompt(options: ResolvedOptions, text: string): string {
  const { systemPrompt } = options;
  return systemPrompt === undefined || replacesSystemPrompt(options) ? text : `${systemPrompt}\n\n${text}`;
}

/** Notes about options that are not honoured in full. */
export function acpNotes(options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, skills = [], mcpServers = [], approvalMode } = options;
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'Gemini CLI has no such option');
  if (systemPrompt !== undefined && !replacesSystemPrompt(options)) {
    notes.push(
      'systemPromptMode: Gemini CLI can only replace its system prompt; the text stands before the first prompt.',
    );
  }
  if (skills.length > 0) {
    notes.push('skills: Gemini CLI loads all skills of the user and the project; the list restricts nothing.');
  }
  if (mcpServers.some(({ transport }) => transport === 'stdio')) {
    notes.push(
      'mcpServers: in a folder that is not trusted Gemini CLI starts none; trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true.',
    );
  }
  if (otherFiles(options).length > 0) {
    notes.push('attachments: Gemini CLI asks before it reads a file outside of the working folder.');
  }
  if (approvalMode === 'deny') {
    notes.push('approvalMode: what rules of the user allow runs all the same.');
  }
  return notes;
}

export function streamJsonNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes = acpNotes(options);
  return Buffer.byteLength(options.prompt) > MAX_PROMPT_BYTES
    ? [...notes, 'prompt: Gemini CLI reads the first 8 MiB of it.']
    : notes;
}
