/** How far the agent may reach: our options to Codex's sandbox and to when it asks. */
import type { ResolvedOptions } from '@agent-mux/core';

type Reach = Pick<ResolvedOptions, 'approvalMode' | 'sandbox' | 'network'>;

/**
 * "untrusted": all but commands that are known to only read is asked about. In yolo mode nothing is refused unasked, as it would be
 * with "never": what is still asked, the runtime grants. In a sandbox that was asked for a grant would lead out of it (0.169.0):
 * there only what has nothing to do with it is asked.
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
 * What a turn may do. By itself what is granted must be possible: a command that was granted begins in the sandbox all the same,
 * and only one that fails there fast is tried again without it (0.169.0, about 150 ms).
 */
export function turnSandbox({ approvalMode, sandbox, network = false }: Reach): Readonly<Record<string, unknown>> {
  if (approvalMode === 'deny' || sandbox === 'read-only') {
    return { type: 'readOnly', ...(network && approvalMode !== 'deny' ? { networkAccess: true } : {}) };
  }
  const isOff = sandbox === undefined ? approvalMode === 'yolo' : sandbox === 'off';
  return isOff ? { type: 'dangerFullAccess' } : { type: 'workspaceWrite', ...(network ? { networkAccess: true } : {}) };
}

/** The same for `codex exec`, which never asks: settings of its command line. undefined: neither sandbox nor questions. */
export function execSandbox({
  approvalMode,
  sandbox,
  network = false,
}: Reach): Readonly<Record<string, unknown>> | undefined {
  // By itself it takes what the project was trusted with, and `exec resume` has no flag for it.
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
