/** How Hermes Agent is started; the protocol says everything else. */
import type { Command, ModeContext, OptionNote, ReservedOptions, ResolvedOptions } from '@agent-mux/core';
import { ignoredSamplingAndLengths, printsAndEnds } from '../shared/index.ts';

export function hermesCommand({ cwd, native }: ResolvedOptions, { binary }: ModeContext): Command {
  return { file: binary, args: ['acp', ...(native?.args ?? [])], env: {}, cwd, stdin: 'open' };
}

const APPROVALS = 'give `approvalMode`';

/** Options of Hermes Agent that would break the conversation. */
export const HERMES_RESERVED: ReservedOptions = {
  args: {
    ...printsAndEnds('-V'),
    '--yolo': APPROVALS,
    '--accept-hooks': APPROVALS,
  },
  granting: { env: { HERMES_YOLO_MODE: APPROVALS, HERMES_ACCEPT_HOOKS: APPROVALS } },
};

/** Notes about options that are not honoured in full. */
export function hermesNotes(options: ResolvedOptions): readonly OptionNote[] {
  const notes: OptionNote[] = ignoredSamplingAndLengths(
    options,
    'Hermes Agent takes it from its own configuration only',
  );
  if (options.systemPrompt !== undefined) {
    notes.push('systemPrompt: Hermes Agent takes none over the protocol; the text stands before the first prompt.');
  }
  return notes;
}

/** The options; undefined where the command line is not one of Hermes Agent's protocol server. */
export function recognizeHermes(argv: readonly string[]): Partial<ResolvedOptions> | undefined {
  return argv.includes('acp') || argv[0]?.endsWith('hermes-acp') === true ? {} : undefined;
}
