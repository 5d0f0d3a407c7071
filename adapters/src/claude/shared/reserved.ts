/** Options of Claude Code that agent-mux sets itself, or that would break the conversation. */
import type { ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../../shared/index.ts';

const ITSELF = 'agent-mux says so itself';
const PERMISSIONS = 'give `approvalMode`';
/** With these options the user's rules let run whatever they allow, and nobody is asked (2.1.329). */
const WITHOUT_HOOKS = 'with it Claude Code runs no hooks, and by one of them it keeps to `approvalMode`';
const MAY_GRANT = 'what it brings may grant what `approvalMode` denies';
const ANSWERED = 'what it asks is answered by the program that runs Claude Code';
const SESSION = 'give `sessionId` or `forkSessionId`';

export const CLAUDE_RESERVED: ReservedOptions = {
  args: {
    '-p': ITSELF,
    '--print': ITSELF,
    '--verbose': ITSELF,
    '--output-format': 'agent-mux reads stream-json',
    '--input-format': 'agent-mux writes stream-json',
    '--include-partial-messages': 'give `stream`',
    '--replay-user-messages': ITSELF,
    '--permission-prompt-tool': PERMISSIONS,
    '--permission-prompts': PERMISSIONS,
    '--permission-mode': PERMISSIONS,
    '--dangerously-skip-permissions': PERMISSIONS,
    '--allow-dangerously-skip-permissions': PERMISSIONS,
    '--allowed-tools': PERMISSIONS,
    '--inherit-permission-mode': PERMISSIONS,
    '--enable-auto-mode': PERMISSIONS,
    '--remote-control': ANSWERED,
    '--rc': ANSWERED,
    '--sdk-url': 'agent-mux talks to it over its standard input and output',
    '-c': SESSION,
    '--continue': SESSION,
    '-r': SESSION,
    '--resume': SESSION,
    '--resume-session-at': 'give `checkpointId`',
    '--session-id': SESSION,
    '--fork-session': SESSION,
    '--teleport': SESSION,
    '--from-pr': SESSION,
    '--no-session-persistence': 'give `noSession`',
    '--model': 'give `model`',
    '--effort': 'give `thinkingEffort`',
    '--max-thinking-tokens': 'give `thinkingBudgetTokens`',
    '--max-turns': 'give `maxTurns`',
    '--max-budget-usd': 'give `maxCostUsd`',
    '--system-prompt': 'give `systemPrompt`',
    '--system-prompt-file': 'give `systemPrompt`',
    '--append-system-prompt': 'give `systemPrompt`',
    '--append-system-prompt-file': 'give `systemPrompt`',
    '--settings': 'give `native.config`',
    '--managed-settings': 'give `native.config`',
    '--mcp-config': 'give `mcpServers`',
    '--json-schema': 'give `outputSchema`',
    '--bg': 'the run would be over at once, and its work would go on',
    '--background': 'the run would be over at once, and its work would go on',
    '--cloud': 'the work would be done elsewhere',
    '--remote': 'the work would be done elsewhere',
    '--environment': 'the work would be done elsewhere',
    '--desktop': 'it opens a program with windows',
    '--tmux': 'it opens a terminal',
    '-w': 'the run would be in another folder than `cwd`',
    '--worktree': 'the run would be in another folder than `cwd`',
    ...printsAndEnds('-v'),
  },
  config: {
    'permissions.defaultMode': PERMISSIONS,
    'permissions.allow': PERMISSIONS,
    'sandbox.autoAllowBashIfSandboxed': PERMISSIONS,
    'sandbox.enabled': 'give `sandbox`',
    model: 'give `model`',
  },
  env: {
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: ITSELF,
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: 'give `maxOutputTokens`',
  },
  granting: { args: { '--bare': WITHOUT_HOOKS }, env: { CLAUDE_CODE_SIMPLE: WITHOUT_HOOKS } },
};

/**
 * Options reserved where nobody can be asked. No hook of ours stands before a tool there, so whatever another hook grants would run, as
 * would an agent with rights of its own (2.1.329).
 */
export const ONESHOT_RESERVED: ReservedOptions = {
  ...CLAUDE_RESERVED,
  granting: {
    args: {
      ...CLAUDE_RESERVED.granting?.args,
      '--agents': MAY_GRANT,
      '--plugin-dir': MAY_GRANT,
      '--plugin-dir-no-mcp': MAY_GRANT,
      '--plugin-url': MAY_GRANT,
    },
    config: { hooks: MAY_GRANT, enabledPlugins: MAY_GRANT },
    env: { ...CLAUDE_RESERVED.granting?.env },
  },
};
