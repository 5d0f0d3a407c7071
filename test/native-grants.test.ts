/** No option of a CLI itself grants what `approvalMode` denies: each agent × each such flag, setting and variable of it that is known. */
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type NativeOptions, type RunOptions, ValidationError } from '@agent-mux/core';
import { expect, it } from 'vitest';

const mux = createClient({ adapters: builtInAdapters });

const args = (...words: string[]): readonly NativeOptions[] => words.map((word) => ({ args: [word] }));
const config = (...settings: NonNullable<NativeOptions['config']>[]): readonly NativeOptions[] =>
  settings.map((setting) => ({ config: setting }));
const env = (...names: string[]): readonly NativeOptions[] => names.map((name) => ({ env: { [name]: '1' } }));

/** By the help of each CLI, and by what is known of its settings. */
const GRANTS: Readonly<Record<string, readonly NativeOptions[]>> = {
  claude: [
    ...args('--allowedTools', '--allowed-tools', '--allowedTools=Bash', '--dangerously-skip-permissions'),
    ...args('--allow-dangerously-skip-permissions', '--permission-mode=bypassPermissions', '--permission-prompt-tool'),
    ...args('--settings'),
    ...config({ permissions: { allow: ['Bash'] } }, { permissions: { defaultMode: 'bypassPermissions' } }),
    ...config({ 'permissions.allow': ['Bash'] }, { sandbox: { autoAllowBashIfSandboxed: true } }),
  ],
  codex: [
    ...args('-a', '-anever', '--ask-for-approval=never', '--full-auto', '--yolo', '--approve-for-me'),
    ...args('--dangerously-bypass-approvals-and-sandbox', '-c', '-capproval_policy="never"', '--config'),
    ...args('--sandbox=danger-full-access', '-s'),
    ...config({ approval_policy: 'never' }, { approvals_reviewer: 'x' }, { sandbox_mode: 'danger-full-access' }),
    ...config({ default_permissions: 'x' }, { mcp_servers: { any: { default_tools_approval_mode: 'approve' } } }),
    ...config({ 'mcp_servers.any.tools.x.approval_mode': 'approve' }),
    ...config({ apps: { _default: { default_tools_approval_mode: 'approve' } } }),
    ...config({ apps: { any: { tools: { x: { approval_mode: 'approve' } } } } }),
  ],
  copilot: [
    ...args('--allow-tool', '--allow-tool=shell(rm:*)', '--allow-all-tools', '--allow-all', '--yolo', '--allowTool'),
    ...args('--allow-all-paths', '--allow-all-urls', '--allow-url=x.example', '--autopilot', '--mode=autopilot'),
    ...args('--assisted-approval'),
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
  omp: args('--auto-approve', '--approval-mode=yolo', '--yolo'),
  // Its gateway decides, which has no option for a run.
  openclaw: [],
  opencode: [
    ...args('--auto', '--dangerously-skip-permissions', '--yolo'),
    ...config({ permission: { bash: 'allow' } }, { permission: 'allow' }, { tools: { bash: true } }),
    ...config({ agent: { build: { permission: { bash: 'allow' } } } }, { agent: { build: { tools: { bash: true } } } }),
    ...config({ mode: { build: { permission: 'allow' } } }, { mode: { build: { tools: { bash: true } } } }),
    ...env('OPENCODE_PERMISSION', 'OPENCODE_CONFIG_CONTENT'),
  ],
  // What asks is an extension of ours; pi itself has nothing that could grant.
  pi: args('--approval-mode', '--auto-approve', '--yolo'),
};

it('has a row for each agent', () => {
  expect(Object.keys(GRANTS)).toEqual(builtInAdapters.map(({ agent }) => agent).toSorted());
});

const CASES = builtInAdapters.flatMap(({ agent, modes }) =>
  modes.flatMap((mode) =>
    (GRANTS[agent] ?? []).map((native) => [agent, mode.name, JSON.stringify(native), native] as const),
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
