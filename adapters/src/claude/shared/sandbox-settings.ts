/** The settings by which Claude Code confines what it runs, and which of its questions would lead out of that. */
import type { ResolvedOptions } from '@agent-mux/core';
import { textOf } from '../../shared/index.ts';
import type { NativeRequest } from '../stream-json/native.ts';

type Reach = Pick<ResolvedOptions, 'approvalMode' | 'sandbox' | 'network' | 'cwd'>;
type Settings = Readonly<Record<string, unknown>>;

/** Its own tools that write: the sandbox is around commands alone (2.1.329). */
const WRITERS = ['Edit', 'MultiEdit', 'NotebookEdit', 'Write'];
/** Tools of which it is not known that what they run is in the sandbox. */
const UNCONFINED = ['Monitor', 'PowerShell'];

/** undefined: it is left as the user has it. */
export function sandboxSettings(options: Reach): Settings | undefined {
  const { sandbox, network = false, cwd } = options;
  if (sandbox === undefined) {
    return undefined;
  }
  if (sandbox === 'off') {
    return { sandbox: { enabled: false } };
  }
  const isReadOnly = sandbox === 'read-only';
  return {
    sandbox: {
      enabled: true,
      // Without bubblewrap and socat it would run everything unconfined, with a warning.
      failIfUnavailable: true,
      // By itself the model may ask to run a command outside.
      allowUnsandboxedCommands: false,
      // Otherwise the approval mode would not be asked about what is in the sandbox.
      autoAllowBashIfSandboxed: false,
      network: { allowedDomains: network ? ['*'] : [], strictAllowlist: true },
      ...(isReadOnly ? { filesystem: { denyWrite: [cwd] } } : {}),
    },
    permissions: { deny: [...(isReadOnly ? WRITERS : []), ...UNCONFINED] },
  };
}

export function isConfined({ sandbox }: Pick<Reach, 'sandbox'>): boolean {
  return sandbox === 'read-only' || sandbox === 'workspace-write';
}

/**
 * In yolo mode nothing may leave the sandbox. Under `acceptEdits`, Claude Code asks about a file of its tools only where that is
 * not in the folder, or guards Claude Code itself: there a grant that nobody has looked at would be the way out.
 */
export function wouldLeave(options: Reach, request: NativeRequest): boolean {
  return options.approvalMode === 'yolo' && isConfined(options) && WRITERS.includes(textOf(request.tool_name) ?? '');
}

/** Both, deeply; where both say something, the second counts, but lists are joined. */
export function mergeSettings(one: Settings, other: Settings): Settings {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    merged[name] = mergeValue(merged[name], value);
  }
  return merged;
}

function mergeValue(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    return [...one, ...other];
  }
  return isSettings(one) && isSettings(other) ? mergeSettings(one, other) : other;
}

function isSettings(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
