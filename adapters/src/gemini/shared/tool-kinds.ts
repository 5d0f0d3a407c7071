/** What the tools of Gemini CLI do, by their names. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  run_shell_command: 'execute',
  read_file: 'read',
  read_many_files: 'read',
  get_internal_docs: 'read',
  write_file: 'edit',
  replace: 'edit',
  list_directory: 'search',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  web_fetch: 'fetch',
  google_web_search: 'fetch',
  invoke_agent: 'think',
  write_todos: 'think',
  enter_plan_mode: 'switch_mode',
  exit_plan_mode: 'switch_mode',
  activate_skill: 'other',
  save_memory: 'other',
  ask_user: 'other',
};
