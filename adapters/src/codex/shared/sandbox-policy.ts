/** How far the agent may reach: our options as Codex's sandbox and as the cases in which it asks. */
import type { ResolvedOptions } from '@agent-mux/core';

type Reach = Pick<ResolvedOptions, 'approvalMode' | 'sandbox' | 'network'>;

/**
 * The cases in which Codex asks. "untrusted" asks about all commands but those known to only read. In yolo mode, Codex must refuse nothing
 * unasked, as it would with "never", and the runtime grants what it asks. In a sandbox that the options demand, a grant would lead out of
 * it (0.169.0), so Codex asks only about what has nothing to do with it.
 */
export function approvalPolicy({ approvalMode, sandbox }: Reach): unknown {
  if (approvalMode !== 'yolo') {
    return 'untrusted';
  }
  return isConfined(sandbox) ? { granular: GRANULAR } : 'on-request';
}

const GRANULAR = {
  sandbox_approval: false,
  rules: false,
  request_permissions: false,
  skill_approval: true,
  mcp_elicitations: true,
} as const;

/**
 * What a turn may do. The default must make possible what is granted: a command that was granted begins in the sandbox all the same, and
 * only one that fails there fast is tried again without it (0.169.0, about 150 ms).
 */
export function turnSandbox({ approvalMode, sandbox, network = false }: Reach): Readonly<Record<string, unknown>> {
  if (approvalMode === 'deny' || sandbox === 'read-only') {
    return { type: 'readOnly', ...(network && approvalMode !== 'deny' ? { networkAccess: true } : {}) };
  }
  const isOff = sandbox === undefined ? approvalMode === 'yolo' : sandbox === 'off';
  return isOff ? { type: 'dangerFullAccess' } : { type: 'workspaceWrite', ...(network ? { networkAccess: true } : {}) };
}

/** The same for `codex exec`, which never asks, as settings of its command line; undefined where there is neither sandbox nor question. */
export function execSandbox({
  approvalMode,
  sandbox,
  network = false,
}: Reach): Readonly<Record<string, unknown>> | undefined {
  // The default is what the project was trusted with, and `exec resume` has no flag for it.
  if (approvalMode !== 'yolo' || sandbox === 'read-only') {
    return { sandbox_mode: 'read-only' };
  }
  return isConfined(sandbox)
    ? { sandbox_mode: 'workspace-write', 'sandbox_workspace_write.network_access': network }
    : undefined;
}

function isConfined(sandbox: Reach['sandbox']): boolean {
  return sandbox === 'read-only' || sandbox === 'workspace-write';
}
