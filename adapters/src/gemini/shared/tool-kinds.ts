/** What the tools of Gemini CLI do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'run_shell_command',
  read: 'read_file read_many_files get_internal_docs',
  edit: 'write_file replace',
  search: 'list_directory glob grep_search search_file_content',
  fetch: 'web_fetch google_web_search',
  think: 'invoke_agent write_todos',
  switch_mode: 'enter_plan_mode exit_plan_mode',
  other: 'activate_skill save_memory ask_user',
});
