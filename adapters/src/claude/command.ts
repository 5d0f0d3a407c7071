/** How Claude Code is started: options become flags, environment and files. Prompts and secrets never stand in argv. */
import { join } from 'node:path';
import {
  AgentMuxError,
  type Command,
  type ModeContext,
  type OptionNote,
  type PriorSession,
  type ResolvedOptions,
} from '@agent-mux/core';
import { ignoredSampling, mcpEntries, otherFiles, withPaths } from '../shared/index.ts';
import { isConfined, mergeSettings, sandboxSettings } from './shared/sandbox-settings.ts';
import { HOST_SERVER } from './stream-json/host-tools.ts';
import type { ClaudeMode } from './stream-json/parts.ts';

/** Files in the run's folder, by their purpose. */
const FILES = {
  mcp: 'mcp.json',
  settings: 'settings.json',
  systemPrompt: 'system-prompt.md',
  appendedPrompt: 'appended-prompt.md',
  instructions: 'instructions/CLAUDE.md',
} as const;

/** All tools that a one-shot run may want, for when its permissions cannot be bypassed. */
const TOOLS = [
  'Bash',
  'PowerShell',
  'Edit',
  'Write',
  'NotebookEdit',
  'Read',
  'WebFetch',
  'WebSearch',
  'Skill',
  'Monitor',
];

const WRITING = ['Edit', 'Write', 'NotebookEdit'];

export function claudeCommand(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext): Command {
  const files: Record<string, string> = {};
  const fileArgs = writeFiles(options, context, files);
  return {
    file: context.binary,
    args: [
      '-p',
      ...(mode === 'bidi' ? ['--input-format', 'stream-json'] : []),
      ...['--output-format', 'stream-json', '--verbose'],
      // Only partial messages stream the text and mark the model requests.
      ...(options.stream === false ? [] : ['--include-partial-messages']),
      ...(mode === 'bidi' ? ['--replay-user-messages', '--permission-prompt-tool', 'stdio'] : []),
      ...sessionArgs(options, context),
      ...modelArgs(options),
      ...(options.outputSchema === undefined ? [] : ['--json-schema', JSON.stringify(options.outputSchema)]),
      ...fileArgs,
      ...(options.native?.args ?? []),
      // This flag comes last, because it takes all words that follow.
      ...permissionArgs(mode, options),
    ],
    env: environment(options),
    cwd: options.cwd,
    stdin: mode === 'bidi' ? 'open' : { text: withPaths(options, options.prompt) },
    ...(Object.keys(files).length === 0 ? {} : { files }),
  };
}

/** Notes about options that are not honoured in full. */
export function claudeNotes(mode: ClaudeMode, options: ResolvedOptions): readonly OptionNote[] {
  const { systemPrompt, systemPromptMode, sessionId, forkSessionId, thinkingBudgetTokens, skills = [] } = options;
  const notes: OptionNote[] = ignoredSampling(options, 'Claude Code has no such setting');
  if (systemPrompt !== undefined && systemPromptMode === 'prepend') {
    notes.push('systemPromptMode: Claude Code cannot put text before its own system prompt; it is appended.');
  }
  if (systemPrompt !== undefined && (sessionId !== undefined || forkSessionId !== undefined)) {
    notes.push('systemPrompt: since 2.1.329 Claude Code keeps the one with which an existing session was begun.');
  }
  if (thinkingBudgetTokens !== undefined) {
    notes.push('thinkingBudgetTokens: models that choose the depth of their thinking ignore it.');
  }
  if (skills.length > 0) {
    notes.push('skills: Claude Code loads all skills of the user and the project; the list restricts nothing.');
  }
  if (otherFiles(options).length > 0) {
    notes.push('attachments: files that are no images are named in the prompt, for the agent to read.');
  }
  if (mode === 'oneshot' && options.approvalMode === 'yolo' && isRoot() && !isConfined(options)) {
    notes.push(
      'approvalMode: as root Claude Code does not bypass its permissions; its own tools and the given MCP servers are allowed.',
    );
  }
  if (isConfined(options)) {
    notes.push(
      'sandbox: Claude Code confines its commands and its own tools for files; MCP servers, hooks and its web tools are outside of it.',
    );
  }
  if (mode === 'oneshot' && options.approvalMode === 'deny') {
    notes.push('approvalMode: what rules of the user allow runs all the same.');
  }
  return notes;
}

