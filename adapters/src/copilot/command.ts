/** How Copilot CLI is started: options become flags, environment and files. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { ignoredSampling, mcpEntries, withPaths } from '../shared/index.ts';
import { ALL_TOOLS, INSTRUCTIONS } from './sdk/opening.ts';
import type { CopilotMode } from './shared/recognize.ts';

const MCP_FILE = 'mcp.json';

export function copilotCommand(mode: CopilotMode, options: ResolvedOptions, context: ModeContext): Command {
  const files = filesOf(mode, options);
  return {
    file: context.binary,
    args: [...argsOf(mode, options, context), ...(options.native?.args ?? [])],
    env: environment(mode, options),
    cwd: options.cwd,
    // Copilot CLI takes what is piped into it as the prompt when there is no -p, and nobody sees that in a list of processes.
    stdin: mode === 'jsonl' ? { text: withPaths(options, options.prompt) } : 'open',
    ...(Object.keys(files).length === 0 ? {} : { files }),
  };
}

/** Notes about options that are not honoured in full. */
export function copilotNotes(mode: CopilotMode, options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, systemPromptMode, skills = [], maxOutputTokens } = options;
  const notes: OptionNote[] = ignoredSampling(options, 'Copilot CLI has no such setting');
  if (maxOutputTokens !== undefined) {
    notes.push(
      'maxOutputTokens: Copilot CLI takes it only for a provider of your own, as COPILOT_PROVIDER_MAX_OUTPUT_TOKENS.',
    );
  }
  if (systemPrompt !== undefined && mode !== 'sdk') {
    notes.push(`systemPrompt: in its mode "${mode}" Copilot CLI takes none; it is ignored.`);
  } else if (systemPrompt !== undefined && systemPromptMode === 'prepend') {
    notes.push('systemPromptMode: Copilot CLI cannot put text before its own system prompt; it is appended.');
  }
  if (skills.length > 0) {
    notes.push('skills: Copilot CLI loads all skills of the user and the project; the list restricts nothing.');
  }
  if (mode === 'jsonl' && options.approvalMode === 'deny') {
    notes.push('approvalMode: what rules of the user allow runs all the same.');
  }
  return notes;
}

function argsOf(mode: CopilotMode, options: ResolvedOptions, context: ModeContext): readonly string[] {
  switch (mode) {
    case 'sdk':
      return ['--headless', '--no-auto-update', '--log-level', 'error', '--stdio'];
    case 'jsonl':
      return jsonlArgs(options, context);
    case 'acp':
      // Copilot CLI ignores servers that come with the request for a session (1.0.102).
      return ['--acp', '--no-color', ...modelArgs(options), ...mcpArgs(options, context)];
    default:
      return mode satisfies never;
  }
}

function modelArgs({ model, thinkingEffort }: ResolvedOptions): readonly string[] {
  return [
    ...(model === undefined ? [] : ['--model', model]),
    ...(thinkingEffort === undefined ? [] : ['--reasoning-effort', thinkingEffort]),
  ];
}

function mcpArgs({ mcpServers = [] }: ResolvedOptions, { dir }: ModeContext): readonly string[] {
  return mcpServers.length === 0 ? [] : ['--additional-mcp-config', `@${join(dir, MCP_FILE)}`];
}

function jsonlArgs(options: ResolvedOptions, context: ModeContext): readonly string[] {
  const { sessionId, approvalMode, stream } = options;
  return [
    ...['--output-format', 'json', '--stream', stream === false ? 'off' : 'on', '--no-color'],
    // The CLI names the session only in its last line.
    sessionId === undefined ? `--session-id=${context.newId()}` : `--resume=${sessionId}`,
    ...modelArgs(options),
    ...mcpArgs(options, context),
    // Without these flags, the CLI refuses whatever needs leave.
    ...(approvalMode === 'yolo' ? ['--allow-all'] : []),
  ];
}

function filesOf(mode: CopilotMode, { agentsDoc, mcpServers = [] }: ResolvedOptions): Record<string, string> {
  if (mode === 'sdk') {
    return agentsDoc === undefined ? {} : { [INSTRUCTIONS]: agentsDoc };
  }
  return mcpServers.length === 0
    ? {}
    : { [MCP_FILE]: JSON.stringify({ mcpServers: mcpEntries(mcpServers, ALL_TOOLS) }) };
}

function environment(mode: CopilotMode, { approvalMode }: ResolvedOptions): Readonly<Record<string, string>> {
  if (approvalMode !== 'yolo') {
    // An inherited variable would let pass what this run is asked about or refuses.
    return { COPILOT_ALLOW_ALL: '' };
  }
  // This value also trusts the folder and its skills; the flag for that is only taken together with -p.
  return mode === 'jsonl' ? { COPILOT_ALLOW_ALL: 'true' } : {};
}
