/** How OpenClaw is started: for one turn, whose prompt travels by stdin or in a file of the run's folder, or as the client of a gateway. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ReservedOptions, ResolvedOptions } from '@agent-mux/core';
import { defined, ignoredSamplingAndLengths, printsAndEnds } from '../shared/index.ts';

export type DocumentMode = 'local' | 'exec';

const PROMPT_FILE = 'prompt.md';

/** The bridge finds the gateway and its secret as every client of OpenClaw does: in openclaw.json and the environment. */
export function gatewayCommand({ cwd, native }: ResolvedOptions, { binary }: ModeContext): Command {
  return { file: binary, args: ['acp', ...(native?.args ?? [])], env: { NO_COLOR: '1' }, cwd, stdin: 'open' };
}

export function documentCommand(mode: DocumentMode, options: ResolvedOptions, context: ModeContext): Command {
  const { model, thinkingEffort, prompt, cwd } = options;
  const settings = [
    ...(model === undefined ? [] : ['--model', model]),
    ...(thinkingEffort === undefined ? [] : ['--thinking', thinkingEffort]),
    // OpenClaw would give up after ten minutes, but the runtime decides how long a run may take.
    ...['--timeout', '0'],
    ...(options.native?.args ?? []),
  ];
  const common = { file: context.binary, env: { NO_COLOR: '1' }, cwd };
  if (mode === 'exec') {
    return {
      ...common,
      args: ['agent', 'exec', '--json', '--cwd', cwd, ...settings, '--message-file', '-'],
      stdin: { text: prompt },
    };
  }
  return {
    ...common,
    // Only `agent exec` reads its message from stdin (2026.9.6).
    args: [
      ...['agent', '--local', '--json', '--session-id', options.sessionId ?? context.newId()],
      ...[...settings, '--message-file', join(context.dir, PROMPT_FILE)],
    ],
    stdin: 'end',
    files: { [PROMPT_FILE]: prompt },
  };
}

/** Options of OpenClaw that agent-mux sets itself, or that would break the conversation. */
export const OPENCLAW_RESERVED: ReservedOptions = {
  args: {
    '--json': 'agent-mux says so itself',
    '--local': 'give `mode`',
    '-m': 'give `prompt`',
    '--message': 'give `prompt`',
    '--message-file': 'give `prompt`',
    '--session-id': 'give `sessionId`',
    '--session': 'give `sessionId`',
    '--session-key': 'give `sessionId`',
    '--session-label': 'give `sessionId`',
    '--reset-session': 'the session would be empty',
    '--model': 'give `model`',
    '--thinking': 'give `thinkingEffort`',
    '--timeout': 'give `timeout`',
    '--cwd': 'give `cwd`',
    '--deliver': 'the answer would be sent to somebody else',
    ...printsAndEnds('-V'),
  },
};

/** Notes about options that are not honoured in full. */
export function gatewayNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(
    options,
    'OpenClaw takes it from the settings of its gateway only',
  );
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: OpenClaw takes none over its gateway; the text stands before the first prompt.');
  }
  if (options.approvalMode === 'prompt') {
    notes.push(
      'approvalMode: the settings of the gateway say which commands OpenClaw asks about (`tools.exec`, by default none); it never asks about files.',
    );
  }
  notes.push('cwd: the gateway works in the workspace of its own configuration; the model is told of this folder.');
  return notes;
}

/** The same for the modes without a gateway. */
export function documentNotes(mode: DocumentMode, options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'OpenClaw takes it from its own configuration only');
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: OpenClaw reads it from the files of its workspace only; it is ignored.');
  }
  if (options.maxTurns !== undefined) {
    notes.push('maxTurns: OpenClaw does not tell its model requests, so they cannot be counted; it is ignored.');
  }
  if (mode === 'local') {
    notes.push('cwd: `openclaw agent --local` works in the workspace of its own configuration.');
  }
  return notes;
}

/** The options; undefined where the command line is not one of the bridge, `openclaw acp`. */
export function recognizeGateway(argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  // `openclaw acp client` is an interactive client of the bridge.
  const at = argv.indexOf('acp');
  return at < 0 || argv[at + 1] === 'client' ? undefined : {};
}

/** The options; undefined where the command line is not one of this mode. */
export function recognizeDocument(mode: DocumentMode, argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  const at = argv.indexOf('agent');
  if (at < 0 || !argv.includes('--json') || (argv[at + 1] === 'exec') !== (mode === 'exec')) {
    return undefined;
  }
  const readFlag = (flag: string): string | undefined => {
    const index = argv.indexOf(flag);
    return index < 0 ? undefined : argv[index + 1];
  };
  const model = readFlag('--model');
  return { approvalMode: 'yolo', ...defined({ model }) };
}
