/** What an approval is about: facts that follow from the tool, from the folder of the run, and from what would be changed. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { ToolKind } from '@agent-mux/events';
import { leavesOf } from './leaves.ts';
import { DIFF, isWordOf, PATH, type Question, type Rule } from './rules.ts';

type Table = Readonly<Record<string, ToolKind>>;

const TABLES = new Map<unknown, Table>();
for (const { agent } of builtInAdapters) {
  const module: { TOOL_KINDS: Table } = await import(`../../adapters/src/${agent}/shared/tool-kinds.ts`);
  TABLES.set(agent, module.TOOL_KINDS);
}

export const APPROVALS: readonly { readonly fields: readonly string[]; readonly rule: Rule }[] = [
  {
    fields: ['approval_request.toolKind'],
    rule: {
      isOnly: true,
      rule: "as the agent says it of the call, or by the table of the agent's tools; `mcp` of a tool of an MCP server, `fetch` of a host that would be reached, `edit` of a patch or a write whose tool is not named, `delete` and `move` of a patch that does nothing else, and `other` of more permissions",
      holds: isKindOfQuestion,
    },
  },
  {
    fields: ['approval_request.cwd'],
    rule: {
      rule: 'the folder of the run, where the command does not name another',
      holds: ({ value, event }) => value === '<cwd>' && event['command'] !== undefined,
    },
  },
  {
    fields: ['approval_request.paths[]', 'approval_request.changes[].path', 'approval_request.changes[].movedTo'],
    rule: PATH,
  },
  {
    fields: ['approval_request.changes[].change'],
    rule: isWordOf({ 'approval_request.changes[].change': ['create', 'write', 'update', 'delete', 'move'] }),
  },
  {
    fields: ['approval_request.changes[].diff'],
    rule: {
      rule: 'a unified diff of the lines that the agent told, with the path of the change in a head of ours',
      holds: (question) =>
        leavesOf(question.event['changes']).some(
          ({ path, value }) => path === '[].path' && DIFF.holds({ ...question, event: { path: value } }),
        ),
    },
  },
];

function isKindOfQuestion({ value, event, scope, placed }: Question): boolean {
  const { agent, toolName, mcp, host, url } = event;
  if (mcp !== undefined || value === 'mcp') {
    return mcp !== undefined && value === 'mcp';
  }
  if (host !== undefined || url !== undefined) {
    return value === 'fetch';
  }
  const table = TABLES.get(agent) ?? {};
  const isOfTable = value === (Object.hasOwn(table, String(toolName)) ? table[String(toolName)] : undefined);
  const said = scope.flatMap(({ texts }) => texts);
  const isSaid = said.some((one) => /(?:^|\.)kind(?:\.type)?$/.test(one.path) && one.value === value);
  const isMove = value === 'move' && said.some((one) => /(?:^|\.)move_path$/.test(one.path));
  const own = placed.own ?? '';
  const isLeave = /"method":"item\/permissions\/requestApproval"|"additionalPermissions":\{/.test(own);
  // Codex says a patch in words, and Copilot CLI what it would do, where no call of theirs names the tool.
  const isWriting = toolName === undefined && /\bpatch rejected\b|"permissionRequest":\{"kind":"write"/.test(own);
  return isOfTable || isSaid || isMove || (isLeave && value === 'other') || (isWriting && value === 'edit');
}
