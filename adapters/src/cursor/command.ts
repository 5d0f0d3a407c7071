/** How Cursor CLI is started. Prompts travel by stdin or over the protocol. */
import type { Command, ModeContext, OptionNote, ReservedOptions, ResolvedOptions } from '@agent-mux/core';
import { defined, ignoredSamplingAndLengths, printsAndEnds } from '../shared/index.ts';

export function acpCommand(options: ResolvedOptions, { binary }: ModeContext): Command {
  const { model, cwd } = options;
  return {
    file: binary,
    args: [...ownArgs(options), ...(model === undefined ? [] : ['--model', model]), 'acp'],
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
      // Without this flag, Cursor CLI refuses whatever writes or runs, and asks nobody.
      ...(approvalMode === 'yolo' ? ['--force'] : []),
      ...ownArgs(options),
      ...(model === undefined ? [] : ['--model', model]),
      ...(sessionId === undefined ? [] : ['--resume', sessionId]),
    ],
    env: {},
    cwd,
    stdin: { text: prompt },
  };
}

/** The flags of the sandbox, which are documented and were never tried here: commands may write to the folder and reach no network. */
function ownArgs({ sandbox, native }: ResolvedOptions): readonly string[] {
  return [
    ...(sandbox === undefined ? [] : ['--sandbox', sandbox === 'off' ? 'disabled' : 'enabled']),
    ...(native?.args ?? []),
  ];
}

const APPROVALS = 'give `approvalMode`';
const SESSION = 'give `sessionId`';

/** Options of Cursor CLI that agent-mux sets itself, or that would break the conversation. */
export const CURSOR_RESERVED: ReservedOptions = {
  args: {
    '-p': 'agent-mux says so itself',
    '--print': 'agent-mux says so itself',
    '--output-format': 'agent-mux reads stream-json',
    '--stream-partial-output': 'give `stream`',
    '-f': APPROVALS,
    '--force': APPROVALS,
    '--yolo': APPROVALS,
    '--auto-review': APPROVALS,
    '--approve-mcps': APPROVALS,
    '--model': 'give `model`',
    '--sandbox': 'give `sandbox`',
    '--resume': SESSION,
    '--continue': SESSION,
    '--workspace': 'give `cwd`',
    '--worktree': 'the run would be in another folder than `cwd`',
    ...printsAndEnds('-v'),
  },
};

/** Notes like `cursorNotes`, for the mode that does not report its model requests. */
export function streamJsonNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes = cursorNotes(options);
  return options.maxTurns === undefined
    ? notes
    : [...notes, 'maxTurns: Cursor CLI does not tell its model requests, so they cannot be counted; it is ignored.'];
}

/** Notes about options that are not honoured in full. */
export function cursorNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'Cursor CLI has no such option');
  if (options.sandbox === 'workspace-write') {
    notes.push(
      'sandbox: Cursor CLI confines its commands, as far as its documentation goes; nobody has tried it with agent-mux.',
    );
  }
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: Cursor CLI has no such option; it is ignored.');
  }
  return notes;
}

/** The options; undefined where the command line is not one of this mode. */
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
    ...defined({ sessionId }),
  };
}
