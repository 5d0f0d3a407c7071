/** How omp is started: options become flags, and files that it reads. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { commonNotes, commonWords, type FamilyMode, promptFiles } from '../pi-family/index.ts';
import { mcpEntries, withPaths } from '../shared/index.ts';
import { PLUGIN } from './shared/tool-names.ts';

/** The native names of the modes. Only the UI mode of omp offers the tool by which the agent asks. */
const NATIVE_MODES: Readonly<Record<FamilyMode, string>> = { rpc: 'rpc-ui', json: 'json' };

export function ompCommand(mode: FamilyMode, options: ResolvedOptions, context: ModeContext): Command {
  const files: Record<string, string> = {};
  const { replaces, appends } = promptFiles(options, context, files);
  const { mcpServers = [] } = options;
  if (mcpServers.length > 0) {
    files[`${PLUGIN}/.mcp.json`] = JSON.stringify({ mcpServers: mcpEntries(mcpServers) });
  }
  return {
    file: context.binary,
    args: [
      '--mode',
      NATIVE_MODES[mode],
      // A title costs one more request, and no event carries it.
      '--no-title',
      ...sessionWords(options),
      ...commonWords(options),
      ...(options.native?.args ?? []),
      ...replaces.flatMap((path) => ['--system-prompt', path]),
      ...appends.flatMap((path) => ['--append-system-prompt', path]),
      ...(mcpServers.length === 0 ? [] : ['--plugin-dir', join(context.dir, PLUGIN)]),
      '--approval-mode',
      options.approvalMode === 'yolo' ? 'yolo' : 'always-ask',
    ],
    env: {},
    cwd: options.cwd,
    stdin: mode === 'rpc' ? 'open' : { text: withPaths(options, options.prompt) },
    ...(Object.keys(files).length === 0 ? {} : { files }),
  };
}

/** Notes about options that are not honoured in full. */
export function ompNotes(_mode: FamilyMode, options: ResolvedOptions): readonly OptionNote[] {
  const notes = [...commonNotes('omp', options)];
  if (options.approvalMode !== 'yolo') {
    notes.push("approvalMode: what the user's settings allow by name runs without a question, and reading does too.");
  }
  return notes;
}

function sessionWords({ sessionId, forkSessionId, checkpointId }: ResolvedOptions): readonly string[] {
  if (sessionId !== undefined) {
    return ['--resume', sessionId];
  }
  if (forkSessionId === undefined) {
    return [];
  }
  // A partial copy is made by a command, once the session is open.
  return [checkpointId === undefined ? '--fork' : '--resume', forkSessionId];
}
