/** How far Codex 0.169.0 may reach, by the options of a run. */
import { expect, it } from 'vitest';
import { approvalPolicy, execSandbox, turnSandbox } from './sandbox-policy.ts';

const FULL = { type: 'dangerFullAccess' };
const WRITES = { type: 'workspaceWrite' };
const READS = { type: 'readOnly' };
const GRANULAR = {
  granular: {
    sandbox_approval: false,
    rules: false,
    request_permissions: false,
    skill_approval: true,
    mcp_elicitations: true,
  },
};
const READS_IN_EXEC = { sandbox_mode: 'read-only' };
const writesInExec = (network: boolean) => ({
  sandbox_mode: 'workspace-write',
  'sandbox_workspace_write.network_access': network,
});

it.each([
  ['prompt', undefined, 'untrusted', WRITES, READS_IN_EXEC],
  ['prompt', 'read-only', 'untrusted', READS, READS_IN_EXEC],
  ['prompt', 'workspace-write', 'untrusted', WRITES, READS_IN_EXEC],
  ['prompt', 'off', 'untrusted', FULL, READS_IN_EXEC],
  ['deny', undefined, 'untrusted', READS, READS_IN_EXEC],
  ['deny', 'workspace-write', 'untrusted', READS, READS_IN_EXEC],
  ['deny', 'off', 'untrusted', READS, READS_IN_EXEC],
  ['yolo', undefined, 'on-request', FULL, undefined],
  ['yolo', 'read-only', GRANULAR, READS, READS_IN_EXEC],
  ['yolo', 'workspace-write', GRANULAR, WRITES, writesInExec(false)],
  ['yolo', 'off', 'on-request', FULL, undefined],
] as const)(
  'with %s and the sandbox %s it asks, and does, as is written',
  (approvalMode, sandbox, asks, does, exec) => {
    const reach = { approvalMode, ...(sandbox === undefined ? {} : { sandbox }) };
    expect(approvalPolicy(reach)).toEqual(asks);
    expect([turnSandbox(reach), turnSandbox({ ...reach, network: false })]).toEqual([does, does]);
    expect(execSandbox(reach)).toEqual(exec);
    // What nobody asks about has no network either, and without a sandbox there is nothing to open.
    const isOpened = approvalMode !== 'deny' && does.type !== 'dangerFullAccess';
    expect(turnSandbox({ ...reach, network: true })).toEqual({ ...does, ...(isOpened ? { networkAccess: true } : {}) });
    const isWriting = exec !== undefined && exec.sandbox_mode === 'workspace-write';
    expect(execSandbox({ ...reach, network: true })).toEqual(isWriting ? writesInExec(true) : exec);
  },
);
