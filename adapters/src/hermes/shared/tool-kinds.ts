/** What the tools of Hermes Agent do, by their names. */
import type { KindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = {
  terminal: 'execute',
  process: 'execute',
  execute_code: 'execute',
  read_file: 'read',
  skill_view: 'read',
  skills_list: 'read',
  write_file: 'edit',
  patch: 'edit',
  search_files: 'search',
  session_search: 'search',
  web_search: 'fetch',
  web_extract: 'fetch',
  delegate_task: 'think',
  todo: 'think',
  memory: 'other',
  clarify: 'other',
  skill_manage: 'other',
};
