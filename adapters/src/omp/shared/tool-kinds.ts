/** What the tools of omp do, by their names. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'bash eval python ssh',
  read: 'read inspect_image',
  edit: 'write edit ast_edit notebook',
  search: 'grep glob find search ast_grep lsp',
  fetch: 'web_search fetch browser',
  think: 'task todo todo_write yield',
  other: 'ask job hub irc resolve',
});
