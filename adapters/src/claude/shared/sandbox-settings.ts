/** The settings by which Claude Code confines what it runs, and the questions of its whose grant would lead out of the sandbox. */
import type { ResolvedOptions } from '@agent-mux/core';
import { textOf } from '../../shared/index.ts';
import type { NativeRequest } from '../stream-json/native.ts';

type Reach = Pick<ResolvedOptions, 'approvalMode' | 'sandbox' | 'network' | 'cwd'>;
type Settings = Readonly<Record<string, unknown>>;

/** Its own tools that write: the sandbox confines commands alone (2.1.329). */
const WRITERS = ['Edit', 'MultiEdit', 'NotebookEdit', 'Write'];
/** Tools whose work may not be in the sandbox. */
const UNCONFINED = ['Monitor', 'PowerShell'];

/** The settings; undefined where the user's own apply. */
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
      // Claude Code would run everything unconfined, with a warning, where bubblewrap and socat are missing.
      failIfUnavailable: true,
      // The default lets the model ask to run a command outside.
      allowUnsandboxedCommands: false,
      // The default would not ask the approval mode about what runs in the sandbox.
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
 * Whether a grant would lead out of the sandbox. In yolo mode, nothing may. Under `acceptEdits`, Claude Code asks about a file only where
 * it is outside of the folder or guards Claude Code itself: a grant that nobody has looked at would be the way out.
 */
export function wouldLeave(options: Reach, request: NativeRequest): boolean {
  return options.approvalMode === 'yolo' && isConfined(options) && WRITERS.includes(textOf(request.tool_name) ?? '');
}

/** Merges both deeply; where both have a value, the second counts, but lists are joined. */
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
