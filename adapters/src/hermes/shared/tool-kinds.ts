/** What the tools of Hermes Agent do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'terminal process execute_code',
  read: 'read_file skill_view skills_list',
  edit: 'write_file patch',
  search: 'search_files session_search',
  fetch: 'web_search web_extract',
  think: 'delegate_task todo',
  other: 'memory clarify skill_manage',
});
