/** What the tools of Cursor CLI do, by their names, without the ending `ToolCall`. */
import { type KindTable, kindTable } from '../../shared/index.ts';

export const TOOL_KINDS: KindTable = kindTable({
  execute: 'shell',
  read: 'read ls readLints',
  edit: 'edit write',
  delete: 'delete',
  search: 'grep glob semSearch',
  fetch: 'webFetch webSearch fetch',
  think: 'task updateTodos createPlan',
  switch_mode: 'switchMode',
  other: 'askQuestion',
});
