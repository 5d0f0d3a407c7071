/** No option of a CLI itself grants what `approvalMode` denies: each agent × each such flag, setting and variable of it that is known. */
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type NativeOptions, type RunOptions, ValidationError } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { harmlessOf, whyRefused } from './support/harmless-options.ts';

const mux = createClient({ adapters: builtInAdapters });

const args = (...words: string[]): readonly NativeOptions[] => words.map((word) => ({ args: [word] }));
const config = (...settings: NonNullable<NativeOptions['config']>[]): readonly NativeOptions[] =>
  settings.map((setting) => ({ config: setting }));
const env = (...names: string[]): readonly NativeOptions[] => names.map((name) => ({ env: { [name]: '1' } }));

/** What runs hooks that grant in modes where Claude Code has no question of ours behind them. */
const HOOKS_OF_CLAUDE = [
  ...args('--agents', '--plugin-dir=x', '--plugin-url', '--plugin-dir-no-mcp'),
  ...config({ hooks: { PreToolUse: [] } }, { enabledPlugins: { 'x@y': true } }),
];

/** The help of each CLI names them (test/real/native-options.test.ts), or what is known of its settings; they grant in all its modes, or in one. */
const GRANTS: Readonly<Record<string, readonly NativeOptions[]>> = {
  claude: [
    ...args('--allowedTools', '--allowed-tools', '--allowedTools=Bash', '--dangerously-skip-permissions'),
    ...args('--allow-dangerously-skip-permissions', '--permission-mode=bypassPermissions', '--permission-prompt-tool'),
    ...args('--settings', '--managed-settings', '--inherit-permission-mode', '--enable-auto-mode', '--bare'),
    ...args('--remote-control', '--rc'),
    ...config({ permissions: { allow: ['Bash'] } }, { permissions: { defaultMode: 'bypassPermissions' } }),
    ...config({ 'permissions.allow': ['Bash'] }, { sandbox: { autoAllowBashIfSandboxed: true } }),
  ],
  'claude/oneshot': HOOKS_OF_CLAUDE,
  'claude/oneshot-whole': HOOKS_OF_CLAUDE,
  codex: [
    ...args('-a', '-anever', '--ask-for-approval=never', '--full-auto', '--yolo', '--approve-for-me'),
    ...args('--dangerously-bypass-approvals-and-sandbox', '-c', '-capproval_policy="never"', '--config'),
    ...args('--sandbox=danger-full-access', '-s'),
    ...config({ approval_policy: 'never' }, { approvals_reviewer: 'x' }, { sandbox_mode: 'danger-full-access' }),
    ...config({ default_permissions: 'x' }, { mcp_servers: { any: { default_tools_approval_mode: 'approve' } } }),
    ...config({ 'mcp_servers.any.tools.x.approval_mode': 'approve' }),
    ...config({ apps: { _default: { default_tools_approval_mode: 'approve' } } }),
    ...config({ apps: { any: { tools: { x: { approval_mode: 'approve' } } } } }),
    ...config({ hooks: { PermissionRequest: [] } }, { bypass_hook_trust: true }),
    ...args('--dangerously-bypass-hook-trust', '--enable', '--disable=x'),
  ],
  copilot: [
    ...args('--allow-tool', '--allow-tool=shell(rm:*)', '--allow-all-tools', '--allow-all', '--yolo', '--allowTool'),
    ...args('--allow-all-paths', '--allow-all-urls', '--allow-url=x.example', '--autopilot', '--mode=autopilot'),
    ...args('--assisted-approval', '--plugin-dir', '--remote'),
    ...env('COPILOT_ALLOW_ALL'),
  ],
  cursor: args('-f', '--force', '--yolo', '--auto-review', '--approve-mcps', '--approveMcps'),
  gemini: [
    ...args(
      '--allowed-tools=run_shell_command',
      '--allowed-tools',
      '--allowedTools',
      '--allowedTools=x',
      '-y',
      '--yolo',
    ),
    ...args('--approval-mode=yolo', '--approvalMode', '--policy', '--policy=x.toml', '--admin-policy', '--adminPolicy'),
  ],
  hermes: [...args('--yolo', '--accept-hooks'), ...env('HERMES_YOLO_MODE', 'HERMES_ACCEPT_HOOKS')],
  omp: args('--auto-approve', '--approval-mode=yolo', '--yolo', '--config', '--plan-yolo'),
  // Its gateway decides, which has no option for a run.
  openclaw: [],
  opencode: [
    ...args('--auto', '--dangerously-skip-permissions', '--yolo', '--hostname=0.0.0.0', '--mdns', '--cors'),
    ...config({ permission: { bash: 'allow' } }, { permission: 'allow' }, { tools: { bash: true } }),
    ...config({ agent: { build: { permission: { bash: 'allow' } } } }, { agent: { build: { tools: { bash: true } } } }),
    ...config({ mode: { build: { permission: 'allow' } } }, { mode: { build: { tools: { bash: true } } } }),
    ...env('OPENCODE_PERMISSION', 'OPENCODE_CONFIG_CONTENT'),
  ],
  // What asks is an extension of ours; pi itself has nothing that could grant.
  pi: args('--approval-mode', '--auto-approve', '--yolo'),
};

it('has a row for each agent', () => {
  const agents = Object.keys(GRANTS).filter((key) => !key.includes('/'));
  expect(agents).toEqual(builtInAdapters.map(({ agent }) => agent).toSorted());
});

const CASES = builtInAdapters.flatMap(({ agent, modes }) =>
  modes.flatMap((mode) =>
    [...(GRANTS[agent] ?? []), ...(GRANTS[`${agent}/${mode.name}`] ?? [])].map(
      (native) => [agent, mode.name, JSON.stringify(native), native] as const,
    ),
  ),
);

it.each(CASES)('%s (%s) refuses %s by its name', (agent, mode, _, native) => {
  const options: RunOptions = { agent, mode, prompt: 'go', binary: '/bin/false', approvalMode: 'deny', native };
  const refused = mux.check(options);
  expect(refused).toBeInstanceOf(ValidationError);
  const fields = refused instanceof ValidationError ? refused.fields : [];
  expect(fields.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^`native\.(?:args\[0\]|config\.|env\.).*keeps to itself: .*(?:`approvalMode|`sandbox`|`native\.config`|answered by)/,
    ),
  ]);
});

const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => [agent, mode.name, mode] as const));

it.each(MODES)('%s (%s) takes what grants where all is granted', (agent, mode, { reserved = {} }) => {
  const { args = {}, config = {}, env = {} } = reserved.granting ?? {};
  const each = [
    ...Object.keys(args).map((flag) => ({ args: [flag] })),
    ...Object.keys(config).map((name) => ({ config: { [name]: 'x' } })),
    ...Object.keys(env).map((name) => ({ env: { [name]: '1' } })),
  ];
  for (const native of each) {
    const options: RunOptions = { agent, mode, prompt: 'go', binary: '/bin/false', approvalMode: 'yolo', native };
    expect([native, mux.check(options)]).toEqual([native, undefined]);
  }
});

it.each(MODES)('%s (%s) takes what is known to be harmless', (agent, mode) => {
  for (const flag of harmlessOf(agent, mode)) {
    expect([flag, whyRefused(mux, { agent, mode, flag })]).toEqual([flag, undefined]);
  }
});