function sessionArgs(options: ResolvedOptions, { newId, prior }: ModeContext): readonly string[] {
  const { sessionId, forkSessionId, noSession } = options;
  const back = prior === undefined ? [] : placeArgs(options, prior);
  if (sessionId !== undefined) {
    return ['--resume', sessionId, ...back];
  }
  const own = ['--session-id', newId()];
  if (forkSessionId !== undefined) {
    return ['--resume', forkSessionId, ...back, '--fork-session', ...own];
  }
  return noSession ? [...own, '--no-session-persistence'] : own;
}

function placeArgs({ checkpointId }: ResolvedOptions, { place }: PriorSession): readonly string[] {
  if (checkpointId !== undefined && place === undefined) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `checkpointId: nothing was answered before the prompt ${checkpointId}, and Claude Code goes back to an answer. Begin a new session.`,
    );
  }
  return place === undefined ? [] : ['--resume-session-at', place];
}

function modelArgs(options: ResolvedOptions): readonly string[] {
  const { model, thinkingEffort, thinkingBudgetTokens, maxTurns, maxCostUsd } = options;
  return [
    ...(model === undefined ? [] : ['--model', model]),
    ...(thinkingEffort === undefined ? [] : ['--effort', thinkingEffort]),
    ...(thinkingBudgetTokens === undefined ? [] : ['--max-thinking-tokens', String(thinkingBudgetTokens)]),
    ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
    ...(maxCostUsd === undefined ? [] : ['--max-budget-usd', String(maxCostUsd)]),
  ];
}

function writeFiles(options: ResolvedOptions, { dir }: ModeContext, files: Record<string, string>): readonly string[] {
  const { systemPrompt, systemPromptMode, agentsDoc, mcpServers = [], tools = [] } = options;
  const args: string[] = [];
  if (systemPrompt !== undefined) {
    const replaces = systemPromptMode === 'replace';
    const name = replaces ? FILES.systemPrompt : FILES.appendedPrompt;
    files[name] = systemPrompt;
    args.push(replaces ? '--system-prompt-file' : '--append-system-prompt-file', join(dir, name));
  }
  if (agentsDoc !== undefined) {
    files[FILES.instructions] = agentsDoc;
    args.push('--add-dir', join(dir, 'instructions'));
  }
  if (mcpServers.length > 0 || tools.length > 0) {
    const own = tools.length === 0 ? {} : { [HOST_SERVER]: { type: 'sdk', name: HOST_SERVER } };
    files[FILES.mcp] = JSON.stringify({ mcpServers: { ...mcpEntries(mcpServers), ...own } });
    args.push('--mcp-config', join(dir, FILES.mcp));
  }
  const settings = mergeSettings(options.native?.config ?? {}, sandboxSettings(options) ?? {});
  if (Object.keys(settings).length > 0) {
    files[FILES.settings] = JSON.stringify(settings);
    args.push('--settings', join(dir, FILES.settings));
  }
  return args;
}

function permissionArgs(mode: ClaudeMode, options: ResolvedOptions): readonly string[] {
  const { approvalMode, mcpServers = [] } = options;
  switch (approvalMode) {
    case 'prompt':
      return ['--permission-mode', 'default'];
    case 'deny':
      return ['--permission-mode', 'dontAsk'];
    case 'yolo':
      if (mode === 'bidi') {
        // The runtime grants what it asks, except that a sandbox does not let its file questions through.
        return ['--permission-mode', isConfined(options) ? 'acceptEdits' : 'default'];
      }
      if (!isRoot() && !isConfined(options)) {
        return ['--permission-mode', 'bypassPermissions'];
      }
      return [
        '--permission-mode',
        'acceptEdits',
        '--allowedTools',
        // `acceptEdits` allows edits in the folder, and a sandbox must allow them only there.
        ...TOOLS.filter((name) => !isConfined(options) || !WRITING.includes(name)),
        ...mcpServers.map(({ name }) => `mcp__${name}`),
      ];
    default:
      return approvalMode satisfies never;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function environment({ maxTokens, maxOutputTokens, agentsDoc }: ResolvedOptions): Readonly<Record<string, string>> {
  const tokens = maxOutputTokens ?? maxTokens;
  return {
    // Only this event says when the CLI is done: where background work lives, a result is not the end.
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1',
    ...(tokens === undefined ? {} : { CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(tokens) }),
    ...(agentsDoc === undefined ? {} : { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' }),
  };
}
