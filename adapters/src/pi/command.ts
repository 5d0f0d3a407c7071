/** How pi is started: options become flags, and files that it reads. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { commonNotes, commonWords, type FamilyMode, promptFiles } from '../pi-family/index.ts';
import { withPaths } from '../shared/index.ts';
import { GATE_EXTENSION } from './shared/gate.ts';

const GATE_FILE = 'approval-gate.mjs';

export function piCommand(mode: FamilyMode, options: ResolvedOptions, context: ModeContext): Command {
  const files: Record<string, string> = {};
  const { replaces, appends } = promptFiles(options, context, files);
  if (options.approvalMode !== 'yolo') {
    files[GATE_FILE] = GATE_EXTENSION;
  }
  return {
    file: context.binary,
    args: [
      '--mode',
      mode,
      ...sessionWords(options),
      ...commonWords(options),
      ...(options.native?.args ?? []),
      ...replaces.flatMap((path) => ['--system-prompt', path]),
      ...appends.flatMap((path) => ['--append-system-prompt', path]),
      ...(options.approvalMode === 'yolo' ? [] : ['-e', join(context.dir, GATE_FILE)]),
    ],
    env: {},
    cwd: options.cwd,
    stdin: mode === 'rpc' ? 'open' : { text: withPaths(options, options.prompt) },
    ...(Object.keys(files).length === 0 ? {} : { files }),
  };
}

/** Notes about options that are not honoured in full. */
export function piNotes(mode: FamilyMode, options: ResolvedOptions): readonly OptionNote[] {
  const notes = [...commonNotes('pi', options)];
  if (mode === 'json' && options.approvalMode === 'deny') {
    notes.push('approvalMode: only reading is allowed; nobody can be asked in this mode.');
  }
  return notes;
}

function sessionWords({ sessionId, forkSessionId, checkpointId }: ResolvedOptions): readonly string[] {
  if (sessionId !== undefined) {
    return ['--session', sessionId];
  }
  if (forkSessionId === undefined) {
    return [];
  }
  // A partial copy is made by a command, once the session is open.
  return [checkpointId === undefined ? '--fork' : '--session', forkSessionId];
}
