/** What a policy is made of. */
import type { ToolKind } from '@agent-mux/events';

/** What an approval must be for a rule to be about it: all that is given must hold. Of a list, one. */
export interface PolicyRule {
  /** What the journal calls it. @defaultValue its place, such as `allow[0]` */
  readonly name?: string;
  /** What the tool does. */
  readonly kind?: ToolKind | readonly ToolKind[];
  /**
   * Globs: `src/**` below the folder of the run or another root, `/etc/*`, `~/.ssh`, and in `ask` and `deny` `**` with a name for
   * that name anywhere. Links are followed. To allow, a wildcard takes no hidden name, and all paths must be allowed.
   */
  readonly path?: string | readonly string[];
  /** The first words of a command: `npm test`, `npm run lint:*`. Each command of a line must be allowed. */
  readonly command?: string | readonly string[];
  /** With `command`: those words and no more. */
  readonly exact?: boolean;
  /** A host name, or `*.example.com` for all below one. */
  readonly host?: string | readonly string[];
  /** A tool of an MCP server; without `tool` all of it, and `*` stands for any signs. */
  readonly mcp?: { readonly server: string; readonly tool?: string };
}

/** Deny wins over ask, and ask over allow. It is plain JSON. */
export interface PolicyRules {
  readonly allow?: readonly PolicyRule[];
  readonly ask?: readonly PolicyRule[];
  readonly deny?: readonly PolicyRule[];
  /** What becomes of everything else. @defaultValue 'ask' */
  readonly otherwise?: 'ask' | 'deny';
  /** Folders beside that of the run which relative globs and redirections may reach: absolute, or below `~`. */
  readonly roots?: readonly string[];
}

export const RULE_LISTS = ['allow', 'ask', 'deny'] as const;

export type RuleList = (typeof RULE_LISTS)[number];
