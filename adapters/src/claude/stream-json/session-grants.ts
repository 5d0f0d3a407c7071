/** Grants for the rest of the session: how Claude Code is given them, and what they cover. */
import { isNative, listOf, objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput } from './native.ts';
import { isShell } from './tools.ts';

const EDITS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

type Permission = { readonly type: string; readonly destination: 'session' } & Readonly<Record<string, unknown>>;

/**
 * Rules that let this call and its like pass from now on. The CLI's own suggestions are often wider than the question (a mode, folders),
 * and some write into the project's settings, so only their rules are taken, and only for the session.
 */
export function sessionPermissions(toolName: string, input: unknown, suggestions: unknown): readonly Permission[] {
  const suggested = listOf(suggestions).filter((item) => isNative<'type'>(item) && item.type === 'addRules');
  if (suggested.length > 0) {
    return suggested.map((item) => ({ ...objectOf<string>(item), type: 'addRules', destination: 'session' }));
  }
  if (EDITS.has(toolName)) {
    return [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }];
  }
  const fields: NativeToolInput = objectOf(input) ?? {};
  const command = isShell(toolName) ? textOf(fields.command) : undefined;
  const rule = command === undefined ? { toolName } : { toolName, ruleContent: command };
  return [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'session' }];
}

/** What was granted so far, as the wire shows it. */
export class SessionGrants {
  readonly #rules = new Set<string>();
  #hasEdits = false;

  /** The `updatedPermissions` of an answer. */
  add(permissions: unknown): void {
    for (const item of listOf(permissions)) {
      if (!isNative<'type' | 'mode' | 'rules' | 'behavior'>(item)) {
        continue;
      }
      if (item.type === 'setMode') {
        this.#hasEdits ||= item.mode === 'acceptEdits';
      } else if (item.type === 'addRules' && item.behavior === 'allow') {
        for (const entry of listOf(item.rules)) {
          const rule = objectOf<'toolName' | 'ruleContent'>(entry);
          this.#rules.add(`${textOf(rule?.toolName) ?? ''} ${textOf(rule?.ruleContent) ?? ''}`);
        }
      }
    }
  }

  covers(toolName: string, input: unknown): boolean {
    const fields: NativeToolInput = objectOf(input) ?? {};
    return (
      (this.#hasEdits && EDITS.has(toolName)) ||
      this.#rules.has(`${toolName} `) ||
      (isShell(toolName) && this.#rules.has(`${toolName} ${textOf(fields.command) ?? ''}`))
    );
  }
}
