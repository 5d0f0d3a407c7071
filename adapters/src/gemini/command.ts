/** How Gemini CLI is started: options to flags, environment and files. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { ignoredSamplingAndLengths, otherFiles, withPaths } from '../shared/index.ts';

/** File of the run's folder that takes the place of the agent's own system prompt. */
const SYSTEM_PROMPT = 'system-prompt.md';

const MAX_PROMPT_BYTES = 8 * 1024 * 1024;

export function acpCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { model, cwd } = options;
  const isReplaced = replacesSystemPrompt(options);
  return {
    file: context.binary,
    // Whatever the settings say: what may act without a question is said to the session.
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

/** One prompt, by stdin, of which it reads the first 8 MiB (0.61.0). */
export function streamJsonCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { model, cwd, sessionId, approvalMode, prompt } = options;
  return {
    file: context.binary,
    args: [
      ...['--output-format', 'stream-json'],
      // Where nobody can be asked, `default` keeps from the model what would need leave.
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

/** What both modes need. */
function environment(options: ResolvedOptions, { dir }: ModeContext): Readonly<Record<string, string>> {
  return {
    // It starts itself anew for a larger heap: a second process, half a second, and signals that reach only the first.
    GEMINI_CLI_NO_RELAUNCH: 'true',
    // A shell without a terminal: only then is its output text, and told (0.61.0).
    GEMINI_PTY_INFO: 'child_process',
    ...(options.sandbox === 'off' ? { GEMINI_SANDBOX: 'false' } : {}),
    ...(replacesSystemPrompt(options) ? { GEMINI_SYSTEM_MD: join(dir, SYSTEM_PROMPT) } : {}),
  };
}

function replacesSystemPrompt({ systemPrompt, systemPromptMode }: ResolvedOptions): boolean {
  return systemPrompt !== undefined && systemPromptMode === 'replace';
}

/** The first prompt, with what cannot be said in any other way before it. */
export function withSystemPrompt(options: ResolvedOptions, text: string): string {
  const { systemPrompt } = options;
  return systemPrompt === undefined || replacesSystemPrompt(options) ? text : `${systemPrompt}\n\n${text}`;
}

/** Options that are taken but not honoured in full. */
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
