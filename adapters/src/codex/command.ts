/** How Codex is started. The wire says what the run is to do; nothing is written to the user's configuration. */
import type { Command, ModeContext, OptionNote, ResolvedOptions } from '@agent-mux/core';
import { ignoredSamplingAndLengths, otherFiles } from '../shared/index.ts';
import { settingWords } from './shared/to-toml.ts';

export function appServerCommand(options: ResolvedOptions, context: ModeContext): Command {
  const { native } = options;
  return {
    file: context.binary,
    args: ['app-server', ...(native?.args ?? []), ...settingWords(native?.config ?? {})],
    env: {},
    cwd: options.cwd,
    stdin: 'open',
  };
}

/** Notes about options that neither mode honours in full. */
export function codexNotes(options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, systemPromptMode, agentsDoc, sandbox, skills = [], mcpServers = [], tools = [] } = options;
  const notes: OptionNote[] = ignoredSamplingAndLengths(options, 'Codex has no such setting');
  if (systemPrompt !== undefined && systemPromptMode === 'prepend') {
    notes.push('systemPromptMode: Codex cannot put text before its own system prompt; it is added as instructions.');
  }
  if (options.approvalMode === 'deny' && (sandbox === 'workspace-write' || sandbox === 'off')) {
    notes.push("sandbox: what approvalMode 'deny' denies is denied by the read-only sandbox of Codex, which stays.");
  }
  if (agentsDoc !== undefined) {
    notes.push(
      'agentsDoc: handed to Codex as instructions of the developer, beside the AGENTS.md files that it finds.',
    );
  }
  if (skills.length > 0) {
    notes.push('skills: Codex loads all skills of the user and the project; the list restricts nothing.');
  }
  if (otherFiles(options).length > 0) {
    notes.push('attachments: files that are no images are named in the prompt, for the agent to read.');
  }
  if (tools.length > 0 && (options.sessionId ?? options.forkSessionId) !== undefined) {
    notes.push(
      'tools: Codex offers those that the session was begun with; others can be offered to a new session only.',
    );
  }
  for (const { name, transport } of mcpServers) {
    if (transport === 'sse') {
      notes.push(`mcpServers: Codex knows no sse; ${name} is spoken to over streamable HTTP.`);
    }
  }
  return notes;
}
