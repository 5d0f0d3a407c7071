/** What the tools of Copilot CLI do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'bash powershell write_bash write_powershell',
  read: 'view read_bash read_powershell read_agent list_agents list_bash',
  edit: 'create edit str_replace apply_patch',
  search: 'grep rg glob',
  fetch: 'web_fetch web_search',
  think: 'task report_intent update_todo',
  switch_mode: 'exit_plan_mode',
  other: 'skill ask_user stop_bash stop_powershell store_memory',
});
