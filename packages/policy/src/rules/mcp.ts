/** Whether a rule applies to the tool of an MCP server. */
import type { ApprovalFacts, ToolKind } from '@agent-mux/events';
import { fitsWildcard, least, type Trit } from '../match/index.ts';
import type { PolicyRule } from './rules.ts';

type Wanted = NonNullable<PolicyRule['mcp']>;

export function fitsMcp({ server, tool = '*' }: Wanted, mcp: ApprovalFacts['mcp'], kind: ToolKind | undefined): Trit {
  if (mcp === undefined) {
    return kind === undefined || kind === 'mcp' || kind === 'other' ? 'unknown' : 'no';
  }
  return least([fits(server, mcp.server), fits(tool, mcp.tool)]);
}

function fits(pattern: string, name: string): Trit {
  return fitsWildcard(pattern, name) ? 'yes' : 'no';
}
