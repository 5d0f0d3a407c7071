/** What the tools of Claude Code do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'Bash PowerShell Monitor REPL',
  read: 'Read NotebookRead LS TaskOutput BashOutput ListMcpResourcesTool ReadMcpResourceTool',
  edit: 'Write Edit MultiEdit NotebookEdit',
  search: 'Glob Grep LSP ToolSearch',
  fetch: 'WebFetch WebSearch',
  think: 'Agent Task Workflow TodoWrite TaskCreate TaskGet TaskList TaskUpdate',
  switch_mode: 'EnterPlanMode ExitPlanMode EnterWorktree ExitWorktree',
  other:
    'AskUserQuestion Skill TaskStop KillShell SendMessage ListAgents CronCreate CronDelete CronList RemoteTrigger ReportFindings ScheduleWakeup',
});
