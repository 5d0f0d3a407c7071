/** How Cursor CLI is started. Prompts travel by stdin or over the protocol. */
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { ignoredSamplingAndLengths } from '../shared/ignored-options.ts';

export function acpCommand({ model, cwd }: ResolvedOptions, { binary }: ModeContext): Command {
  return {
    file: binary,
    args: [...(model === undefined ? [] : ['--model', model]), 'acp'],
    env: {},
    cwd,
    stdin: 'open',
  };
}

export function streamJsonCommand(options: ResolvedOptions, { binary }: ModeContext): Command {
  const { model, cwd, sessionId, approvalMode, stream, prompt } = options;
  return {
    file: binary,
    args: [
      ...['-p', '--output-format', 'stream-json', '--trust'],
      ...(stream === false ? [] : ['--stream-partial-output']),
      // Without it whatever writes or runs is refused, and nobody is asked.
      ...(approvalMode === 'yolo' ? ['--force'] : []),
      ...(model === undefined ? [] : ['--model', model]),
      ...(sessionId === undefined ? [] : ['--resume', sessionId]),
    ],
    env: {},
    cwd,
    stdin: { text: prompt },
  };
}

/** As `cursorNotes`, for the mode that does not tell its model requests. */
export function streamJsonNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes = cursorNotes(options);
  return options.maxTurns === undefined
    ? notes
    : [...notes, 'maxTurns: Cursor CLI does not tell its model requests, so they cannot be counted; it is ignored.'];
}

/** Options that are taken but not honoured in full. */
export function cursorNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'Cursor CLI has no such option');
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: Cursor CLI has no such option; it is ignored.');
  }
  return notes;
}

/** undefined where the command line is not one of this mode. */
export function recognizeCursor(
  mode: 'acp' | 'stream-json',
  argv: readonly string[],
): Partial<ResolvedOptions> | undefined {
  const isStream = argv.includes('stream-json');
  if (isStream !== (mode === 'stream-json') || (!isStream && !argv.includes('acp'))) {
    return undefined;
  }
  const resumed = argv.indexOf('--resume');
  const sessionId = resumed < 0 ? undefined : argv[resumed + 1];
  return {
    ...(isStream ? { approvalMode: argv.includes('--force') || argv.includes('--yolo') ? 'yolo' : 'deny' } : {}),
    ...(isStream && !argv.includes('--stream-partial-output') ? { stream: false } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}
