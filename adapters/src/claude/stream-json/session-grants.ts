/** Grants for the rest of the session: how Claude Code is given them, and what they cover. */
import { idOf, isNative, kindOf, listOf, objectOf, textOf } from '../../shared/index.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import type { NativeToolInput } from './native.ts';

const EDITS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);
/** Fields by which one call of the same command does nothing else than another. */
const WORDS: ReadonlySet<string> = new Set(['description', 'timeout']);

type Permission = { readonly type: string; readonly destination: 'session' } & Readonly<Record<string, unknown>>;

/** A tool and its input, which may be no object. */
export interface ToolUse {
  readonly toolName: string;
  readonly input: unknown;
}

/** Whether a grant for the session can be kept to what was asked for: a command has to be named, or the rule would cover every command. */
export function canGrantSession(use: ToolUse): boolean {
  return !runsCommands(use.toolName) || commandOf(use) !== undefined;
}

/**
 * Rules that let this call and its like pass from now on; undefined where they would cover every command. The CLI's own suggestions are
 * often wider than the question (a mode, folders, other tools), and some write into the project's settings, so only their rules for the
 * tool are taken, and only for the session.
 */
export function sessionPermissions(use: ToolUse, suggestions: unknown): readonly Permission[] | undefined {
  if (runsCommands(use.toolName)) {
    const suggested = suggestedRules(suggestions, (rule) => rule.toolName === use.toolName && hasContent(rule));
    return suggested.length > 0 ? suggested : commandPermissions(use);
  }
  const isEdit = EDITS.has(use.toolName);
  const suggested = suggestedRules(
    suggestions,
    ({ toolName }) => toolName === use.toolName || (isEdit && EDITS.has(textOf(toolName) ?? '')),
  );
  if (suggested.length > 0) {
    return suggested;
  }
  return isEdit
    ? [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
    : [added([{ toolName: use.toolName }])];
}

/** The rule that covers this command and nothing else; undefined where the call runs none. Other tools have no rule for a single input. */
export function commandPermissions(use: ToolUse): readonly Permission[] | undefined {
  const ruleContent = runsCommands(use.toolName) ? commandOf(use) : undefined;
  return ruleContent === undefined ? undefined : [added([{ toolName: use.toolName, ruleContent }])];
}

/** What was granted so far, as the wire shows it. */
export class SessionGrants {
  /** The commands, each with all that it is run with. */
  readonly #commands = new Set<string>();
  /** Tools that run no command. */
  readonly #tools = new Set<string>();
  #hasEdits = false;

  /** Takes the granted call, and the `updatedPermissions` of the answer. */
  add(use: ToolUse, permissions: unknown): void {
    for (const item of listOf(permissions)) {
      if (!isNative<'type' | 'mode' | 'rules' | 'behavior'>(item)) {
        continue;
      }
      if (item.type === 'setMode') {
        this.#hasEdits ||= item.mode === 'acceptEdits';
      } else if (item.type === 'addRules' && item.behavior === 'allow') {
        this.#addRules(use, item.rules);
      }
    }
  }

  covers(use: ToolUse): boolean {
    if (runsCommands(use.toolName)) {
      const key = keyOf(use);
      return key !== undefined && this.#commands.has(key);
    }
    return (this.#hasEdits && EDITS.has(use.toolName)) || this.#tools.has(use.toolName);
  }

  #addRules(use: ToolUse, rules: unknown): void {
    for (const rule of listOf(rules).filter(isRule)) {
      const toolName = idOf(rule.toolName);
      if (toolName === undefined) {
        continue;
      }
      if (runsCommands(toolName)) {
        // 2.1.329 suggests rules that name a part of the command alone, so it is the call itself that is remembered.
        const key = toolName === use.toolName ? keyOf(use) : undefined;
        if (key !== undefined) {
          this.#commands.add(key);
        }
      } else if (rule.ruleContent === undefined) {
        this.#tools.add(toolName);
      }
    }
  }
}

function runsCommands(toolName: string): boolean {
  return kindOf(TOOL_KINDS, toolName) === 'execute';
}

function commandOf({ input }: ToolUse): string | undefined {
  const fields: NativeToolInput = objectOf(input) ?? {};
  return idOf(fields.command);
}

/** The name of a call that runs a command, with everything that decides on what it does. */
function keyOf(use: ToolUse): string | undefined {
  if (!runsCommands(use.toolName) || commandOf(use) === undefined) {
    return undefined;
  }
  const fields = Object.entries(objectOf<string>(use.input) ?? {}).filter(([name]) => !WORDS.has(name));
  return JSON.stringify([use.toolName, fields.sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function added(rules: readonly object[]): Permission {
  return { type: 'addRules', rules, behavior: 'allow', destination: 'session' };
}

type Rule = Readonly<{ toolName?: unknown; ruleContent?: unknown }>;

function isRule(value: unknown): value is Rule {
  return isNative(value);
}

function hasContent({ ruleContent }: Rule): boolean {
  return idOf(ruleContent) !== undefined;
}

/** The rules that the CLI suggests and that are meant for the tool. */
function suggestedRules(suggestions: unknown, isMeant: (rule: Rule) => boolean): readonly Permission[] {
  return listOf(suggestions).flatMap((item) => {
    const suggestion = objectOf<'type' | 'rules'>(item);
    const rules = listOf(suggestion?.rules).filter(isRule).filter(isMeant);
    return suggestion?.type === 'addRules' && rules.length > 0
      ? [{ ...suggestion, type: 'addRules', rules, destination: 'session' as const }]
      : [];
  });
}
