/** What a policy is made of. */
import type { ToolKind } from '@agent-mux/events';

/** The conditions under which a rule applies to an approval: all that are given must be met. A list needs one match. */
export interface PolicyRule {
  /** The rule's name in the journal. @defaultValue its place, such as `allow[0]` */
  readonly name?: string;
  /** What the tool does. */
  readonly kind?: ToolKind | readonly ToolKind[];
  /**
   * Globs: `src/**` below the folder of the run or another root, `/etc/*`, `~/.ssh`, and in `ask` and `deny` `**` with a name for that name
   * anywhere. Links are followed. In `allow`, a wildcard matches no hidden name, and all paths must be allowed.
   */
  readonly path?: string | readonly string[];
  /** The first words of a command: `npm test`, `npm run lint:*`. Each command of a line must be allowed. */
  readonly command?: string | readonly string[];
  /** Whether `command` must be all of the words. */
  readonly exact?: boolean;
  /** A host name, or `*.example.com` for all below one. */
  readonly host?: string | readonly string[];
  /** A tool of an MCP server; all its tools where `tool` is left out. `*` stands for any characters. */
  readonly mcp?: { readonly server: string; readonly tool?: string };
}

/** The rules of a policy, as plain JSON. Deny wins over ask, and ask over allow. */
export interface PolicyRules {
  readonly allow?: readonly PolicyRule[];
  readonly ask?: readonly PolicyRule[];
  readonly deny?: readonly PolicyRule[];
  /** What happens where no rule applies. @defaultValue 'ask' */
  readonly otherwise?: 'ask' | 'deny';
  /** Folders beside that of the run which relative globs and redirections may reach: absolute, or below `~`. */
  readonly roots?: readonly string[];
}

export const RULE_LISTS = ['allow', 'ask', 'deny'] as const;

export type RuleList = (typeof RULE_LISTS)[number];
